import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Limits, RatePlan } from '../../domain/rate-plan.ts';
import { WindowCounter } from './window-counter.ts';

/** Counts a request under a key, writes the headers, and goes on; with a fault when there were too many. */
type Limit = (request: FastifyRequest, reply: FastifyReply, key: string, proceed: Proceed) => void;

type Proceed = (fault?: Error) => void;

/** What the plan allows, operation by operation (decision 33). */
export type RateLimits = {
  /** Behind the bearer guard: `caller` per application and seller, `anonymous` per address, where the token was no good. */
  guarded(operationId: string): { caller: Limit; anonymous: Limit };
  /** The authorization endpoints: `address` before the body is read, `client` when it can say which client it is. */
  authorization(operationId: string): { address: Limit; client: Limit };
  /** What is no operation, a path or a method that does not exist: per address, as strangers to the group are counted. */
  elsewhere(guard: 'bearer' | 'counted'): Limit;
  /** Operations that the plan names and the service does not have: a misspelt one would go without its limit. */
  unknownOperations(): string[];
};

export function createRateLimits(plan: RatePlan): RateLimits {
  const made = new Map<string, Limit>();
  const seen = new Set<string>();
  // HEAD has its GET's operation and counts with it, so a limit is made once.
  const limitFor = (operationId: string, kind: string, limits: Limits) => {
    if (operationId !== NO_OPERATION) seen.add(operationId);
    const name = `${operationId}:${kind}`;
    const limit = made.get(name) ?? limitBy(limits);
    made.set(name, limit);
    return limit;
  };
  return {
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
    unknownOperations: () => Object.keys(plan.operations).filter((operationId) => !seen.has(operationId)),
  };
}

/** No operationId has a space. */
const NO_OPERATION = 'no operation';

/**
 * Both windows must have room, and only then is the request counted in them: what is refused costs nothing. The headers of
 * draft-ietf-httpapi-ratelimit-headers are on every answer.
 */
function limitBy(limits: Limits): Limit {
  const burst = new WindowCounter(limits.burst);
  const sustained = new WindowCounter(limits.sustained);
  const policy = `"burst";q=${limits.burst.requests};w=${limits.burst.seconds}, "sustained";q=${limits.sustained.requests};w=${limits.sustained.seconds}`;
  return (_request, reply, key, proceed) => {
    // Whole milliseconds: with fractions, a sum less one of its parts can be more than the other, and 1 second read as 2.
    const now = Math.floor(performance.now());
    const short = burst.at(key, now);
    const long = sustained.at(key, now);
    const isWelcome = short.left > 0 && long.left > 0;
    if (isWelcome) {
      short.left -= 1;
      long.left -= 1;
    }
    const shortSeconds = secondsUntil(short.endsAt, now);
    const longSeconds = secondsUntil(long.endsAt, now);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"burst";r=${short.left};t=${shortSeconds}, "sustained";r=${long.left};t=${longSeconds}`);
    if (isWelcome) return proceed();
    // The later of the full ones: before it one of them is still full.
    proceed(tooMany(Math.max(short.left > 0 ? 0 : shortSeconds, long.left > 0 ? 0 : longSeconds)));
  };
}

/** Rounded up: a client that waits as long finds the window open. */
const secondsUntil = (endsAt: number, now: number) => Math.ceil((endsAt - now) / 1000);

function tooMany(waitSeconds: number): Fault {
  const wait = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
  const details = `Try again in ${wait}. The headers RateLimit-Policy and RateLimit say how much is welcome.`;
  const hints = { retryAfterSeconds: waitSeconds };
  return new Fault('QuotaExceeded', { message: 'Too many requests.', details }, { hints });
}

/** An address as a key: of IPv6 the first 64 bits, because whoever has one address has all that share them. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  if (tail?.includes('.')) return tail.slice(tail.lastIndexOf(':') + 1);
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  return [...groups, ...after].slice(0, 4).join(':');
}

/** Client ids are the provider's and short; a longer one is nobody's, and need not be read whole. */
const MAX_CHARACTERS = 64;

/**
 * A name costs its sender nothing and a counter costs memory until its window ends: so an address has so many counters
 * and no more, however many names it makes up. Two real clients at one address rarely share one, and then only a limit.
 */
const CLIENT_BUCKETS = 1024;

/** FNV-1a. Who finds names that share a bucket only shares it with himself: the address is part of the key. */
function bucketOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length && at < MAX_CHARACTERS; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) % CLIENT_BUCKETS;
}

/**
 * Which client asks an authorization endpoint, and from where (decision 33). What it calls itself is not proven yet:
 * it only says which guesses belong together.
 */
export function clientKey(request: FastifyRequest): string {
  const name = basicName(request.headers.authorization) ?? named(request.body) ?? named(request.query) ?? '';
  return `${bucketOf(name)}\n${addressKey(request.ip)}`;
}

/** RFC 7617: the part before the first colon. */
function basicName(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(authorization ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}

/** `client_id` of a form or of a JSON object. */
function named(fields: unknown): string | undefined {
  if (fields instanceof URLSearchParams) return fields.get('client_id') ?? undefined;
  const { client_id: name } = (fields ?? {}) as { client_id?: unknown };
  return typeof name === 'string' ? name : undefined;
}
