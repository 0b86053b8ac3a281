import type { OperatorRight } from './operator-rights.ts';
import type { SignedInPerson } from './signed-in-person.ts';

/** The rights of whoever names none: requests, registrations and own applications without a list of rights (decisions 9 and 51). */
export const BASIC_RIGHTS = [
  'seller-api:pricing:read',
  'seller-api:notifications:read',
  'seller-api:notifications:write',
] as const;

/** Rights by name only: nobody has one that was not given by its name (decision 51). */
export const NAMED_RIGHTS = [
  'seller-api:pricing:write',
  'seller-api:limits:write',
  'seller-api:costs:read',
  'seller-api:account:read',
] as const;

/** Every right that a token that acts for a seller can have. To say "all rights" of somebody who named none, use `BASIC_RIGHTS`. */
export const SELLER_RIGHTS = [...BASIC_RIGHTS, ...NAMED_RIGHTS] as const;
export type SellerRight = (typeof SELLER_RIGHTS)[number];

/** The one that changes market data, and reads the audit log. */
export const OPERATOR_RIGHT = 'operator:market:write' satisfies OperatorRight;

export type Right = SellerRight | OperatorRight;

/** The scope that asks for a refresh token. */
export const OFFLINE_ACCESS = 'offline_access';

/** The scopes that an application may ask a seller for. */
export const DELEGABLE_SCOPES: readonly string[] = [...SELLER_RIGHTS, OFFLINE_ACCESS];

/** The caller: an application, and the seller it acts for (decision 8). */
export type Caller = {
  /** The application's id at the provider. All applications whose tokens do not name them share the id `unknown`. */
  readonly clientId: string;
  /**
   * `own`: the application acts for itself (client_credentials), so it is the seller's own, or the operator's. `delegated`: a
   * seller authorized it, and may withdraw that.
   */
  readonly grant: 'own' | 'delegated';
  /** Undefined when the token acts for no seller, as an operator's does. */
  readonly sellerId: string | undefined;
  readonly rights: ReadonlySet<Right>;
  /** The person who gave a delegated token, as the provider names them (`sub`). */
  readonly memberId?: string;
  /** When that person signed in, if the provider tells (`auth_time`). */
  readonly authTimeMs?: number;
  /** That person, in tokens of the console. */
  readonly person?: SignedInPerson;
  /** A person of the operator sees the console as this seller (decision 55): it reads, and nothing is written because of it. */
  readonly support?: SupportCaller;
};

type SupportCaller = { readonly operatorId: string; readonly sessionId: string };

/**
 * Whether the caller sees everything of its seller: own applications do, and so does the console, which shows the seller what all others
 * do (decision 38), and a support session, which sees the console.
 */
export const seesAllOfSeller = (
  { clientId, grant, support }: Pick<Caller, 'clientId' | 'grant' | 'support'>,
  consoleClientId: string | undefined,
): boolean => grant === 'own' || clientId === consoleClientId || support !== undefined;

/** A request or registration that names no seller right asks for the basic ones that are allowed. */
export function withBasicRights(scopes: readonly string[], allowed: readonly string[] = BASIC_RIGHTS): string[] {
  if (scopes.some(isSellerRight)) return [...scopes];
  return [...scopes, ...BASIC_RIGHTS.filter((right) => allowed.includes(right))];
}

/** The rights of an own application that is given these by name: it always has the basic ones (decision 51). */
export const rightsWith = (named: readonly string[]): SellerRight[] => [
  ...BASIC_RIGHTS,
  ...NAMED_RIGHTS.filter((right) => named.includes(right)),
];

export function isSellerRight(scope: string): scope is SellerRight {
  return (SELLER_RIGHTS as readonly string[]).includes(scope);
}

export function isNamedRight(scope: string): boolean {
  return (NAMED_RIGHTS as readonly string[]).includes(scope);
}
