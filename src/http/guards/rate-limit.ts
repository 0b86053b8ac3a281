import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../domain/address-key.ts';
import type { Limits, RatePlan } from '../../domain/rate-plan.ts';
import type { LimitUse } from '../../domain/use-counts.ts';
import type { SharedLimits } from '../../limits/shared-limits.ts';
import { sharedWindowLimit } from './shared-window-limit.ts';
import { type LimitsLeft, type RateLimit, windowLimit } from './window-limit.ts';

/** The limits of the rate plan, by operation (decision 33). */
export type RateLimits = {
  /** Behind the bearer guard: `caller` per application and seller, `anonymous` per address for requests without a good token. */
  guarded(operationId: string): { caller: RateLimit; anonymous: RateLimit };
  /** The authorization endpoints: `address` before the body is read, `client` when the body can name the client. */
  authorization(operationId: string): { address: RateLimit; client: RateLimit };
  /** Requests to a path or method that does not exist: per address, with the group's limit for anonymous requests. */
  elsewhere(guard: 'bearer' | 'counted'): RateLimit;
  /** Operations that the plan names and the service does not have: a misspelt one would have no limit. */
  unknownOperations(): string[];
  /** What an application has left for a seller. Undefined for an operation that the bearer guard does not limit. */
  leftOf(operationId: string, clientId: string, sellerId: string | undefined): LimitsLeft | undefined;
  /** Requests by kind of limit, for the metrics. */
  readonly use: LimitsUse;
};

export type LimitsUse = Readonly<Record<'caller' | 'anonymous' | 'address' | 'client', LimitUse>>;

/** `now` is a monotonic clock in milliseconds. Without `shared` the limits are those of this process alone (decision 41). */
export function createRateLimits(
  plan: RatePlan,
  now: () => number = () => performance.now(),
  shared?: SharedLimits,
): RateLimits {
  const limits = new Map<string, RateLimit>();
  const operations = new Set<string>();
  const unused = (): LimitUse => ({ accepted: 0, refused: 0 });
  const use: LimitsUse = { caller: unused(), anonymous: unused(), address: unused(), client: unused() };
  // HEAD shares the operation of its GET, and so its limit.
  const limitFor = (operationId: string, kind: keyof LimitsUse, windows: Limits) => {
    if (operationId !== NO_OPERATION) operations.add(operationId);
    const name = `${operationId}:${kind}`;
    const limit =
      limits.get(name) ??
      (shared
        ? sharedWindowLimit(shared, name, windows, { now, use: use[kind] })
        : windowLimit(windows, now, use[kind]));
    limits.set(name, limit);
    return limit;
  };
  return {
    use,
    guarded: (operationId) => ({
      caller: limitFor(operationId, 'caller', plan.operations[operationId] ?? plan.default),
      anonymous: limitFor(operationId, 'anonymous', plan.anonymous),
    }),
    authorization: (operationId) => ({
      address: limitFor(operationId, 'address', plan.address),
      client: limitFor(operationId, 'client', plan.operations[operationId] ?? plan.client),
    }),
    elsewhere: (guard) => {
      const kind = guard === 'bearer' ? 'anonymous' : 'address';
      return limitFor(NO_OPERATION, kind, plan[kind]);
    },
    leftOf: (operationId, clientId, sellerId) =>
      limits.get(`${operationId}:caller`)?.left(callerKey(clientId, sellerId)),
    unknownOperations: () => Object.keys(plan.operations).filter((operationId) => !operations.has(operationId)),
  };
}

/** What requests of an application for a seller are counted under. The people of the operator have no seller: each counts alone. */
export const callerKey = (clientId: string, sellerOrPerson: string | undefined): string =>
  `${clientId}\n${sellerOrPerson ?? ''}`;

/** No operationId has a space. */
const NO_OPERATION = 'no operation';

/** The provider's client ids are short. A longer one belongs to no client and need not be hashed whole. */
const MAX_HASHED_CHARACTERS = 64;

/**
 * Counters per address. Made-up client ids cost their sender nothing, but a counter takes memory until its window ends, so
 * their number has a bound. Two real clients of one address rarely share a counter, and then they only share its limit.
 */
const CLIENT_BUCKETS = 1024;

/** FNV-1a. A sender's deliberate collisions affect only its own address, which is part of the key. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length && at < MAX_HASHED_CHARACTERS; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % CLIENT_BUCKETS;
}

/**
 * The key of a request to an authorization endpoint: client and address (decision 33). The client id is not proven yet; it
 * only tells which guesses belong together.
 */
export function clientKey(request: FastifyRequest): string {
  const clientId =
    basicUser(request.headers.authorization) ?? clientIdIn(request.body) ?? clientIdIn(request.query) ?? '';
  return `${bucketOf(clientId)}\n${addressKey(request.ip)}`;
}

/** RFC 7617: the part before the first colon. */
function basicUser(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}

/** `client_id` of a form or of a JSON object. */
function clientIdIn(fields: unknown): string | undefined {
  if (fields instanceof URLSearchParams) return fields.get('client_id') ?? undefined;
  const { client_id: clientId } = (fields ?? {}) as { client_id?: unknown };
  return typeof clientId === 'string' ? clientId : undefined;
}
