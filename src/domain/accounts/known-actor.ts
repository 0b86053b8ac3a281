import { isOperatorRight } from '../authorization/operator-rights.ts';
import { type Caller, seesAllOfSeller } from '../authorization/rights.ts';

/**
 * Whose people and applications: the operator's, or the sellers', with the applications that registered themselves. A caller learns the names
 * of some of them (decision 55).
 */
export type ActorSide = 'operator' | 'seller';

/** What the provider knows of who an id stands for: the address of a person, or the name of an application, if it has one. */
export type KnownActor = {
  readonly id: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
};

/** Shorter parts of addresses and names are nobody's in particular. */
export const MIN_FOUND_TEXT = 3;
/** Each is a search in the audit log. */
export const MAX_FOUND_ACTORS = 40;

/**
 * Whom these rights let a caller know by name. The sellers' people and applications are shown by `operator:sellers:read` anyway. The
 * operator's own are colleagues; a caller that only reads the market, such as a program of another company, needs no address of them.
 */
export function namedSides(rights: ReadonlySet<string>): ActorSide[] {
  const ofOperator = [...rights].filter(isOperatorRight).some((right) => right !== 'operator:market:read');
  return [
    ...(ofOperator ? (['operator'] as const) : []),
    ...(rights.has('operator:sellers:read') ? (['seller'] as const) : []),
  ];
}

/**
 * Whether the caller learns who the people and applications of its seller are: the address of a member is what `seller-api:account:read`
 * tells, and a delegated application learns nothing about others (decision 53). A support session has that right, for what its person reads as
 * the operator: the names of a seller's people are given by `operator:sellers:read` there, and not by support alone (decision 55).
 */
export const learnsSellerNames = (
  caller: Pick<Caller, 'clientId' | 'grant' | 'support' | 'rights'>,
  consoleClientId: string | undefined,
): boolean =>
  caller.support === undefined &&
  caller.rights.has('seller-api:account:read') &&
  seesAllOfSeller(caller, consoleClientId);
