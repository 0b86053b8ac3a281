import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { type SeedOptions, seedRecords } from '../../src/cli/seed/records.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Item } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { readRecord } from '../../src/domain/market/records/market-record.ts';
import type { Seller } from '../../src/domain/market/seller.ts';

function lines(options: SeedOptions): string[] {
  return Array.from(seedRecords(options), (one) => JSON.stringify(one));
}

function digest(options: SeedOptions): string {
  return createHash('sha256').update(lines(options).join('\n')).digest('hex');
}

function share<T>(list: readonly T[], which: (one: T) => boolean): number {
  return list.filter(which).length / list.length;
}

function assertBetween(value: number, low: number, high: number, what: string): void {
  assert.ok(value >= low && value <= high, `${what}: ${value} is not between ${low} and ${high}`);
}

describe('a seeded market', () => {
  const small = { items: 120, sellers: 40, seed: 7 };

  it('is the same for the same seed, byte for byte, on every machine', () => {
    assert.equal(digest(small), digest(small));
    // Pinned: it changes only when the generator is changed on purpose.
    assert.equal(digest(small), 'a9240444885c7702480ebf0f240539d189f10ce6c1717a8ce5438e39f90c4ec6');
  });

  it('differs for another seed', () => {
    const mine = new Set(lines(small).slice(2));
    const others = lines({ ...small, seed: 8 }).slice(2);
    assert.equal(others.filter((line) => mine.has(line)).length, 0);
    assert.notEqual(digest({ ...small, seed: 7 + 2 ** 32 }), digest(small));
  });

  it('of fewer items is a prefix of one with more items', () => {
    const large = lines({ ...small, items: 400 });
    for (const items of [0, 1, 13, 120, 399]) {
      const fewer = lines({ ...small, items });
      assert.deepEqual(large.slice(0, fewer.length), fewer);
      assert.equal(fewer.filter((line) => line.startsWith('{"kind":"item"')).length, items);
    }
  });

  it('is streamed: the first records of a huge market come at once', () => {
    const begun = [...seedRecords({ items: 1_000_000_000, sellers: 3, seed: 1 }).take(50)];
    assert.equal(begun.length, 50);
  });

  it('begins with the marketplace and its fee schedule, and takes the id of another marketplace', () => {
    const [marketplace, schedule] = seedRecords(small);
    assert.deepEqual(marketplace, demoRecords(0)[0]);
    assert.deepEqual(schedule, defaultFeeSchedule());
    for (const one of seedRecords({ ...small, marketplaceId: 'STORE_X' })) {
      if (one.kind !== 'seller') assert.equal(one.marketplaceId, 'STORE_X');
    }
  });

  it('shares no seller and no item with the demo, so that both can be in one store', () => {
    const taken = new Set(demoRecords(0).flatMap(({ sellerId, itemId }) => [sellerId, itemId]));
    for (const { sellerId, itemId } of seedRecords(small)) {
      assert.ok(!(sellerId !== undefined && taken.has(sellerId)) && !(itemId !== undefined && taken.has(itemId)));
    }
  });

  it('counts dates of offers from its epoch, not from the clock', () => {
    const epochMs = Date.UTC(2030, 0, 1);
    const dates = [...seedRecords({ items: 300, sellers: 40, seed: 1, epochMs })].flatMap(
      ({ availableDate, startTime }) => [availableDate, startTime].filter((one) => one !== undefined),
    );
    assert.ok(dates.length > 0);
    for (const date of dates) assertBetween(Date.parse(String(date)), epochMs, epochMs + 721 * DAY_MS, 'date');
  });

  it('rejects invalid counts', () => {
    for (const wrong of [{ items: -1 }, { items: 1.5 }, { sellers: 0 }, { seed: Number.NaN }]) {
      assert.throws(() => [...seedRecords({ ...small, ...wrong })], RangeError);
    }
  });
});

