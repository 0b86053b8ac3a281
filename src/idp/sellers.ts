import type { Db, Sql } from '../db/db.ts';

/** Runs in the transaction of a change. */
type OnChange = (tx: Sql) => Promise<void> | undefined;

/**
 * While a seller is disabled, nobody can sign in to it, its applications get no token, and the tokens of its members and applications do
 * not count (`member-records.ts`, `clients.ts`). Nothing is removed: when it is enabled (`disabledAt` is null), all that has not expired
 * counts again. False, and nothing changes, when the provider does not know the seller, or it is in that state already.
 */
export function setSellerDisabled(
  db: Db,
  { sellerId, disabledAt }: { sellerId: string; disabledAt: number | null },
  onChange: OnChange,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isOther = disabledAt === null ? 'disabled_at IS NOT NULL' : 'disabled_at IS NULL';
    const changed = await tx.run(
      `UPDATE idp_seller SET disabled_at = $2, version = version + 1 WHERE seller_id = $1 AND ${isOther}`,
      [sellerId, disabledAt],
    );
    if (changed === 1) await onChange(tx);
    return changed === 1;
  });
}

/** Whether the provider has members or applications of the seller, or had them. */
export async function isKnownSeller(db: Sql, sellerId: string): Promise<boolean> {
  return (await db.get('SELECT 1 AS found FROM idp_seller WHERE seller_id = $1', [sellerId])) !== undefined;
}

/** The disabled sellers whose ids come after `after`, in their order: at most `limit`. */
export async function disabledSellersAfter(db: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ seller_id: string }>(
    `SELECT seller_id FROM idp_seller WHERE disabled_at IS NOT NULL AND seller_id > $1 ORDER BY seller_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ seller_id }) => seller_id);
}

/** The disabled sellers that a person works for. */
export async function disabledSellersOf(db: Sql, accountId: string): Promise<string[]> {
  const rows = await db.all<{ seller_id: string }>(
    `SELECT s.seller_id FROM idp_member m JOIN idp_seller s ON s.seller_id = m.seller_id
     WHERE m.account_id = $1 AND s.disabled_at IS NOT NULL ORDER BY s.seller_id`,
    [accountId],
  );
  return rows.map(({ seller_id }) => seller_id);
}
