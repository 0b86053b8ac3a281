import type { Sql } from '../../db/db.ts';
import type { MemberAccount, PersonAccount, SellerAccounts } from '../../domain/accounts/operator-operations.ts';
import type { MemberRole } from '../../domain/authorization/roles.ts';

/* What the operator sees of sellers and their people. */

type SellerRow = { seller_id: string; created_at: number; disabled_at: number | null };

type MemberRow = {
  id: string;
  seller_id: string;
  account_id: string;
  email: string;
  role: MemberRole;
  created_at: number;
  signed_in_at: number | null;
  disabled_at: number | null;
};

const SELLER = 'SELECT seller_id, created_at, disabled_at FROM idp_seller';

/** The sellers whose ids come after `after`, in their order, with their members: at most `limit`. */
export async function sellersAfter(db: Sql, after: string, limit: number): Promise<SellerAccounts[]> {
  const rows = await db.all<SellerRow>(`${SELLER} WHERE seller_id > $1 ORDER BY seller_id LIMIT $2`, [after, limit]);
  return withMembers(db, rows);
}

/** Undefined when the provider does not know the seller. */
export async function sellerById(db: Sql, sellerId: string): Promise<SellerAccounts | undefined> {
  const row = await db.get<SellerRow>(`${SELLER} WHERE seller_id = $1`, [sellerId]);
  return row && (await withMembers(db, [row]))[0];
}

async function withMembers(db: Sql, sellers: readonly SellerRow[]): Promise<SellerAccounts[]> {
  const rows = await db.many<MemberRow>(
    `SELECT m.id, m.seller_id, m.account_id, a.email, m.role, m.created_at, a.signed_in_at, a.disabled_at
     FROM (VALUES {rows: text}) AS k JOIN idp_member m ON m.seller_id = k.column1 JOIN idp_account a ON a.id = m.account_id`,
    sellers.map(({ seller_id }) => [seller_id]),
  );
  const members = Map.groupBy(rows, ({ seller_id }) => seller_id);
  return sellers.map(({ seller_id, created_at, disabled_at }) => ({
    ...{ sellerId: seller_id, createdMs: created_at, disabledMs: disabled_at },
    members: (members.get(seller_id) ?? []).map(memberOf).sort(ownersFirst),
  }));
}

const memberOf = (row: MemberRow): MemberAccount => ({
  ...{ memberId: row.id, accountId: row.account_id, email: row.email, role: row.role },
  ...{ joinedMs: row.created_at, signedInMs: row.signed_in_at, disabledMs: row.disabled_at },
});

const ownersFirst = (a: MemberAccount, b: MemberAccount) =>
  Number(b.role === 'owner') - Number(a.role === 'owner') || (a.email < b.email ? -1 : 1);

/** Undefined when there is none with this id. The operator's own people are none: their accounts are not the sellers' matter. */
export async function personById(db: Sql, accountId: string): Promise<PersonAccount | undefined> {
  const row = await db.get<Pick<MemberRow, 'email' | 'signed_in_at' | 'disabled_at'>>(
    "SELECT email, signed_in_at, disabled_at FROM idp_account WHERE id = $1 AND kind = 'seller'",
    [accountId],
  );
  if (row === undefined) return undefined;
  const sellers = await db.all<{ sellerId: string; role: MemberRole }>(
    'SELECT seller_id AS "sellerId", role FROM idp_member WHERE account_id = $1 ORDER BY seller_id',
    [accountId],
  );
  return { accountId, email: row.email, signedInMs: row.signed_in_at, disabledMs: row.disabled_at, sellers };
}
