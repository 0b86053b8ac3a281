import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateFees } from '../../src/domain/fees/estimate.ts';
import type { ChangeNews, PromotionNews } from '../../src/domain/fees/fee-news.ts';
import type { FeePromotion } from '../../src/domain/fees/fee-schedule.ts';
import { addListing, emptyTally, type SoldListing } from '../../src/domain/fees/fee-tally.ts';
import { writeFeeNews } from '../../src/wire/notifications/events/fee-news-part.ts';
import { scaled } from '../harness/scale.ts';
import { inputOf, readSchedule } from './fees-input.ts';
import { MARKETS, type RandomSource, randomRequest, randomSchedule, seededRandom } from './fees-random.ts';
import { type PlainRequest, type PlainSchedule, referenceFees } from './fees-reference.ts';

/*
 * What an event about fees says is calculated a second time, listing by listing, from the plain texts of the records
 * (`fees-reference.ts`): with the promotion and without it, before the change and after it.
 */

const AT = ['2026-03-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'] as const;

type Listing = SoldListing & { request: PlainRequest };

function randomListings(random: RandomSource, record: PlainSchedule, decimals: number): Listing[] {
  const schedule = readSchedule(record);
  return Array.from({ length: 130 }, (_, n) => {
    const { program: _program, ...request } = randomRequest(random, record, decimals);
    const { schedule: _schedule, atMs: _atMs, ...unit } = inputOf(schedule, request, decimals);
    return { sku: `SKU-${String(n).padStart(3, '0')}`, unit, request };
  });
}

/** Exact: amounts have few digits, and a safe integer of minor units behind each. */
const minor = (text: string, decimals: number) => {
  const value = Number(text.replace('.', ''));
  assert.equal(text.includes('.') ? (text.split('.')[1]?.length ?? 0) : 0, decimals);
  return value;
};
const amountOf = (value: number, decimals: number) => value / 10 ** decimals;

/** Undefined when there is no estimate. */
function totalMinor(record: PlainSchedule, request: PlainRequest, at: string, decimals: number): number | undefined {
  const lines = referenceFees(record, { ...request, at }, decimals);
  return lines.length === 1 ? undefined : minor(lines.at(-1) ?? '', decimals);
}

/** What is taken off a fee, with all promotions of the record. */
function takenOff(record: PlainSchedule, request: PlainRequest, at: string, feeType: string, decimals: number): number {
  const line = referenceFees(record, { ...request, at }, decimals).find((one) => one.startsWith(`${feeType} `));
  return line === undefined ? 0 : minor(line.split(' ')[2] ?? '', decimals);
}

const partOf = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(`{${text}}`));

