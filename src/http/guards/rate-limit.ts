import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Limits, RatePlan } from '../../domain/rate-plan.ts';
import { WindowCounter } from './window-counter.ts';

/** A limit of two windows, for any number of keys. */
export type RateLimit = {
  /** Counts a request and writes its headers. The fault, when the request is over the limit; then it is not counted. */
  count(reply: FastifyReply, key: string): Fault | undefined;
  /** Takes back one counted request. */
  giveBack(key: string): void;
};

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
};

/** `now` is a monotonic clock in milliseconds. */
export function createRateLimits(plan: RatePlan, now: () => number = () => performance.now()): RateLimits {
  const limits = new Map<string, RateLimit>();
  const operations = new Set<string>();
  // HEAD shares the operation of its GET, and so its limit.
  const limitFor = (operationId: string, kind: string, windows: Limits) => {
    if (operationId !== NO_OPERATION) operations.add(operationId);
    const name = `${operationId}:${kind}`;
    const limit = limits.get(name) ?? limitBy(windows, now);
    limits.set(name, limit);
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
    unknownOperations: () => Object.keys(plan.operations).filter((operationId) => !operations.has(operationId)),
  };
}

/** No operationId has a space. */
const NO_OPERATION = 'no operation';

/**
 * A request is counted only when both windows allow it: rejected requests are not counted. Every answer has the headers of
 * draft-ietf-httpapi-ratelimit-headers.
 */
function limitBy({ burst, sustained }: Limits, now: () => number): RateLimit {
  const burstWindows = new WindowCounter(burst);
  const sustainedWindows = new WindowCounter(sustained);
  const policy = `"burst";q=${burst.requests};w=${burst.seconds}, "sustained";q=${sustained.requests};w=${sustained.seconds}`;
  return {
    count(reply, key) {
      // Whole milliseconds: rounding errors of fractions would make 1 second left read as 2.
      const nowMs = Math.floor(now());
      const short = burstWindows.at(key, nowMs);
      const long = sustainedWindows.at(key, nowMs);
      const isAllowed = short.left > 0 && long.left > 0;
      if (isAllowed) {
        short.left -= 1;
        long.left -= 1;
      }
      const shortSeconds = secondsUntil(short.endsAt, nowMs);
      const longSeconds = secondsUntil(long.endsAt, nowMs);
      reply.header('ratelimit-policy', policy);
      reply.header(
        'ratelimit',
        `"burst";r=${short.left};t=${shortSeconds}, "sustained";r=${long.left};t=${longSeconds}`,
      );
      if (isAllowed) return undefined;
      // The later end of the full windows: until then at least one of them is full.
      return tooManyRequests(Math.max(short.left > 0 ? 0 : shortSeconds, long.left > 0 ? 0 : longSeconds));
    },
    giveBack(key) {
      burstWindows.giveBack(key);
      sustainedWindows.giveBack(key);
    },
  };
}

/** Rounded up, so that the window is open for a client that waits this long. */
const secondsUntil = (endsAt: number, now: number) => Math.ceil((endsAt - now) / 1000);

function tooManyRequests(waitSeconds: number): Fault {
  const wait = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
  const details = `Try again in ${wait}. The headers RateLimit-Policy and RateLimit give the limits.`;
  const hints = { retryAfterSeconds: waitSeconds };
  return new Fault('QuotaExceeded', { message: 'Too many requests.', details }, { hints });
}

/** An address as a key. IPv6: only the first 64 bits, because one network has all addresses that share them. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  if (tail?.includes('.')) return tail.slice(tail.lastIndexOf(':') + 1);
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  return [...groups, ...after].slice(0, 4).join(':');
}

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
