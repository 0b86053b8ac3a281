import type { Db, Sql } from '../db/db.ts';
import { endSessions, removeRecordsOf } from './cleanup.ts';
import { hashPassword, isOldHash, isPassword } from './password-hash.ts';

export type Account = {
  id: string;
  email: string;
  sellerId: string;
  demo: boolean;
  /** When the operator disabled it; null while it is enabled. */
  disabledAt: number | null;
};

type AccountRow = {
  id: string;
  email: string;
  password: string;
  seller_id: string;
  demo: number;
  disabled_at: number | null;
};

/** Runs in the transaction of a change. */
type OnChange = (tx: Sql) => Promise<void> | undefined;

export type NewAccount = {
  id: string;
  email: string;
  passwordHash: string;
  sellerId: string;
  demo?: boolean;
  createdAt: number;
};

/** Violates `unique` when the e-mail address has an account already. */
export async function insertAccount(db: Sql, account: NewAccount): Promise<void> {
  const { id, email, passwordHash, sellerId, demo, createdAt } = account;
  await db.run(
    'INSERT INTO idp_account (id, email, password, seller_id, demo, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, emailKey(email), passwordHash, sellerId, demo ? 1 : 0, createdAt],
  );
}

/** Undefined when there is none, or it is disabled: its sessions count as ended. */
export async function accountById(db: Sql, id: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE id = $1 AND disabled_at IS NULL', [id]);
  return row && accountOf(row);
}

/** Undefined when there is none. */
export async function accountByEmail(db: Sql, email: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE email = $1', [emailKey(email)]);
  return row && accountOf(row);
}

/**
 * Also an account that is disabled. Takes the same time whether or not the account exists, so that the time does not reveal which
 * addresses have one. A hash of an earlier release is replaced: only now the password is known. Those of the demo stay: their password is
 * public, and the sign-in page tells by the hash whether it still works.
 */
export async function accountByPassword(db: Sql, email: string, password: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE email = $1', [emailKey(email)]);
  const isRight = await isPassword(password, row?.password);
  if (row === undefined || !isRight) return undefined;
  if (isOldHash(row.password) && row.demo === 0) {
    const values = [row.id, row.password, await hashPassword(password)];
    await db.run('UPDATE idp_account SET password = $3 WHERE id = $1 AND password = $2', values);
  }
  return accountOf(row);
}

export async function listAccounts(db: Sql): Promise<Account[]> {
  return (await db.all<AccountRow>('SELECT * FROM idp_account ORDER BY email')).map(accountOf);
}

/**
 * Sets the password and ends the sessions of everybody who signed in with the old one. Applications keep the access that the account
 * gave them. False when there is no such account.
 */
export async function setPassword(
  db: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
  onChange: OnChange,
): Promise<boolean> {
  return changeAccount(db, onChange, ['password = $2', 'true'], [emailKey(email), passwordHash]);
}

/**
 * While an account is disabled, nobody can sign in to it, and the grants that it gave do not count (`adapter.ts`). Its sessions end for
 * good, its grants count again when it is enabled: `disabledAt` is null. False, and nothing changes, when there is no such account, or it
 * is in that state already.
 */
export async function setAccountDisabled(
  db: Db,
  { email, disabledAt }: { email: string; disabledAt: number | null },
  onChange: OnChange,
): Promise<boolean> {
  const isOther = disabledAt === null ? 'disabled_at IS NOT NULL' : 'disabled_at IS NULL';
  return changeAccount(db, onChange, ['disabled_at = $2', isOther], [emailKey(email), disabledAt]);
}

function changeAccount(
  db: Db,
  onChange: OnChange,
  [assignment, condition]: [assignment: string, condition: string],
  values: [string, string | number | null],
) {
  return db.transaction(async (tx) => {
    const found = await tx.get<{ id: string }>(
      `UPDATE idp_account SET ${assignment} WHERE email = $1 AND ${condition} RETURNING id`,
      values,
    );
    if (found === undefined) return false;
    await endSessions(tx, found.id);
    await onChange(tx);
    return true;
  });
}

/** Removes the account with its sessions, grants and tokens. False when there is none. */
export async function removeAccount(db: Db, email: string, onRemoved?: OnChange): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    const remove = 'DELETE FROM idp_account WHERE email = $1 RETURNING id';
    const found = await tx.get<{ id: string }>(remove, [emailKey(email)]);
    if (found) await onRemoved?.(tx);
    return found;
  });
  if (row === undefined) return false;
  await removeRecordsOf(db, 'account_id', row.id);
  return true;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

function accountOf({ id, email, seller_id, demo, disabled_at }: AccountRow): Account {
  return { id, email, sellerId: seller_id, demo: demo === 1, disabledAt: disabled_at };
}
