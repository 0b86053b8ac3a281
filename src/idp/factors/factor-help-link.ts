import type { Db, Sql } from '../../db/db.ts';
import { digest } from '../secrets.ts';
import { type HelpStep, stopFactorHelp } from './factor-help.ts';

/** Whether the link of an e-mail can stop a request for help with lost factors. */
export async function helpLinkWorks(db: Sql, token: string, now: number): Promise<boolean> {
  const row = await db.get(
    `SELECT 1 FROM idp_link l JOIN idp_factor_help h ON h.account_id = l.account_id
     WHERE l.id = $1 AND l.kind = 'factor help' AND l.used_at IS NULL AND l.expires_at > $2 AND h.next_at IS NOT NULL
       AND l.created_at >= h.asked_at`,
    [digest(token), now],
  );
  return row !== undefined;
}

/** Uses the link up and stops the request. False, and nothing changes, when the link does not work, or there is nothing to stop. */
export function stopHelpByLink(db: Db, token: string, step: Omit<HelpStep, 'accountId'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await helpLinkWorks(tx, token, step.now))) return false;
    const used = await tx.get<{ account_id: string }>(
      `UPDATE idp_link SET used_at = $2 WHERE id = $1 AND kind = 'factor help' AND used_at IS NULL RETURNING account_id`,
      [digest(token), step.now],
    );
    return used !== undefined && stopFactorHelp(tx, { ...step, accountId: used.account_id });
  });
}