describe('what a seller is told about fees', () => {
  it('of a schedule: count, sum and the largest differences equal a second calculation', () => {
    const seen = { published: 0, nothing: 0, down: 0, ties: 0 };
    for (let seed = 1; seed <= scaled(30, 1_500); seed += 1) {
      const random = seededRandom(seed);
      const market = random.pick(MARKETS);
      const { decimals, currency } = market;
      const records = [randomSchedule(random, market), randomSchedule(random, market)] as const;
      if (random.chance(30)) Object.assign(records[1], { ...records[0], perItem: { amount: 0 } });
      const [before, after] = [readSchedule(records[0]), readSchedule(records[1])];
      const listings = randomListings(random, records[0], decimals);
      const news: ChangeNews = {
        ...{ kind: 'FEE_CHANGED', about: { ...after, version: '2' }, daysBefore: 7, isNotice: true },
        before: { schedule: before, atMs: Date.parse(AT[0]) },
        after: { schedule: after, atMs: Date.parse(AT[1]) },
      };
      const tally = emptyTally([news]);
      for (const listing of listings) addListing(tally, [news], listing);
      const expected = listings
        .map(({ sku, request }) => {
          const [one, other] = records.map((record, n) => totalMinor(record, request, AT[n] ?? '', decimals));
          return { sku, itemId: request.itemId, one, other };
        })
        .flatMap(({ sku, itemId, one, other }) =>
          one === undefined || other === undefined || one === other ? [] : [{ sku, itemId, one, other }],
        );
      const published = partOf(writeFeeNews('M1', news, tally[0]));
      seen[published === undefined ? 'nothing' : 'published'] += 1;
      assert.equal(published === undefined, expected.length === 0);
      if (published === undefined) continue;
      const money = (value: number) => ({ CurrencyCode: currency, Amount: amountOf(value, decimals) });
      assert.equal(published.ListingCount, expected.length);
      const sum = expected.reduce((all, { one, other }) => all + BigInt(other) - BigInt(one), 0n);
      assert.deepEqual(published.TotalDifference, money(Number(sum)));
      const size = ({ one, other }: { one: number; other: number }) => Math.abs(other - one);
      const largest = expected.toSorted((a, b) => size(b) - size(a) || (a.sku < b.sku ? -1 : 1)).slice(0, 20);
      assert.deepEqual(
        published.Largest,
        largest.map(({ sku, itemId, one, other }) => ({
          ...{ SellerSKU: sku, storeItemId: itemId, Before: money(one), After: money(other) },
          Difference: money(other - one),
        })),
      );
      seen.down += largest.filter(({ one, other }) => other < one).length;
      seen.ties += largest.filter((one, n) => n > 0 && size(one) === size(largest[n - 1] as typeof one)).length;
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `${what}: ${count}`);
  });

  it('of a promotion: count, listings and amounts equal a second calculation with and without it', () => {
    const seen = { BEGINS: 0, CHANGED: 0, ENDS: 0, nothing: 0, many: 0 };
    for (let seed = 1; seed <= scaled(60, 3_000); seed += 1) {
      const random = seededRandom(seed);
      const market = random.pick(MARKETS);
      const { decimals, currency } = market;
      const record = randomSchedule(random, market);
      const at = AT[0];
      // Alone: what another promotion leaves of the fee is a matter of their order.
      const [first, second] = record.promotions;
      if (first === undefined) continue;
      const sides = [first, { ...(second ?? first), feeType: first.feeType }].map((one) => {
        const plain = {
          ...record,
          promotions: [{ ...one, promotionId: 'P', from: '2026-01-01', until: '2026-12-01' }],
        };
        return { plain, schedule: readSchedule(plain) };
      });
      const [had, has] = [random.chance(60) ? sides[0] : undefined, random.chance(60) ? sides[1] : undefined];
      const dated = (side: (typeof sides)[0] | undefined) =>
        side && {
          promotion: side.schedule.promotions[0] as FeePromotion,
          fees: { schedule: side.schedule, atMs: Date.parse(at) },
        };
      const [before, after] = [dated(had), dated(has)];
      const news: PromotionNews = {
        kind: 'FEE_PROMOTION',
        ...(before && { before }),
        ...(after && { after }),
        hasNewTerms: false,
      };
      const listings = randomListings(random, record, decimals);
      const tally = emptyTally([news]);
      for (const listing of listings) addListing(tally, [news], listing);
      const reduced = (side: (typeof sides)[0] | undefined) =>
        listings
          .map(({ sku, request }) => {
            if (side === undefined) return { sku, request, off: 0 };
            return { sku, request, off: takenOff(side.plain, request, at, first.feeType, decimals) };
          })
          .filter(({ off }) => off > 0);
      const [old, now] = [reduced(had), reduced(has)];
      const published = partOf(writeFeeNews('M1', news, tally[0]));
      const isSame = JSON.stringify(old) === JSON.stringify(now);
      const change =
        now.length === 0 ? (old.length === 0 ? 'nothing' : 'ENDS') : old.length === 0 ? 'BEGINS' : 'CHANGED';
      const expected = change === 'CHANGED' && isSame ? 'nothing' : change;
      seen[expected] += 1;
      assert.equal(published?.Change ?? 'nothing', expected, `seed ${seed}`);
      if (published === undefined) continue;
      const shown = expected === 'ENDS' ? old : now;
      seen.many += Number(shown.length > 100);
      assert.equal(published.ListingCount, shown.length);
      assert.deepEqual(
        published.Listings,
        shown.slice(0, 100).map(({ sku, request, off }) => ({
          ...{ SellerSKU: sku, storeItemId: request.itemId },
          FeePromotion: { CurrencyCode: currency, Amount: amountOf(off, decimals) },
        })),
      );
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `${what}: ${count}`);
  });

  it('a listing whose fee is beyond any exact number counts nowhere, and keeps nobody from being told', () => {
    const random = seededRandom(7);
    const [market] = MARKETS;
    const schedule = readSchedule(randomSchedule(random, market));
    const all = { mode: 'band', tiers: [{ upToMinor: null, rateBasisPoints: 10_000 }] } as const;
    const toys = { ...all, minimumMinor: 0, media: false, apparel: false };
    const dear = { ...schedule, referral: { defaultCategory: 'toys', categories: { toys } } };
    const news: ChangeNews = {
      ...{ kind: 'FEE_CHANGED', about: schedule, daysBefore: 1, isNotice: true },
      ...{ before: { schedule, atMs: 0 }, after: { schedule: dear, atMs: 0 } },
    };
    const tally = emptyTally([news]);
    const item = { itemId: 'ITEM1', category: 'toys', hazmat: false };
    const [listingPriceMinor, shippingMinor] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    const unit = {
      item,
      listingPriceMinor,
      shippingMinor,
      isStoreFulfilled: false,
      sellerPlan: 'Professional',
    } as const;
    assert.throws(() => estimateFees({ ...unit, schedule: dear, atMs: 0 }), RangeError);
    addListing(tally, [news], { sku: 'A', unit });
    assert.equal(writeFeeNews('M1', news, tally[0]), undefined);
  });
});
