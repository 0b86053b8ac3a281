import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const TYPES: [reportType: string, parameters?: object][] = [
  ['POSITIONS'],
  ['FEES', { asOf: ['2026-11-20'] }],
  ['WHAT_IF', { strategy: { type: 'win' } }],
  ['PRICE_HISTORY'],
  ['BUY_BOX_SHARE'],
  ['PRICE_CHANGES'],
  ['EVENTS'],
  ['DELIVERIES'],
];

withEnginesInTorture('types of reports', (engine) => {
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
  });
  after(() => app.close());

  test('200 every type can be made, with the versions that its lines depend on', async () => {
    for (const [reportType, parameters] of TYPES) {
      const made = await app.made('for.ACME', { reportType, ...(parameters && { parameters }) });
      assert.equal(made.state, 'DONE', JSON.stringify(made));
      const { head, lines } = await app.lines('for.ACME', made.reportDocumentId);
      assert.equal(made.lines, lines.length);
      const isPriced = ['POSITIONS', 'FEES', 'WHAT_IF'].includes(reportType);
      assert.equal(
        Object.keys(head.versions).some((name) => name.startsWith('fees STORE_US')),
        isPriced,
        reportType,
      );
      if (isPriced) assert.ok(lines.length > 5, reportType);
    }
  });

  test('200 boards that are not current are rebuilt before the instant', async () => {
    const states = async () => {
      const made = await app.made('for.CORE', { reportType: 'POSITIONS' });
      const { lines } = await app.lines('for.CORE', made.reportDocumentId);
      return Object.fromEntries(lines.map((line) => [line.SellerSKU, line.State]));
    };
    const before = await states();
    const [row] = await app.db.all<{ record: string }>(`SELECT record FROM offer WHERE sku = 'pan-core'`);
    const value = { ...JSON.parse(row?.record ?? ''), listingPriceMinor: 1 };
    await app.market.writer.apply([{ kind: 'offer', op: 'upsert', value }], { boards: 'later' });
    assert.deepEqual([before['pan-core'], (await states())['pan-core']], ['losing', 'winning']);
  });
});
