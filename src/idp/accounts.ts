import type { Db, Sql } from '../db/db.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import { endSessions, removeRecordsOf } from './cleanup.ts';
import { removeFactorHelp } from './factors/factor-help-table.ts';
import { removeFactors } from './factors/factors.ts';
import { insertMember, type Member } from './members.ts';
import { isAdminAddress, mustLeaveAdmin } from './operator/last-admin.ts';
import { removeOwnData } from './own-data.ts';
import { hashPassword, isOldHash, isPassword } from './password-hash.ts';
import { digest } from './secrets.ts';
import { endMemberships } from './team.ts';

/** A person. The sellers that a person works for: `members.ts`. */
export type Account = {
  id: string;
  email: string;
  /** Whose account it is, never both (decision 55). */
  kind: 'seller' | 'operator';
  demo: boolean;
  /** When the operator disabled it; null while it is enabled. */
  disabledAt: number | null;
  /** Another one for each password. Nobody finds the password, nor its hash, with it. */
  passwordKey: string;
};

type AccountRow = {
  id: string;
  email: string;
  password: string;
  kind: Account['kind'];
  demo: number;
  disabled_at: number | null;
};

/** Runs in the transaction of a change. */
type OnChange = (tx: Sql) => Promise<void> | undefined;

export type NewAccount = {
  id: string;
  email: string;
  passwordHash: string;
  /** The seller that the person first works for. */
  sellerId: string;
  demo?: boolean;
  createdAt: number;
};

/** A person, in one role at a seller. Violates `unique` when the e-mail address has an account already. */
export async function insertAccount(tx: Sql, account: NewAccount, role: MemberRole = 'owner'): Promise<void> {
  await insertPerson(tx, account);
  const { id: accountId, sellerId, createdAt } = account;
  await insertMember(tx, { sellerId, accountId, role, createdAt });
}

/** A person who works for no seller yet. Violates `unique` when the e-mail address has an account already. */
export async function insertPerson(tx: Sql, account: NewAccount): Promise<void> {
  const { id, email, passwordHash, sellerId, demo, createdAt } = account;
  await tx.run(
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
 * addresses have one. A hash of an earlier release is replaced: only now the password is known.
 */
export async function accountByPassword(db: Sql, email: string, password: string): Promise<Account | undefined> {
  const row = await db.get<AccountRow>('SELECT * FROM idp_account WHERE email = $1', [emailKey(email)]);
  const isRight = await isPassword(password, row?.password, await hasOldHashes(db));
  if (row === undefined || !isRight) return undefined;
  if (isOldHash(row.password)) {
    const values = [row.id, row.password, await hashPassword(password)];
    await db.run('UPDATE idp_account SET password = $3 WHERE id = $1 AND password = $2', values);
    // The key of the hash that is stored now: another sign-in, or a new password, may have replaced it first.
    return accountByPassword(db, email, password);
  }
  return accountOf(row);
}

/**
 * Whether the account still has the password that it was read with, and is enabled. Checking a password takes long: one that is replaced
 * meanwhile must not sign in.
 */
export async function isUnchanged(db: Sql, { id, passwordKey }: Account): Promise<boolean> {
  return (await accountById(db, id))?.passwordKey === passwordKey;
}

/**
 * The first statement of transactions that give a person a membership, or remove the person: of two, the second sees what the first
 * did (decision 59). False when there is no such account, or it is disabled.
 */
export async function lockAccount(tx: Sql, id: string): Promise<boolean> {
  return (await tx.run('UPDATE idp_account SET email = email WHERE id = $1 AND disabled_at IS NULL', [id])) === 1;
}

/** As `lockAccount`, and the account; undefined when there is none, or it is disabled. */
export async function lockedAccount(tx: Sql, id: string): Promise<Account | undefined> {
  const lock = 'UPDATE idp_account SET email = email WHERE id = $1 AND disabled_at IS NULL RETURNING *';
  const row = await tx.get<AccountRow>(lock, [id]);
  return row && accountOf(row);
}

/** Whether a hash of an earlier release is left. */
async function hasOldHashes(db: Sql): Promise<boolean> {
  return (await db.get("SELECT id FROM idp_account WHERE password LIKE 'scrypt$%' LIMIT 1")) !== undefined;
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

/** `setAccountDisabled` as part of a transaction, of an account that is in the other state. */
export async function setDisabledIn(tx: Sql, accountId: string, disabledAt: number | null): Promise<void> {
  await tx.run('UPDATE idp_account SET disabled_at = $2 WHERE id = $1', [accountId, disabledAt]);
  await endSessions(tx, accountId);
}

function changeAccount(
  db: Db,
  onChange: OnChange,
  [assignment, condition]: [assignment: string, condition: string],
  values: [string, string | number | null],
) {
  return db.transaction(async (tx) => {
    const wasAdmin = await isAdminAddress(tx, values[0]);
    const found = await tx.get<{ id: string }>(
      `UPDATE idp_account SET ${assignment} WHERE email = $1 AND ${condition} RETURNING id`,
      values,
    );
    if (found === undefined) return false;
    if (wasAdmin) await mustLeaveAdmin(tx);
    await endSessions(tx, found.id);
    await onChange(tx);
    return true;
  });
}

export type AccountRemoval =
  | { kind: 'removed' }
  | { kind: 'missing' }
  /** The other members of this seller would have no owner (decision 52): nothing was removed. */
  | { kind: 'last owner'; sellerId: string };

/** Runs in the transaction of a removal, with the memberships that it ended. */
type OnRemoved = (tx: Sql, ended: readonly Member[]) => Promise<void> | undefined;

/**
 * Removes a person with its memberships, sessions, grants and tokens. The transaction ends all of them. What is deleted after it, in
 * batches, is of no use to anybody: a process that dies before leaves records that end by their time.
 */
export async function removeAccount(db: Db, email: string, onRemoved?: OnRemoved): Promise<AccountRemoval> {
  const ended = await db.transaction(async (tx) => {
    // As `lockAccount`, and also of one that is disabled.
    const lock = 'UPDATE idp_account SET email = email WHERE email = $1 RETURNING id';
    const found = await tx.get<{ id: string }>(lock, [emailKey(email)]);
    if (found === undefined) return undefined;
    const memberships = await endMemberships(tx, found.id);
    if ('lastOwnerOf' in memberships) return memberships;
    const wasAdmin = await isAdminAddress(tx, emailKey(email));
    await endSessions(tx, found.id);
    await removeOwnData(tx, found.id);
    await removeFactors(tx, found.id);
    await removeFactorHelp(tx, found.id);
    await tx.run('DELETE FROM idp_account WHERE id = $1', [found.id]);
    if (wasAdmin) await mustLeaveAdmin(tx);
    await onRemoved?.(tx, memberships.ended);
    return [found.id, ...memberships.ended.map(({ id }) => id)];
  });
  if (ended === undefined) return { kind: 'missing' };
  if ('lastOwnerOf' in ended) return { kind: 'last owner', sellerId: ended.lastOwnerOf };
  for (const id of new Set(ended)) await removeRecordsOf(db, 'account_id', id);
  return { kind: 'removed' };
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

function accountOf({ id, email, password, kind, demo, disabled_at }: AccountRow): Account {
  return { id, email, kind, demo: demo === 1, disabledAt: disabled_at, passwordKey: digest(password) };
}
