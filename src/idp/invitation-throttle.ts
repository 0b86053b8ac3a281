import type { Db } from '../db/db.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { emailKey } from './accounts.ts';
import { AttemptThrottle, takeAttempts } from './attempt-throttle.ts';

/** Invitations of one seller to one address: sending again is for a message that got lost. */
const ADDRESSEE = { freeAttempts: 3, firstPauseMs: 5 * MINUTE_MS, maxPauseMs: HOUR_MS, resetAfterMs: 2 * HOUR_MS };
/** All invitations of one seller: withdrawing one makes room for another, so the limit of open ones is not enough. */
const SELLER = { freeAttempts: 30, firstPauseMs: MINUTE_MS, maxPauseMs: HOUR_MS, resetAfterMs: DAY_MS };

/** Counts an invitation. Returns how long the seller has to wait before it; 0 when it need not wait. */
export type CountInvitation = (sellerId: string, email: string) => Promise<number>;

/** Limits invitations, so that nobody sends messages to strangers through the provider. */
export function invitationThrottle(store: { readonly db: Db; readonly now: () => number }): CountInvitation {
  const sellers = new AttemptThrottle('invitation by seller', SELLER, store);
  const addressees = new AttemptThrottle('invitation by address', ADDRESSEE, store);
  return (sellerId, email) =>
    takeAttempts(store.db, [
      { throttle: sellers, key: sellerId },
      { throttle: addressees, key: `${sellerId} ${emailKey(email)}` },
    ]);
}
