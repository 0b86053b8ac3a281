import type { FastifyRequest } from 'fastify';
import {
  type ActorSide,
  type KnownActor,
  MAX_FOUND_ACTORS,
  MIN_FOUND_TEXT,
  namedSides,
} from '../../domain/accounts/known-actor.ts';
import { Fault } from '../../domain/fault.ts';
import type { Identity } from '../../identity/identity.ts';
import type { KnownAs } from '../../wire/known-as.ts';
import { operatorActorOf } from './operator-caller.ts';

type Actor = { readonly type: string; readonly id: string };

/** What is known of an actor. Nothing, where the provider does not tell it, or the caller may not learn it. */
export type ActorNames = (actor: Actor) => KnownAs;

/** Whose ids the provider gives. The others are names already: of users of machines, and of parts of the service. */
const SIDES: Readonly<Record<string, readonly ActorSide[]>> = {
  operator: ['operator'],
  // The provider's pages record people of the operator as members, too.
  member: ['operator', 'seller'],
  client: ['operator', 'seller'],
};

/**
 * Who these are, as people know them. The answer is the list that they are in: so a provider that cannot be asked, or one of an older
 * version, leaves names out, and fails nothing.
 */
export async function actorNames(
  identity: Identity,
  request: FastifyRequest,
  actors: readonly Actor[],
): Promise<ActorNames> {
  const sides = namedSides(request.caller?.rights ?? new Set());
  const ids = [...new Set(actors.flatMap(({ type, id }) => (Object.hasOwn(SIDES, type) ? [id] : [])))];
  const given =
    ids.length === 0 || sides.length === 0
      ? undefined
      : await identity.operate('nameActors', { ids, sides }, operatorActorOf(request)).catch(() => undefined);
  if (given === undefined || 'refused' in given) return () => ({});
  const known = new Map<string, KnownActor>(given.actors.map((actor) => [actor.id, actor]));
  return ({ type, id }) => {
    const needed = Object.hasOwn(SIDES, type) ? SIDES[type] : undefined;
    const actor = needed && known.get(id);
    if (actor !== undefined) {
      const { email, name } = actor;
      return { ...(email !== undefined && { email }), ...(name !== undefined && { name }) };
    }
    // Only where it would have been found.
    return needed?.every((side) => sides.includes(side)) ? { isRemoved: true } : {};
  };
}

/**
 * The ids that a filter by person means: the text as an id, and those of people and applications with this text in their address or name.
 * Throws a fault when they are too many, and when they could not be looked for and the text is no id of the log either.
 */
export async function actorIdsFor(
  text: string,
  asked: {
    readonly identity: Identity;
    readonly request: FastifyRequest;
    readonly isInLog: (id: string) => Promise<boolean>;
  },
): Promise<string[]> {
  const { identity, request, isInLog } = asked;
  const sides = namedSides(request.caller?.rights ?? new Set());
  if (text.trim().length < MIN_FOUND_TEXT || sides.length === 0) return [text];
  try {
    const given = await identity.operate(
      'findActors',
      { text, sides, limit: MAX_FOUND_ACTORS + 1 },
      operatorActorOf(request),
    );
    const found = 'refused' in given ? [] : given.ids;
    if (found.length > MAX_FOUND_ACTORS) throw tooMany();
    return [...new Set([text, ...found])];
  } catch (error) {
    if (error instanceof Fault && error.code === 'InvalidInput') throw error;
    if (!(await isInLog(text))) throw error;
    return [text];
  }
}

const tooMany = () =>
  new Fault('InvalidInput', {
    message: 'who fits too many people and applications.',
    details: `More than ${MAX_FOUND_ACTORS} accounts, members and applications have this text in their address or name: send more of it, or all.`,
  });
