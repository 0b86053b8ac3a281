import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { compareEstimates } from '../../src/domain/fees/comparison.ts';
import { type DatedEstimate, REASON_CODES } from '../../src/domain/fees/difference-reason.ts';
import { scheduleInForce } from '../../src/domain/fees/estimate.ts';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import type { Item } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { amountText } from '../../src/domain/money.ts';
import { estimated } from './fees-input.ts';
import { cellOf, cells, checkRow, exampleRows, schedulesWith } from './fees-table.ts';
import { readOk } from './market.ts';

const page = readFileSync(new URL('../../docs/fees.md', import.meta.url), 'utf8');

it('docs/fees.md shows in every example what the service charges', () => {
  const promotions = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '[]');
  const rows = exampleRows(page);
  // Otherwise a table in another format would be skipped silently.
  assert.equal(rows.length, page.match(/^\| (US|CA)\b/gm)?.length);
  assert.ok(rows.length >= 30);
  for (const row of rows) checkRow(row, schedulesWith(promotions));
});

describe('docs/fees.md, on the comparison of dates', () => {
  const section = /^## Compare dates\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  /** The rows under a heading that begins with these columns. */
  const rowsUnder = (...heading: string[]) => {
    const lines = section.split('\n');
    const start = lines.findIndex((line) => cells(line).slice(0, heading.length).join() === heading.join());
    const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
    assert.ok(start >= 0 && end > start + 2, heading.join());
    return lines.slice(start + 2, end).map(cells);
  };
  const { asOf, requests } = JSON.parse(/v4\/compare" -d '(.*?)'/s.exec(section)?.[1] ?? '{}');
  const dated = (asOf as string[]).map((date) => demoEstimate(requests[0].IdValue, Date.parse(date)));

  it('has the figures of the demo market at each date', () => {
    const [first] = dated as [DatedEstimate];
    const rows = dated.map((one, at) => {
      const [referral, , fulfillment] = one.fees.details.map(cellOf);
      const difference = at === 0 ? '' : amountText(compareEstimates(first, one).totalMinor, '').trim();
      return [asOf[at], referral, fulfillment, amountText(one.fees.totalMinor, '').trim(), difference];
    });
    assert.deepEqual(rowsUnder('date', 'ReferralFee'), rows);
  });

  it('has every reason of the referral fee at the second date, word for word', () => {
    const [first, second] = dated as [DatedEstimate, DatedEstimate];
    const [referral] = compareEstimates(first, second).lines;
    const rows = referral?.reasons.map(({ code, message }) => [code, message]);
    assert.deepEqual(rowsUnder('code', 'message'), rows);
  });

  it('lists every code of a reason', () => {
    assert.deepEqual(
      rowsUnder('code', 'the fee differs because').map(([code]) => code),
      [...REASON_CODES],
    );
  });
});

/** The fees of a listing of the demo seller in STORE_US at a date. */
function demoEstimate(sku: string, atMs: number): DatedEstimate {
  const records = demoRecords(Date.UTC(2026, 10, 15)).filter(({ marketplaceId }) => marketplaceId === 'STORE_US');
  const valuesOf = (kind: string): unknown[] =>
    records.filter((record) => record.kind === kind).map((record) => (readOk(record) as { value: unknown }).value);
  const offer = (valuesOf('offer') as Offer[]).find((one) => one.sku === sku && one.sellerId === 'A1DEMOSELLER');
  const item = (valuesOf('item') as Item[]).find(({ itemId }) => itemId === offer?.itemId);
  const schedule = scheduleInForce(valuesOf('feeSchedule') as FeeSchedule[], atMs);
  assert.ok(offer && item && schedule);
  const { listingPriceMinor, shippingMinor = 0, channel } = offer;
  const terms = { listingPriceMinor, shippingMinor, isStoreFulfilled: channel === 'FS' };
  return estimated({ schedule, item, sellerPlan: 'Professional', ...terms, atMs }) ?? assert.fail();
}
