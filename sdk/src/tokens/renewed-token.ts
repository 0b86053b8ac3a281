import { ApiError } from '../api-error.ts';
import { pause } from '../calls/call-deadline.ts';
import { retryDelayMs } from '../calls/retry-after.ts';
import { wasNeverSent } from '../calls/unsent.ts';
import type { TokenSource } from '../credentials.ts';
import { SharedCall } from './shared-call.ts';

export type AccessToken = { value: string; expiresAt: number | undefined };

export type Renewal = {
  /** Gets a token that is not `replaced`, which is due or was rejected. `signal` aborts when nobody waits any more. */
  renew(replaced: string | undefined, signal: AbortSignal): Promise<AccessToken>;
  /** Whether the request may be sent again after this failure. */
  mayRepeat(error: unknown): boolean;
};

/** A token is renewed this long before its end, or after 90 % of the time that it had left when it was first seen here. */
const MAX_MARGIN_MS = 60_000;
/** How long a token that is still valid is used after its renewal failed. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
const MAX_ATTEMPTS = 4;
/** A longer `Retry-After` is for the caller to decide. */
const MAX_DELAY_MS = 10_000;

type Current = AccessToken & { renewAt: number; isRejected: boolean };

/** Keeps one access token, and renews it once for all callers when it is due or was rejected. */
export function renewedTokens({ renew, mayRepeat }: Renewal): TokenSource {
  let current: Current | undefined;

  const renewal = new SharedCall<string>(async (signal) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        current = firstSeen(await renew(current?.value, signal));
        return current.value;
      } catch (error) {
        if (current && isValid(current) && isTemporary(error)) {
          current.renewAt = Date.now() + PAUSE_AFTER_FAILURE_MS;
          return current.value;
        }
        const delayMs = retryDelayMs(attempt, error instanceof ApiError ? error.retryAfterMs : undefined);
        if (attempt >= MAX_ATTEMPTS || delayMs > MAX_DELAY_MS || !mayRepeat(error)) throw error;
        await pause(delayMs, signal);
        signal.throwIfAborted();
      }
    }
  });

  return {
    token(signal) {
      if (current && !current.isRejected && Date.now() < current.renewAt) return Promise.resolve(current.value);
      return renewal.join(signal);
    },
    reject(token) {
      if (current?.value === token) current.isRejected = true;
    },
  };
}

function firstSeen({ value, expiresAt }: AccessToken): Current {
  const leftMs = (expiresAt ?? Number.POSITIVE_INFINITY) - Date.now();
  const renewAt = Date.now() + leftMs - Math.min(MAX_MARGIN_MS, leftMs / 10);
  return { value, expiresAt, renewAt, isRejected: false };
}

const isValid = ({ isRejected, expiresAt = Number.POSITIVE_INFINITY }: Current) =>
  !isRejected && Date.now() < expiresAt;

/** No answer, or one that says "later". */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'ConnectionFailed' ||
    error.code === 'DeadlineExceeded' ||
    error.status === 429 ||
    error.status >= 500);

/** The provider certainly did not execute the request. */
export const wasNotExecuted = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || wasNeverSent(error.cause));
