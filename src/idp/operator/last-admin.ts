import type { Sql } from '../../db/db.ts';

/*
 * One of the operator's people always has `operator:admin` and is enabled: without it nobody could manage the others by the API. Every
 * change of these people updates one row, so that two administrators who disable each other do not both succeed (decision 59). Demo
 * accounts do not count: they are removed before the service opens.
 */

export class LastAdminError extends Error {
  constructor() {
    super('This is the last account of the operator that has operator:admin and is enabled.');
  }
}

/** Whether the account is one that administers the others. Call it before the change, in its transaction. */
export async function isAdmin(tx: Sql, accountId: string): Promise<boolean> {
  await tx.run("UPDATE idp_operator_team SET version = version + 1 WHERE id = 'all'");
  return (await tx.get(`${ADMINS} AND r.account_id = $1 LIMIT 1`, [accountId])) !== undefined;
}

/** The same by the address that is stored. */
export async function isAdminAddress(tx: Sql, email: string): Promise<boolean> {
  const account = await tx.get<{ id: string; kind: string }>('SELECT id, kind FROM idp_account WHERE email = $1', [
    email,
  ]);
  return account?.kind === 'operator' && isAdmin(tx, account.id);
}

/** Call it after the change of an account that was one. Throws, so that the transaction is undone, when no other is left. */
export async function mustLeaveAdmin(tx: Sql): Promise<void> {
  if ((await tx.get(`${ADMINS} LIMIT 1`)) === undefined) throw new LastAdminError();
}

const ADMINS = `SELECT r.account_id FROM idp_operator_right r JOIN idp_account a ON a.id = r.account_id
  WHERE r.name = 'operator:admin' AND a.kind = 'operator' AND a.demo = 0 AND a.disabled_at IS NULL`;
