import type { FastifyReply } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Limits, Window } from '../../domain/rate-plan.ts';
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
  /** How many requests are left, as far as this process knows. Counts nothing. */
  left(key: string): LimitsLeft;
};

/** What is left of both windows of a limit. */
export type LimitsLeft = { readonly burst: WindowLeft; readonly sustained: WindowLeft };
/** `requests` and `seconds` are the window's size; it ends in `secondsLeft`, which is absent when nothing of it is used. */
export type WindowLeft = Window & { readonly left: number; readonly secondsLeft?: number };

/** A limit that knows at once. */
type LocalLimit = Pick<RateLimit, 'giveBack' | 'left'> & {
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
    left(key) {
      const nowMs = Math.floor(now());
      return {
        burst: leftOf(limits.burst, burstWindows.current(key, nowMs), nowMs),
        sustained: leftOf(limits.sustained, sustainedWindows.current(key, nowMs), nowMs),
      };
    },
  };
}

/** What is left of a window that has not ended. */
export const leftOf = (size: Window, current: CountedWindow | undefined, nowMs: number): WindowLeft =>
  current === undefined
    ? { ...size, left: size.requests }
    : { ...size, left: current.left, secondsLeft: secondsUntil(current.endsAt, nowMs) };

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
  const reason = sustained.left > 0 ? 'BurstLimit' : 'SustainedLimit';
  return new Fault('QuotaExceeded', { message: 'Too many requests.', details }, { hints, reason });
}

/** Rounded up, so that the window is open for a client that waits this long. */
const secondsUntil = (endsAt: number, now: number) => Math.ceil((endsAt - now) / 1000);
