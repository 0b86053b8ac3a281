import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import type { RunParts } from '../../../src/reports/run/run-parts.ts';
import { onEngine } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const where = { marketplaceId: 'STORE_US' };
const { fulfillment, ...schedule } = defaultFeeSchedule() as { fulfillment: { bigAndBulky: object } };
const body = (reportType: string) => ({
  ...{ reportType, marketplaceIds: ['STORE_US'] },
  ...(reportType === 'WHAT_IF' && { parameters: { strategy: { type: 'match' } } }),
});

onEngine('sqlite', 'a listing that cannot be computed', (engine) => {
  let app: ReportsApp;
  const badLines: string[] = [];
  before(async () => {
    app = await openReports(engine);
    (app.parts as { onBadLine?: RunParts['onBadLine'] }).onBadLine = (_error, reportId) => badLines.push(reportId);
    const heavy = { dimensions: { lengthIn: 100, widthIn: 100, heightIn: 100 }, weightLb: 900 };
    const records = [
      { kind: 'item', ...where, itemId: 'HEAVY', category: 'toys_games', ...heavy },
      {
        ...{ kind: 'offer', ...where, sellerId: 'ACME', sku: 'heavy', itemId: 'HEAVY', condition: 'New' },
        ...{ subCondition: 'New', channel: 'FS', listingPrice: 20, quantity: 1 },
      },
      {
        ...{ ...schedule, scheduleId: 'odd', effectiveFrom: '2026-02-01' },
        fulfillment: { ...fulfillment, bigAndBulky: { ...fulfillment.bigAndBulky, perLb: 999999999999.99 } },
      },
    ];
    await app.market.writer.apply(records.map(recordOf), { boards: 'now' });
  });
  after(() => app.close());

  const linesOf = async (reportType: string) => {
    const done = await app.made('for.ACME', body(reportType));
    assert.equal(done.state, 'DONE', JSON.stringify(done.failure));
    return { reportId: done.reportId, ...(await app.lines('for.ACME', done.reportDocumentId as string)) };
  };
  const of = (lines: readonly Record<string, unknown>[], sku: string) =>
    lines.filter(({ SellerSKU }) => SellerSKU === sku);

  test('whose fees are too large has a line that says so, as the endpoints do, and the others have theirs', async () => {
    const reason = 'A fee is too large for an exact number.';
    for (const [type, column] of [
      ['POSITIONS', 'NetAtOwnPrice.Reason'],
      ['WHAT_IF', 'PresentPrice.AfterFees.Reason'],
    ] as const) {
      const { lines } = await linesOf(type);
      const [line] = of(lines, 'heavy');
      assert.deepEqual([line?.[column], line?.Problem], [reason, undefined], type);
      assert.ok(lines.some((one) => one[column.replace('Reason', 'Net')] !== undefined));
    }
    const { lines } = await linesOf('FEES');
    const [line, ...others] = of(lines, 'heavy');
    assert.deepEqual([line?.['Error.Code'], line?.['Error.Detail'], others], ['InternalError', [reason], []]);
    assert.ok(lines.some(({ Status }) => Status === 'Success'));
    const listings = await app.app.inject({
      url: '/products/pricing/v4/listings?MarketplaceId=STORE_US&pageSize=100',
      headers: { authorization: 'Bearer for.ACME' },
    });
    assert.equal(listings.statusCode, 200, listings.body);
    assert.ok(listings.body.includes(reason));
    assert.deepEqual(badLines, []);
  });

  test('whose data are damaged has a line with a problem, which is logged, and the others have theirs', async () => {
    await app.db.run("UPDATE item SET record = json_set(record, '$.dimensions', json('null')) WHERE item_id = 'HEAVY'");
    for (const [type, problem] of [
      ['POSITIONS', 'Problem'],
      ['WHAT_IF', 'Problem'],
      ['FEES', 'Error.Detail'],
    ] as const) {
      badLines.length = 0;
      const { reportId, lines } = await linesOf(type);
      const [line] = of(lines, 'heavy');
      assert.match(String(line?.[problem]), /failed to compute this line/, type);
      assert.deepEqual([line?.MarketplaceId, line?.SellerSKU], ['STORE_US', 'heavy']);
      assert.deepEqual(badLines, [reportId]);
      assert.ok(lines.length > 3);
    }
  });
});
