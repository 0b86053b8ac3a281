import { HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { emailKey } from './accounts.ts';
import { AttemptThrottle, type ThrottleStore } from './attempt-throttle.ts';

/** Whether a request for a new password is taken. */
export type ResetRequest = {
  /** How long this network has to wait. */
  waitMs: number;
  /** False when the address got enough messages: the answer stays the same, so that a stranger cannot tell or prevent anything. */
  mayMail: boolean;
};

/** Messages to one address, whether or not it has an account. */
const ADDRESSEE = { freeAttempts: 3, firstPauseMs: 5 * MINUTE_MS, maxPauseMs: HOUR_MS, resetAfterMs: 2 * HOUR_MS };
/** Requests of one network for all addresses. */
const NETWORK = { freeAttempts: 10, firstPauseMs: 10_000, maxPauseMs: 10 * MINUTE_MS, resetAfterMs: HOUR_MS };

/** Limits requests for new passwords per account and per network, so that nobody floods a mailbox or collects addresses. */
export function resetThrottle(store: ThrottleStore): (network: string, email: string) => Promise<ResetRequest> {
  const networks = new AttemptThrottle('reset by network', NETWORK, store);
  const addressees = new AttemptThrottle('reset by address', ADDRESSEE, store);
  return async (network, email) => {
    const waitMs = await networks.take(network);
    if (waitMs > 0) return { waitMs, mayMail: false };
    return { waitMs: 0, mayMail: (await addressees.take(emailKey(email))) === 0 };
  };
}
