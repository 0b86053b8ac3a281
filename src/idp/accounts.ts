import type { Db, Sql } from '../db/db.ts';
import { removeRecords } from './cleanup.ts';
import { decoyHash, isSecret } from './secrets.ts';

export type Account = { id: string; email: string; sellerId: string; demo: boolean };

type AccountRow = { id: string; email: string; password: string; seller_id: string; demo: number };

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
  await db.run(
    'INSERT INTO idp_account (id, email, password, seller_id, demo, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      account.id,
      emailKey(account.email),
      account.passwordHash,
      account.sellerId,
      account.demo ? 1 : 0,
      account.createdAt,
    ],
  );
}

/** Undefined when there is none. */
export async function accountById(db: Sql, id: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE id = $1', [id]);
  return row && accountOf(row);
}

/** What the password of an unknown account is checked against. */
const decoy = decoyHash();

/** Takes the same time whether or not the account exists, so that the time does not tell which addresses have one. */
export async function accountByPassword(db: Sql, email: string, password: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE email = $1', [emailKey(email)]);
  const isRight = await isSecret(password, row?.password ?? decoy);
  return row && isRight ? accountOf(row) : undefined;
}

export async function listAccounts(db: Sql): Promise<Account[]> {
  return (await db.all<AccountRow>('SELECT * FROM idp_account ORDER BY email')).map(accountOf);
}

/** Removes the account with its sessions, grants and tokens. False when there is none. `onRemoved` runs in the transaction. */
export async function removeAccount(
  db: Db,
  email: string,
  onRemoved?: (tx: Sql) => Promise<void> | undefined,
): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    const found = await tx.get<{ id: string }>('DELETE FROM idp_account WHERE email = $1 RETURNING id', [
      emailKey(email),
    ]);
    if (found) await onRemoved?.(tx);
    return found;
  });
  if (row === undefined) return false;
  await removeRecords(db, 'account_id', row.id);
  return true;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

function accountOf({ id, email, seller_id, demo }: AccountRow): Account {
  return { id, email, sellerId: seller_id, demo: demo === 1 };
}