describe('a seeded market of 3,000 items', () => {
  const sellers: Seller[] = [];
  const items: Item[] = [];
  const offers: Offer[] = [];
  const itemPositions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const value of seedRecords({ items: 3000, sellers: 600, seed: 42 })) {
    const result = readRecord(value, { currencyOf: (id) => (id === 'STORE_US' ? 'USD' : undefined) });
    assert.ok(result.ok, JSON.stringify([value, result]));
    const { record } = result;
    assert.ok(record.op === 'upsert');
    if (record.kind === 'seller') sellers.push(record.value);
    if (record.kind === 'item') {
      itemPositions.set(record.value.itemId, items.push(record.value));
      counts.set(record.value.itemId, 0);
    }
    if (record.kind === 'offer') {
      offers.push(record.value);
      // Each offer directly follows its item.
      assert.equal(record.value.itemId, items.at(-1)?.itemId);
      counts.set(record.value.itemId, (counts.get(record.value.itemId) ?? 0) + 1);
    }
  }
  const isParent = (item: Item): boolean => (item.relatives?.children.length ?? 0) > 0;
  const sold = items.filter((one) => !isParent(one));

  it('has the requested numbers of sellers and items', () => {
    assert.equal(items.length, 3000);
    assert.equal(sellers.length, 600);
    assert.equal(new Set(items.map((one) => one.itemId)).size, 3000);
  });

  it('has about eight offers per item: many items have one, a few have a hundred', () => {
    assertBetween(offers.length / items.length, 7, 9, 'mean');
    const perItem = sold.map((one) => counts.get(one.itemId) ?? 0).sort((a, b) => a - b);
    assert.equal(perItem[0], 1);
    assertBetween(perItem[Math.floor(perItem.length / 2)] ?? 0, 3, 5, 'median');
    assertBetween(
      share(perItem, (count) => count === 1),
      0.12,
      0.3,
      'with one',
    );
    assert.ok((perItem.at(-1) ?? 0) > 100);
  });

  it('has all conditions, mostly New', () => {
    const of = (condition: string): number => share(offers, (one) => one.condition === condition);
    assertBetween(of('New'), 0.75, 0.92, 'New');
    assertBetween(of('Used'), 0.06, 0.18, 'Used');
    assertBetween(of('Refurbished'), 0.01, 0.05, 'Refurbished');
    assertBetween(of('Collectible'), 0.003, 0.04, 'Collectible');
    assertBetween(of('Club'), 0.0003, 0.02, 'Club');
  });

  it('has both channels, business terms and offers that cannot be bought', () => {
    assertBetween(
      share(offers, (one) => one.channel === 'FS'),
      0.2,
      0.5,
      'FS',
    );
    assertBetween(
      share(offers, (one) => one.businessPriceMinor !== undefined),
      0.05,
      0.25,
      'business price',
    );
    assertBetween(
      share(offers, (one) => one.quantityDiscounts.length > 0),
      0.02,
      0.15,
      'discounts',
    );
    assert.ok(offers.some((one) => one.shippingMinor === undefined));
    assert.ok(offers.some((one) => !one.active));
    assert.ok(offers.some((one) => one.availability === 'FUTURE_WITH_DATE'));
  });

  it('has prices that fit the category', () => {
    const median = (category: string): number => {
      const ids = new Set(items.filter((one) => one.category === category).map((one) => one.itemId));
      const prices = offers.filter((one) => ids.has(one.itemId) && one.condition === 'New');
      return prices.map((one) => one.listingPriceMinor).sort((a, b) => a - b)[Math.floor(prices.length / 2)] ?? 0;
    };
    assertBetween(median('books'), 1000, 3000, 'books');
    assertBetween(median('personal_computers'), 25_000, 100_000, 'personal computers');
    const prices = offers.map((one) => one.listingPriceMinor).sort((a, b) => a - b);
    assert.ok((prices[0] ?? 0) > 0);
    // The distribution has a long upper tail: the mean is well above the median.
    const mean = prices.reduce((sum, one) => sum + one, 0) / prices.length;
    assert.ok(mean > 1.5 * (prices[Math.floor(prices.length / 2)] ?? 0));
  });

  it('has all 33 categories of the default schedule and no other', () => {
    const { referral } = defaultFeeSchedule() as { referral: { categories: object } };
    assert.deepEqual([...new Set(items.map((one) => one.category))].sort(), Object.keys(referral.categories).sort());
  });

  it('has variation families: parents that are not sold, children that name them', () => {
    const parents = items.filter(isParent);
    assertBetween(parents.length / items.length, 0.03, 0.09, 'parents');
    for (const parent of parents) {
      assert.equal(counts.get(parent.itemId), 0);
      const children = (parent.relatives?.children ?? []).map((id) => items[(itemPositions.get(id) ?? 0) - 1]);
      for (const child of children) {
        // The last family may be cut off.
        if (child !== undefined) assert.equal(child.relatives?.parent, parent.itemId);
      }
      const titles = children.map((child) => child?.attributes.Title);
      assert.equal(new Set(titles).size, children.length, JSON.stringify(titles));
    }
  });

  it('has title, brand, group, dimensions and weight for everything that is sold', () => {
    for (const { attributes, dimensions, weightThousandthsLb } of sold) {
      assert.ok(attributes.Title && attributes.Brand && attributes.ProductGroup);
      assert.doesNotMatch(String(attributes.Title), /undefined/);
      assert.ok(dimensions !== undefined && weightThousandthsLb !== undefined);
    }
    assertBetween(
      share(sold, (one) => one.salesRanks.length > 0),
      0.9,
      0.97,
      'with ranks',
    );
  });

  it('has large and small sellers, most of them good', () => {
    const sizes = new Map<string, number>();
    for (const { sellerId } of offers) sizes.set(sellerId, (sizes.get(sellerId) ?? 0) + 1);
    const bySize = [...sizes.values()].sort((a, b) => b - a);
    const largest = bySize.slice(0, 60).reduce((sum, one) => sum + one, 0);
    assertBetween(largest / offers.length, 0.3, 0.6, 'of the largest tenth');
    assertBetween(
      share(sellers, (one) => one.feedbackRating >= 90),
      0.5,
      0.9,
      'rated 90 or more',
    );
    assertBetween(
      share(sellers, (one) => one.featuredMerchant),
      0.55,
      0.85,
      'featured',
    );
  });

  it('has unusual characters in SKUs, and no SKU twice', () => {
    const keys = offers.map(({ sellerId, sku }) => `${sellerId} ${sku}`);
    assert.equal(new Set(keys).size, keys.length);
    for (const kind of [/ /, /\//, /,/, /[^ -~]/, /"/, /&/, /\+/, /#/, /%/]) {
      assert.ok(
        offers.some(({ sku }) => kind.test(sku)),
        String(kind),
      );
    }
  });
});
