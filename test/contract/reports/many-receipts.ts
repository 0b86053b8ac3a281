import type { Db } from '../../../src/db/db.ts';

const ROWS = 1_000;

/** Stores receipts of price changes that changed nothing, of as many SKUs. */
export async function addReceipts(db: Db, sellerId: string, count: number): Promise<void> {
  const asked = JSON.stringify({ customer: 'Consumer', strategy: { type: 'win' } });
  for (let from = 0; from < count; from += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, count - from) }, (_, n) => {
      const number = String(from + n).padStart(9, '0');
      return [`pc_${number}-${sellerId}`, `pc_${number}`, sellerId, `sku-${number}`, asked];
    });
    await db.many(
      `INSERT INTO price_change (id, call_id, marketplace_id, seller_id, seller_group, sku, state, asked, client_id, is_console,
         request_id, created_ms, settled_ms, outcome)
       SELECT k.column1, k.column2, 'STORE_US', k.column3, 0, k.column4, 'UNCHANGED', k.column5, 'app', 0, 'request', 1000, 1000, '{}'
       FROM (VALUES {rows: text, text, text, text, text}) AS k`,
      rows,
    );
  }
}
