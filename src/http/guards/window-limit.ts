import type { FastifyReply } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Limits } from '../../domain/rate-plan.ts';
import type { LimitUse } from '../../domain/use-counts.ts';
import { type CountedWindow, WindowCounter } from './window-counter.ts';

/**
 * A counted request: the fault, when it is over the limit; then it is not counted. A promise only when the shared counters have to
 * be asked: most requests must not pay for one.
 */
export type Counted = Fault | undefined | Promise<Fault | undefined>;

/** A limit of two windows, for any number of keys. */
export type RateLimit = {
  /** Counts a request and writes its headers. */
  count(reply: FastifyReply, key: string): Counted;
  /** Takes back one counted request. */
  giveBack(key: string): void;
};

/** A limit that knows at once. */
type LocalLimit = Pick<RateLimit, 'giveBack'> & {
  readonly count: (reply: FastifyReply, key: string) => Fault | undefined;
};

/** Continues a hook: with the fault of the limit, otherwise with `fault`. At once, unless the shared counters are asked. */
export function continueWith(counted: Counted, proceed: (error?: Error) => void, fault?: Error): void {
  if (counted instanceof Promise) counted.then((tooMany) => proceed(tooMany ?? fault), proceed);
  else proceed(counted ?? fault);
}

export const policyOf = ({ burst, sustained }: Limits) =>
  `"burst";q=${burst.requests};w=${burst.seconds}, "sustained";q=${sustained.requests};w=${sustained.seconds}`;

/**
 * Counts in the memory of this process. A request is counted only when both windows allow it: rejected requests are not
 * counted. `policy` is what the headers say of the limits.
 */
export function windowLimit(limits: Limits, now: () => number, use: LimitUse, policy = policyOf(limits)): LocalLimit {
  const burstWindows = new WindowCounter(limits.burst);
  const sustainedWindows = new WindowCounter(limits.sustained);
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
        use.accepted += 1;
      } else use.refused += 1;
      reply.header('ratelimit-policy', policy);
      reply.header('ratelimit', leftText(nowMs, short, long));
      return isAllowed ? undefined : tooManyRequests(nowMs, short, long);
    },
    giveBack(key) {
      burstWindows.giveBack(key);
      sustainedWindows.giveBack(key);
    },
  };
}

/** The header `RateLimit` of every counted answer (draft-ietf-httpapi-ratelimit-headers). */
export const leftText = (nowMs: number, burst: CountedWindow, sustained: CountedWindow): string =>
  `"burst";r=${burst.left};t=${secondsUntil(burst.endsAt, nowMs)}, "sustained";r=${sustained.left};t=${secondsUntil(sustained.endsAt, nowMs)}`;

/** Names the later end of the full windows: until then at least one of them is full. */
export function tooManyRequests(nowMs: number, burst: CountedWindow, sustained: CountedWindow): Fault {
  const secondsOf = ({ left, endsAt }: CountedWindow) => (left > 0 ? 0 : secondsUntil(endsAt, nowMs));
  const waitSeconds = Math.max(secondsOf(burst), secondsOf(sustained));
  const wait = waitSeconds === 1 ? '1 second' : `${waitSeconds} seconds`;
  const details = `Try again in ${wait}. The headers RateLimit-Policy and RateLimit give the limits.`;
  const hints = { retryAfterSeconds: waitSeconds };
  return new Fault('QuotaExceeded', { message: 'Too many requests.', details }, { hints });
}

/** Rounded up, so that the window is open for a client that waits this long. */
const secondsUntil = (endsAt: number, now: number) => Math.ceil((endsAt - now) / 1000);
