import { deepEqual, equal } from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import type { Receipt, ReceiptState } from '../../../src/domain/price-changes/receipt.ts';
import { type ReceiptQuery, receiptPage } from '../../../src/market/price-changes/receipt-page.ts';
import { addReceipts } from '../../../src/market/price-changes/receipt-table.ts';
import { withEngines } from '../../db/engines.ts';

const stateOf = (n: number): ReceiptState => (n % 3 === 0 ? 'APPLIED' : 'REJECTED');

/** Each hundredth of 2,500 changes is in M2. */
const receipts = Array.from(
  { length: 2_500 },
  (_, n): Receipt => ({
    id: `pc_${String(n).padStart(5, '0')}`,
    ...{
      callId: 'call',
      marketplaceId: n % 100 === 0 ? 'M2' : 'M1',
      sellerId: 'S1',
      sku: `sku-${n % 7}`,
      itemId: undefined,
    },
    ...{
      state: stateOf(n),
      asked: { sku: `sku-${n % 7}`, customer: 'Consumer' },
      by: { clientId: 'app', isConsole: false },
    },
    ...{ requestId: 'r', createdMs: n, settledMs: undefined, termsRevision: undefined, result: {} },
  }),
);

withEngines('pages of receipts', (engine) => {
  let db: Db;
  before(async () => {
    db = await (await engine.migrated()).open();
    await addReceipts(db, receipts);
    await addReceipts(db, [{ ...(receipts[0] as Receipt), id: 'pc_other', sellerId: 'S2', marketplaceId: 'M2' }]);
  });

  const pages = async (query: Omit<ReceiptQuery, 'limit'>, limit: number) => {
    const found: string[][] = [];
    for (let after: string | undefined; ; ) {
      const page = await receiptPage(db, 'S1', { ...query, after, limit });
      found.push(page.receipts.map(({ id }) => id));
      after = page.next;
      if (after === undefined) return found;
    }
  };

  it('have those of a marketplace, whatever else is asked for, newest first and each once', async () => {
    for (const query of [
      {},
      { sku: 'sku-2' },
      { state: 'APPLIED' as const },
      { sku: 'sku-2', state: 'APPLIED' as const },
    ])
      for (const marketplaceId of ['M1', 'M2', undefined])
        for (const limit of marketplaceId === 'M2' ? [7, 100] : [100]) {
          const expected = receipts.filter(
            (one) =>
              (marketplaceId === undefined || one.marketplaceId === marketplaceId) &&
              (query.sku === undefined || one.sku === query.sku) &&
              (query.state === undefined || one.state === query.state),
          );
          const found = await pages({ marketplaceId, ...query }, limit);
          deepEqual(found.flat(), expected.map(({ id }) => id).reverse());
        }
  });

  it('end early where the seller has few in the marketplace, and go on', async () => {
    const found = await pages({ marketplaceId: 'M2' }, 100);
    deepEqual(
      found.map(({ length }) => length),
      [10, 10, 5],
    );
    const none = await pages({ marketplaceId: 'NOWHERE' }, 100);
    deepEqual(none, [[], [], []]);
    equal((await pages({}, 1_000)).length, 3);
  });
});
