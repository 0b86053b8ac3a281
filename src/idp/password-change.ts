import type { Db, Sql } from '../db/db.ts';
import { endSessions } from './cleanup.ts';
import { queueMail } from './mail/mail-queue.ts';
import { recordPersonChange } from './person-changes.ts';
import { digest } from './secrets.ts';

/** Who changed a password, and from where: the owner of the account is told by e-mail. */
export type PasswordChange = {
  operation: 'change password' | 'reset password';
  passwordHash: string;
  nowMs: number;
  facts: Readonly<Record<string, string>>;
};

/**
 * Sets the password, ends all sessions and all reset links of the account, and tells its owner. Applications keep the access that the account
 * gave them. False, and nothing changes, when there is no such account, or it is disabled.
 */
export function changePassword(db: Db, accountId: string, change: PasswordChange): Promise<boolean> {
  return db.transaction((tx) => setNewPassword(tx, accountId, change));
}

/** The account whose reset link this is; undefined when the link is unknown, used or expired, or the account is disabled. */
export async function accountOfResetLink(
  db: Sql,
  token: string,
  nowMs: number,
): Promise<{ id: string; email: string } | undefined> {
  return db.get(
    `SELECT a.id, a.email FROM idp_link l JOIN idp_account a ON a.id = l.account_id
     WHERE l.id = $1 AND l.kind = 'reset' AND l.used_at IS NULL AND l.expires_at > $2 AND a.disabled_at IS NULL`,
    [digest(token), nowMs],
  );
}

/** Uses the link up and sets the password. Of simultaneous calls one succeeds. False when the link does not work any more. */
export function resetPassword(db: Db, token: string, change: PasswordChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const used = await tx.get<{ account_id: string }>(
      `UPDATE idp_link SET used_at = $2 WHERE id = $1 AND kind = 'reset' AND used_at IS NULL AND expires_at > $2
       RETURNING account_id`,
      [digest(token), change.nowMs],
    );
    return used !== undefined && setNewPassword(tx, used.account_id, change);
  });
}

async function setNewPassword(tx: Sql, accountId: string, change: PasswordChange): Promise<boolean> {
  const { passwordHash, nowMs, facts } = change;
  const isSet = await tx.run(
    'UPDATE idp_account SET password = $2, password_changed_at = $3 WHERE id = $1 AND disabled_at IS NULL',
    [accountId, passwordHash, nowMs],
  );
  if (isSet === 0) return false;
  await endSessions(tx, accountId);
  // Links of other messages, and of messages that are being sent. Those that stop something stay.
  const endLinks = "UPDATE idp_link SET used_at = $2 WHERE account_id = $1 AND kind = 'reset' AND used_at IS NULL";
  await tx.run(endLinks, [accountId, nowMs]);
  await queueMail(tx, { kind: 'password changed', accountId, facts: { ...facts, atMs: nowMs } }, nowMs);
  await recordPersonChange(tx, { accountId, atMs: nowMs, from: facts.address ?? '', operation: change.operation });
  return true;
}
