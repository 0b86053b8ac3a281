import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Fault } from '../domain/fault.ts';
import type { Limits, RatePlan, Window } from '../domain/rate-plan.ts';

/** Counts a request under a key, writes the headers, and goes on; with a fault when there were too many. */
type Limit = (request: FastifyRequest, reply: FastifyReply, key: string, proceed: Proceed) => void;

type Proceed = (fault?: Error) => void;

/** What the plan allows, operation by operation (decision 33). */
export type RateLimits = {
  /** Behind the bearer guard: `caller` per application and seller, `anonymous` per address, where the token was no good. */
  guarded(operationId: string): { caller: Limit; anonymous: Limit };
  /** The authorization endpoints: `address` before the body is read, `client` when it can say which client it is. */
  authorization(operationId: string): { address: Limit; client: Limit };
  /** Operations that the plan names and the service does not have: a misspelt one would go without its limit. */
  unknownOperations(): string[];
};

export function createRateLimits(plan: RatePlan): RateLimits {
  const made = new Map<string, Limit>();
  const seen = new Set<string>();
  // HEAD has its GET's operation and counts with it, so a limit is made once.
  const limitFor = (operationId: string, kind: string, limits: Limits) => {
    seen.add(operationId);
    const name = `${operationId}:${kind}`;
    const limit = made.get(name) ?? limitBy(quotaOf(name, limits));
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
    unknownOperations: () => Object.keys(plan.operations).filter((operationId) => !seen.has(operationId)),
  };
}

/** What became of one request: the value of `RateLimit`, and how long to wait; 0 when it is welcome. */
type Verdict = { readonly left: string; readonly waitSeconds: number };

/** May answer at once: what counts in this process need not make the hot path wait. */
type Quota = { readonly policy: string; take(key: string): Verdict | Promise<Verdict> };

/** The only place that makes a counter: RateLimiterRedis and its like take the same arguments, and are shared by machines. */
function counterOf(name: string, { requests, seconds }: Window): RateLimiterAbstract {
  return new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds });
}

/** Both windows count every request that is welcome. One that is not costs nothing in the window that would have let it in. */
function quotaOf(name: string, limits: Limits): Quota {
  const burst = counterOf(`${name}:burst`, limits.burst);
  const sustained = counterOf(`${name}:sustained`, limits.sustained);
  return {
    policy: `"burst";q=${limits.burst.requests};w=${limits.burst.seconds}, "sustained";q=${limits.sustained.requests};w=${limits.sustained.seconds}`,
    async take(key) {
      const [short, long] = await Promise.all([burst.penalty(key), sustained.penalty(key)]);
      const left = `"burst";r=${short.remainingPoints};t=${secondsOf(short)}, "sustained";r=${long.remainingPoints};t=${secondsOf(long)}`;
      const shortWait = short.consumedPoints > limits.burst.requests ? secondsOf(short) : 0;
      const longWait = long.consumedPoints > limits.sustained.requests ? secondsOf(long) : 0;
      if (shortWait > 0 && longWait === 0) await sustained.reward(key);
      if (longWait > 0 && shortWait === 0) await burst.reward(key);
      // The later of the two: after it both windows have begun anew, before it one is still full.
      return { left, waitSeconds: Math.max(shortWait, longWait) };
    },
  };
}

/** Rounded up: a client that waits as long finds the window open. */
const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.ceil(msBeforeNext / 1000);

/** The headers of draft-ietf-httpapi-ratelimit-headers, on every answer. */
function limitBy(quota: Quota): Limit {
  return (request, reply, key, proceed) => {
    reply.header('ratelimit-policy', quota.policy);
    const verdict = quota.take(key);
    if (!(verdict instanceof Promise)) return settle(verdict, reply, proceed);
    verdict.then(
      (known) => settle(known, reply, proceed),
      (error: unknown) => {
        // Counters that are shared may be out of reach. Without them the service still serves; it only does not count.
        request.log.warn({ err: error, requestId: request.id }, 'requests cannot be counted at the moment');
        proceed();
      },
    );
  };
}

function settle({ left, waitSeconds }: Verdict, reply: FastifyReply, proceed: Proceed): void {
  reply.header('ratelimit', left);
  if (waitSeconds === 0) proceed();
  else proceed(tooMany(waitSeconds));
}

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

/** Client ids are the provider's and short; a longer one is nobody's, and need not be remembered whole. */
const MOST_CHARACTERS = 64;

/**
 * Which client asks an authorization endpoint, and from where (decision 33). What it calls itself is not proven yet:
 * it only says which guesses belong together.
 */
export function clientKey(request: FastifyRequest): string {
  const name = basicName(request.headers.authorization) ?? named(request.body) ?? named(request.query) ?? '';
  return `${name.slice(0, MOST_CHARACTERS)}\n${addressKey(request.ip)}`;
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
