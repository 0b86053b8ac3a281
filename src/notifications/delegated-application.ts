import type { Sql } from '../db/db.ts';

/** Belongs in the transaction that creates a destination: the application has just shown a valid token. */
export async function recordOwner(tx: Sql, sellerId: string, application: string, nowMs: number): Promise<void> {
  await tx.run(
    `INSERT INTO delegated_application (seller_id, application, used_ms) VALUES ($1, $2, $3)
     ON CONFLICT (seller_id, application) DO UPDATE SET used_ms = excluded.used_ms, warned_ms = NULL`,
    [sellerId, application, nowMs],
  );
}
