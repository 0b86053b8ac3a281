import assert from 'node:assert/strict';
import { canadianFeeSchedule } from '../../src/cli/fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { decimalFromScaled, scaledFromDecimal } from '../../src/domain/decimal.ts';
import { estimateFees, type FeeDetail, isEstimateFailure } from '../../src/domain/fees/estimate.ts';
import type { FeeInput } from '../../src/domain/fees/estimate-input.ts';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import type { FeeType, SellerPlan } from '../../src/domain/vocabulary.ts';

/** Reads and checks the tables of fee examples in `fees-table.test.ts` and `docs/fees.md`. */

/** The cells of a row, by column heading. */
export type Row = { readonly [heading: string]: string };

const FEE_COLUMNS: Readonly<Record<string, FeeType>> = {
  referral: 'ReferralFee',
  closing: 'VariableClosingFee',
  'per item': 'PerItemFee',
  fulfilment: 'FSFulfillmentFee',
};
const INPUT_COLUMNS = ['schedule', 'category', 'price', 'plan', 'store ships', 'parcel', 'item', 'date'];
const KNOWN = new Set([...INPUT_COLUMNS, ...Object.keys(FEE_COLUMNS), 'total', 'because']);

/** The rows of all example tables in a Markdown text: the tables with a schedule and a total column. */
export function exampleRows(markdown: string): Row[] {
  const rows: Row[] = [];
  let heading: string[] = [];
  for (const line of markdown.split('\n').map((one) => one.trim())) {
    if (!line.startsWith('|')) heading = [];
    else if (heading.length === 0) heading = cells(line);
    else if (!/^[|: -]+$/.test(line) && heading.includes('schedule') && heading.includes('total')) {
      for (const name of heading) assert.ok(KNOWN.has(name), `no such column: ${name}`);
      const values = cells(line);
      assert.equal(values.length, heading.length, line);
      rows.push(Object.fromEntries(heading.map((name, at) => [name, values[at] as string])));
    }
  }
  return rows;
}

export function cells(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));
}

function readSchedule(record: unknown): FeeSchedule {
  const result = readRecord(record, { currencyOf: (id) => (id === 'STORE_CA' ? 'CAD' : 'USD') });
  assert.ok(result.ok, JSON.stringify(result));
  assert.ok(result.record.kind === 'feeSchedule' && 'value' in result.record);
  return result.record.value as FeeSchedule;
}

/** The schedules that a row can name: the two defaults, with and without promotions. */
export function schedulesWith(promotions: readonly unknown[]): Readonly<Record<string, FeeSchedule>> {
  const [us, ca] = [defaultFeeSchedule(), canadianFeeSchedule()];
  return {
    US: readSchedule(us),
    CA: readSchedule(ca),
    'US + promotions': readSchedule({ ...us, promotions }),
    'CA + promotions': readSchedule({ ...ca, promotions }),
  };
}

/** Fails unless the service charges the figures of the row. A fee without a column must be 0.00. */
export function checkRow(row: Row, schedules: Readonly<Record<string, FeeSchedule>>): void {
  const columns = Object.entries(FEE_COLUMNS).filter(([name]) => row[name] !== undefined);
  const expected = columns.map(([name, feeType]) => [feeType, row[name]]).filter(([, cell]) => cell !== '');
  // The compared values include the row, so that a failure shows it.
  assert.deepEqual({ row, ...shownBy(row, columns, schedules) }, { row, lines: expected, total: row.total });
}

function shownBy(
  row: Row,
  columns: readonly (readonly [string, FeeType])[],
  schedules: Readonly<Record<string, FeeSchedule>>,
): { lines: [FeeType, string][]; total: string } {
  const result = estimateFees(inputOf(row, schedules));
  if (isEstimateFailure(result)) {
    return { lines: [], total: `no estimate: ${result.code}, reasons: ${result.reasons.length}` };
  }
  const isShown = (line: FeeDetail) => line.finalMinor > 0 || columns.some(([, feeType]) => feeType === line.feeType);
  const lines = result.details.filter(isShown).map((line): [FeeType, string] => [line.feeType, cellOf(line)]);
  return { lines, total: decimal(result.totalMinor) };
}

/** `3.00 - 0.30 + 0.14 = 2.84`: fee, promotion, tax, final fee. Only the fee when there is no promotion and tax. */
export function cellOf({ feeAmountMinor, promotionMinor, taxMinor, finalMinor }: FeeDetail): string {
  const promotion = promotionMinor > 0 ? ` - ${decimal(promotionMinor)}` : '';
  const tax = taxMinor > 0 ? ` + ${decimal(taxMinor)}` : '';
  return decimal(feeAmountMinor) + (promotion + tax === '' ? '' : `${promotion}${tax} = ${decimal(finalMinor)}`);
}

function decimal(minor: number): string {
  return decimalFromScaled(minor, 2).toFixed(2);
}

function inputOf(row: Row, schedules: Readonly<Record<string, FeeSchedule>>): FeeInput {
  const schedule = schedules[row.schedule ?? ''];
  assert.ok(schedule !== undefined, `no schedule called ${row.schedule}`);
  const [price = '', shipping = '0'] = (row.price ?? '').split(' + ');
  const [ships = 'no', program] = (row['store ships'] ?? 'no').split(', ');
  return {
    schedule,
    item: { itemId: row.item ?? 'ITEM1', category: row.category ?? '', ...parcelOf(row.parcel ?? '') },
    sellerPlan: (row.plan ?? 'Professional') as SellerPlan,
    listingPriceMinor: scaled(price, 2),
    shippingMinor: scaled(shipping, 2),
    isStoreFulfilled: ships === 'yes',
    program,
    atMs: Date.parse(row.date ?? '2026-07-01'),
  };
}

/** Parses `12 x 10 x 10 in, 6 lb, hazmat`. A missing part is missing in the catalogue. */
function parcelOf(text: string): Pick<FeeInput['item'], 'dimensions' | 'weightThousandthsLb' | 'hazmat'> {
  const sides = /([\d.]+) x ([\d.]+) x ([\d.]+) in/
    .exec(text)
    ?.slice(1)
    .map((side) => scaled(side, 2));
  const weight = /([\d.]+) lb/.exec(text)?.[1];
  const [lengthHundredthsIn = 0, widthHundredthsIn = 0, heightHundredthsIn = 0] = sides ?? [];
  return {
    hazmat: text.includes('hazmat'),
    ...(sides !== undefined && { dimensions: { lengthHundredthsIn, widthHundredthsIn, heightHundredthsIn } }),
    ...(weight !== undefined && { weightThousandthsLb: scaled(weight, 3) }),
  };
}

function scaled(text: string, decimals: number): number {
  const value = scaledFromDecimal(text, decimals);
  assert.ok(typeof value === 'number', `${text} is no number`);
  return value;
}
