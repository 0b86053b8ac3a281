import type { Sql } from '../db/db.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import { randomHex } from './secrets.ts';

/** A person who works for a seller, in one role (decision 52). Its id is the `sub` of tokens. */
export type Member = {
  id: string;
  sellerId: string;
  accountId: string;
  email: string;
  role: MemberRole;
  createdAt: number;
  /** The operator has disabled the person. */
  isDisabled: boolean;
};

type MemberRow = {
  id: string;
  seller_id: string;
  account_id: string;
  email: string;
  role: MemberRole;
  created_at: number;
  disabled_at: number | null;
};

const SELECT = `SELECT m.id, m.seller_id, m.account_id, a.email, m.role, m.created_at, a.disabled_at
  FROM idp_member m JOIN idp_account a ON a.id = m.account_id`;

/** Undefined when there is none, or its person or seller is disabled. */
export async function memberById(db: Sql, id: string): Promise<Member | undefined> {
  const row = await db.get<MemberRow>(
    `${SELECT} JOIN idp_seller s ON s.seller_id = m.seller_id
     WHERE m.id = $1 AND a.disabled_at IS NULL AND s.disabled_at IS NULL`,
    [id],
  );
  return row && memberOf(row);
}

/** The sellers that a person works for, by their ids; those that are enabled, unless all are asked for. */
export async function membershipsOf(
  db: Sql,
  accountId: string,
  which: 'enabled' | 'also disabled' = 'enabled',
): Promise<Member[]> {
  const rows = await db.all<MemberRow>(
    `${SELECT} JOIN idp_seller s ON s.seller_id = m.seller_id WHERE m.account_id = $1
       ${which === 'enabled' ? 'AND a.disabled_at IS NULL AND s.disabled_at IS NULL' : ''} ORDER BY m.seller_id`,
    [accountId],
  );
  return rows.map(memberOf);
}

/** Everybody who works for a seller, disabled people too; owners first, then by address. */
export async function membersOf(db: Sql, sellerId: string): Promise<Member[]> {
  const rows = await db.all<MemberRow>(
    `${SELECT} WHERE m.seller_id = $1 ORDER BY CASE WHEN m.role = 'owner' THEN 0 ELSE 1 END, a.email`,
    [sellerId],
  );
  return rows.map(memberOf);
}

/** When the people of a seller last signed in, by member id, as far as it is known. */
export async function lastSignIns(db: Sql, sellerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ id: string; signed_in_at: number }>(
    `SELECT m.id, a.signed_in_at FROM idp_member m JOIN idp_account a ON a.id = m.account_id
     WHERE m.seller_id = $1 AND a.signed_in_at IS NOT NULL`,
    [sellerId],
  );
  return new Map(rows.map((row) => [row.id, row.signed_in_at]));
}

/** All members of all sellers, by address: for the operator's list. */
export async function listMembers(db: Sql): Promise<Member[]> {
  return (await db.all<MemberRow>(`${SELECT} ORDER BY a.email, m.seller_id`)).map(memberOf);
}

export type NewMember = { sellerId: string; accountId: string; role: MemberRole; createdAt: number };

/** Creates the seller's row if it has none. Violates `unique` when the person is a member already. Returns the new member's id. */
export async function insertMember(tx: Sql, { sellerId, accountId, role, createdAt }: NewMember): Promise<string> {
  await ensureSeller(tx, sellerId, createdAt);
  const account = await tx.get<{ kind: string }>('SELECT kind FROM idp_account WHERE id = $1', [accountId]);
  if (account?.kind === 'operator') throw new Error("An account of the operator cannot be a seller's member.");
  // Never an id that was used before: tokens of a member who was removed must not come back.
  const id = randomHex(16);
  await tx.run(
    'INSERT INTO idp_member (id, seller_id, account_id, role, version, created_at) VALUES ($1, $2, $3, $4, 0, $5)',
    [id, sellerId, accountId, role, createdAt],
  );
  return id;
}

/** Creates the row of a seller, or counts its version up: of two transactions that do, the second sees what the first did. */
export async function ensureSeller(tx: Sql, sellerId: string, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO idp_seller (seller_id, version, created_at) VALUES ($1, 0, $2)
     ON CONFLICT (seller_id) DO UPDATE SET version = idp_seller.version + 1`,
    [sellerId, now],
  );
}

/** `ensureSeller` of a seller that has members: the first statement of every transaction that changes them (decision 59). */
export async function touchSeller(tx: Sql, sellerId: string): Promise<void> {
  await tx.run('UPDATE idp_seller SET version = version + 1 WHERE seller_id = $1', [sellerId]);
}

function memberOf({ id, seller_id, account_id, email, role, created_at, disabled_at }: MemberRow): Member {
  const isDisabled = disabled_at !== null;
  return { id, sellerId: seller_id, accountId: account_id, email, role, createdAt: created_at, isDisabled };
}
