import { mayPass, retry } from '../calls/retry.ts';
import type { TokenSource } from '../credentials.ts';
import { SharedCall } from './shared-call.ts';
import type { IssuedTokens } from './token-request.ts';

/** A token is renewed this long before its end, or after 90 % of the time that it had left when it was first seen here. */
const MAX_MARGIN_MS = 60_000;
/** How long a token that is still valid is used after its renewal failed. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
const MAX_ATTEMPTS = 4;
/** A longer `Retry-After` is for the caller to decide. */
const MAX_DELAY_MS = 10_000;

type Current = { token: string; expiresAt: number; renewAt: number };

/**
 * Keeps one access token, and renews it once for all callers when it is due or was rejected. `renew` gets a token that is not
 * `replaced`; its signal aborts when no caller waits any more. `mayRepeat`: whether it may be called again after this failure.
 */
export function renewedTokens(
  renew: (replaced: string | undefined, signal: AbortSignal) => Promise<IssuedTokens>,
  mayRepeat: (error: unknown) => boolean,
): TokenSource {
  let current: Current | undefined;

  const renewal = new SharedCall<string>((signal) =>
    retry(
      async () => {
        try {
          current = firstSeen(await renew(current?.token, signal));
        } catch (error) {
          if (!current || current.expiresAt <= Date.now() || !mayPass(error)) throw error;
          current.renewAt = Date.now() + PAUSE_AFTER_FAILURE_MS;
        }
        return current.token;
      },
      (error, delayMs, attempt) => attempt < MAX_ATTEMPTS && delayMs <= MAX_DELAY_MS && mayRepeat(error),
      signal,
    ),
  );

  return {
    token: async (signal) => (current && Date.now() < current.renewAt ? current.token : renewal.join(signal)),
    reject(token) {
      if (current?.token === token) current = { token, expiresAt: 0, renewAt: 0 };
    },
  };
}

function firstSeen({ accessToken, expiresAt = Number.POSITIVE_INFINITY }: IssuedTokens): Current {
  const margin = Math.min(MAX_MARGIN_MS, (expiresAt - Date.now()) / 10);
  return { token: accessToken, expiresAt, renewAt: expiresAt - margin };
}
