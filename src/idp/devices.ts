import type { Sql } from '../db/db.ts';
import { digest } from './secrets.ts';

/** Whether a person has signed in with this browser before. `first`: it is the person's first sign-in ever, as far as it is known. */
type DeviceResult = 'known' | 'new' | 'first';

/** `token`: what the browser's cookie has. One browser has a row of its own for each person. */
export const deviceIdOf = (token: string, accountId: string): string => digest(`${token} ${accountId}`);

type DeviceUse = { accountId: string; deviceId: string; nowMs: number };

export async function recordDevice(tx: Sql, { accountId, deviceId: id, nowMs }: DeviceUse): Promise<DeviceResult> {
  const isFirst = await tx.run('UPDATE idp_account SET signed_in_at = $2 WHERE id = $1 AND signed_in_at IS NULL', [
    accountId,
    nowMs,
  ]);
  if (isFirst === 0) await tx.run('UPDATE idp_account SET signed_in_at = $2 WHERE id = $1', [accountId, nowMs]);
  const isKnown = await tx.run('UPDATE idp_device SET used_at = $2 WHERE id = $1', [id, nowMs]);
  if (isKnown === 1) return 'known';
  await tx.run(
    `INSERT INTO idp_device (id, account_id, created_at, used_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at`,
    [id, accountId, nowMs],
  );
  return isFirst === 1 ? 'first' : 'new';
}
