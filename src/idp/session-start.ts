import type { Sql } from '../db/db.ts';
import { type Account, lockedAccount } from './accounts.ts';
import type { JudgedSignIn, RequestFacts } from './current-request.ts';
import { recordDevice } from './devices.ts';
import { queueMail } from './mail/mail-queue.ts';
import { insertAttempt } from './sign-in-attempts.ts';

/*
 * The moment in which a sign-in becomes a session. Its transaction updates the row of the account and compares the password with the one
 * that the sign-in was judged by; a change of the password updates the same row and ends all sessions. So whichever commits second sees
 * the other, and a replaced password leaves no session. The list of sign-ins has a sign-in only together with its session.
 */

/** Undefined when the password was replaced since, or the account disabled or removed: the session must not be stored. */
export async function judgedAccount(tx: Sql, { accountId, passwordKey }: JudgedSignIn): Promise<Account | undefined> {
  const account = await lockedAccount(tx, accountId);
  return account?.passwordKey === passwordKey ? account : undefined;
}

/** Lists the sign-in, once: the library stores a session again with each step. Tells the person of a sign-in from a new device. */
export async function listSignIn(
  tx: Sql,
  { id: accountId, demo }: Account,
  { listed }: JudgedSignIn,
  { nowMs, ...facts }: RequestFacts & { nowMs: number },
): Promise<void> {
  if (listed === undefined) return;
  const { id, deviceId } = listed;
  if (!(await insertAttempt(tx, { id, atMs: nowMs, accountId, outcome: 'signed in', ...facts }))) return;
  const device = await recordDevice(tx, { accountId, deviceId, nowMs });
  if (device !== 'new' || demo) return;
  await queueMail(tx, { kind: 'new device', accountId, facts: { ...facts, atMs: nowMs } }, nowMs);
}
