import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { Db } from '../../src/db/db.ts';
import { OFFER_STATES, type OfferState } from '../../src/domain/pricing/offer-state.ts';
import { countMatches, readListingCounts } from '../../src/market/projections/listings/listing-counts.ts';
import {
  type ListingPageRequest,
  type PageStart,
  readListingPage,
} from '../../src/market/projections/listings/listing-page.ts';
import { MAX_EXACT, MAX_SEARCHED } from '../../src/market/projections/listings/listing-search.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';

type Stored = {
  marketplaceId: string;
  sellerId: string;
  sku: string;
  itemId: string;
  state: OfferState | null;
  price: number;
  changed: number;
  /** Null: it has none, or it is not known yet. */
  gap: number | null;
};

const TITLES: Record<string, string | null> = {
  PAN: 'Crème brûlée PAN 100%',
  LAMP: 'İstanbul lamp_shade',
  VASE: 'VASE ΟΔΟΣ',
  'SKU-7': 'An item whose ID is a SKU of the seller',
  BARE: null,
};
const ODD_SKUS = ['DEMO/SKU 21,é', 'Ａ-wide', '😀-smile', '100%', '100_', 'PAN', "it's", '\\back', 'a', 'A', 'Z', 'é'];

/** Few prices and times, so that most listings tie with others. */
const stored: Stored[] = Array.from({ length: 90 }, (_, n) => ({
  marketplaceId: n % 13 === 4 ? 'M2' : 'M1',
  sellerId: n % 11 === 5 ? 'RIVAL' : 'ME',
  sku: ODD_SKUS[n] ?? `SKU-${(n * 37) % 89}`,
  itemId: Object.keys(TITLES)[n % 5] as string,
  state: n % 9 === 0 ? null : (OFFER_STATES[(n * 7) % 5] as OfferState),
  price: [0, 999, 2299, 2299, 2300, 1_000_000_000_000][n % 6] as number,
  changed: [0, 1_700_000_000_000, 1_700_000_000_001][n % 3] as number,
  gap: [null, -250, 0, 0, 120, null, 1_000_000_000_000, -1][n % 8] as number | null,
}));

const everyQuery = [
  ...[
    undefined,
    'sku',
    'SKU-7',
    'PAN',
    'pan',
    'BRÛLÉE',
    'bru\u0302le\u0301e',
    '100%',
    '%',
    '_',
    'İstanbul',
    'istanbul',
  ],
  ...['οδος', 'ΟΔΟΣ', '😀', 'é', 'É', 'nothing has this', '\\', "'"],
];

const request: fc.Arbitrary<ListingPageRequest> = fc.record({
  marketplaceId: fc.constantFrom('M1', 'M2'),
  sellerId: fc.constantFrom('ME', 'ME', 'RIVAL', 'NOBODY'),
  sort: fc.constantFrom('sku', 'price', 'changed', 'gap'),
  descending: fc.boolean(),
  states: fc.subarray([...OFFER_STATES]).map((states) => (states.length === 5 ? [] : states)),
  query: fc.constantFrom(...everyQuery),
  limit: fc.integer({ min: 1, max: 30 }),
});

const folded = (text: string) => text.normalize('NFC').toLocaleUpperCase('en');
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The whole list, worked out in another way: UTF-8 bytes compare as code points do. */
function expected({ marketplaceId, sellerId, sort, descending, states, query }: ListingPageRequest): string[] {
  const isExact = (one: Stored) => query !== undefined && (one.sku === query || one.itemId === query);
  const matches = (one: Stored) =>
    query === undefined ||
    [one.sku, one.itemId, TITLES[one.itemId] ?? ''].some((text) => folded(text).includes(folded(query)));
  const isLast = (one: Stored) =>
    (sort !== 'sku' && (one.state === null || one[sort] === null)) || (sort === 'gap' && one.state === 'inactive');
  const sign = descending ? -1 : 1;
  const value = (one: Stored) => (sort === 'sku' || isLast(one) ? 0 : (one[sort] ?? 0));
  return stored
    .filter((one) => one.marketplaceId === marketplaceId && one.sellerId === sellerId)
    .filter((one) => states.length === 0 || one.state === null || states.includes(one.state))
    .filter(matches)
    .sort(
      (a, b) =>
        Number(isExact(b)) - Number(isExact(a)) ||
        Number(isLast(a)) - Number(isLast(b)) ||
        sign * (value(a) - value(b)) ||
        sign * byBytes(a.sku, b.sku),
    )
    .map(({ sku }) => sku);
}

/** The SKUs of every page. */
async function walk(db: Db, asked: ListingPageRequest): Promise<string[][]> {
  const pages: string[][] = [];
  let start: PageStart | undefined;
  do {
    const page = await readListingPage(db, { ...asked, start });
    assert.ok(page.listings.length <= asked.limit);
    pages.push(page.listings.map(({ sku }) => sku));
    start = page.next;
    assert.ok(pages.length <= 200, 'the list does not end');
  } while (start !== undefined);
  return pages;
}

async function insert(db: Db, listings: readonly Stored[], titles: Record<string, string | null>) {
  for (const id of new Set(listings.map(({ marketplaceId }) => marketplaceId)))
    await db.run('INSERT INTO marketplace (marketplace_id, record) VALUES ($1, $2)', [id, '{}']);
  for (const id of new Set(listings.map(({ sellerId }) => sellerId)))
    await db.run('INSERT INTO seller (seller_id, record) VALUES ($1, $2)', [id, '{}']);
  const items = new Map(listings.map((one) => [`${one.marketplaceId} ${one.itemId}`, one]));
  await db.many(
    'INSERT INTO item (marketplace_id, item_id, title, record) VALUES {rows: text, text, text, text}',
    Array.from(items.values(), ({ marketplaceId, itemId }) => [marketplaceId, itemId, titles[itemId] ?? null, '{}']),
  );
  await db.many(
    `INSERT INTO offer (marketplace_id, seller_id, sku, item_id, state, landed_minor, changed_ms, gap_minor, record)
     VALUES {rows: text, text, text, text, text, bigint, bigint, bigint, text}`,
    listings.map((one) => [
      ...[one.marketplaceId, one.sellerId, one.sku, one.itemId, one.state],
      ...[one.state === null ? null : one.price, one.changed, one.state === null ? null : one.gap, '{}'],
    ]),
  );
}

withEnginesInTorture("pages of a seller's listings", (engine) => {
  let db: Db;
  let large: Db;
  const many = { marketplaceId: 'M', sellerId: 'S', descending: false, states: [], limit: 20 } as const;
  const open = async () => {
    const opened = await (await engine.migrated()).open();
    return opened;
  };
  before(async () => {
    db = await open();
    await insert(db, stored, TITLES);
    large = await open();
    const listings: Stored[] = Array.from({ length: MAX_SEARCHED + 600 }, (_, n) => ({
      ...{ marketplaceId: 'M', sellerId: 'S', sku: `SKU-${String(n).padStart(5, '0')}`, state: 'losing' },
      ...{
        itemId: n < MAX_EXACT + 10 ? 'CROWD' : n < MAX_EXACT + 110 ? 'FEW' : `ITEM-${n}`,
        price: n,
        changed: n,
        gap: n,
      },
    }));
    await insert(large, listings, { [`ITEM-${MAX_SEARCHED + 500}`]: 'A needle' });
  });

  test('every listing is on exactly one page, in the order of a sort in JavaScript', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        assert.deepEqual((await walk(db, asked)).flat(), expected(asked));
      }),
      { numRuns: scaled(60, 2_000) },
    );
  });

  test('every page but the last is full without a query', async () => {
    for (const sort of ['sku', 'price', 'changed', 'gap'] as const) {
      const asked = { ...{ marketplaceId: 'M1', sellerId: 'ME', sort, descending: true, states: [] }, limit: 7 };
      const sizes = (await walk(db, asked)).map((page) => page.length);
      const total = expected(asked).length;
      assert.deepEqual(sizes, [...Array<number>(Math.floor(total / 7)).fill(7), ...(total % 7 ? [total % 7] : [])]);
    }
  });

  test('a search reads a bounded number of listings for a page, and says where to go on', async () => {
    const [first, second, ...more] = await walk(large, { ...many, sort: 'price', query: 'needle' });
    assert.deepEqual([first, second, more], [[], [`SKU-0${MAX_SEARCHED + 500}`], []]);
  });

  test('a listing whose SKU or item ID is the query is on the first page, wherever it is in the order', async () => {
    for (const query of [`SKU-0${MAX_SEARCHED + 599}`, `ITEM-${MAX_SEARCHED + 599}`]) {
      const page = await readListingPage(large, { ...many, sort: 'sku', query });
      assert.deepEqual(
        page.listings.map(({ sku }) => sku),
        [`SKU-0${MAX_SEARCHED + 599}`],
      );
    }
  });

  test('many listings that match exactly are paged, too, each once', async () => {
    const few = await walk(large, { ...many, sort: 'price', descending: true, query: 'FEW', limit: 50 });
    assert.deepEqual(
      few.flat(),
      Array.from({ length: 100 }, (_, n) => `SKU-00${MAX_EXACT + 109 - n}`),
    );
    const crowd = await walk(large, { ...many, sort: 'sku', query: 'CROWD', limit: 100 });
    assert.equal(crowd.flat().length, MAX_EXACT + 10);
    assert.deepEqual([...new Set(crowd.flat())].sort(), crowd.flat());
  });

  test('listings are counted by state; those without a state yet make every count inexact', async () => {
    const counts = await readListingCounts(db, 'M1', 'ME');
    const countOf = (state: OfferState | null) =>
      stored.filter((one) => one.marketplaceId === 'M1' && one.sellerId === 'ME' && one.state === state).length;
    assert.ok(countOf(null) > 0);
    assert.deepEqual(
      counts,
      OFFER_STATES.map((state) => ({ state, count: countOf(state), isExact: false })),
    );
  });

  test('listings are counted up to a bound that the answer tells', async () => {
    const losing = MAX_SEARCHED + 600;
    for (const [max, isExact] of [
      [losing, true],
      [losing - 1, false],
    ] as const) {
      const counts = await readListingCounts(large, 'M', 'S', max);
      assert.deepEqual(
        counts,
        OFFER_STATES.map((state) =>
          state === 'losing' ? { state, count: max, isExact } : { state, count: 0, isExact: true },
        ),
      );
    }
  });

  test('listings that match a text are counted by state', async () => {
    for (const query of everyQuery) {
      if (query === undefined) continue;
      const asked = { marketplaceId: 'M1', sellerId: 'ME', sort: 'sku', descending: false, limit: 1, query } as const;
      const [all, ...ofStates] = [[], ...OFFER_STATES.map((state) => [state])].map((states) =>
        expected({ ...asked, states }),
      );
      const without = stored.filter(({ state }) => state === null).map(({ sku }) => sku);
      const isExact = !all?.some((sku) => without.includes(sku));
      assert.deepEqual(
        await countMatches(db, 'M1', 'ME', query),
        OFFER_STATES.map((state, n) => ({
          ...{ state, isExact },
          count: ofStates[n]?.filter((sku) => !without.includes(sku)).length,
        })),
        query,
      );
    }
  });

  test('counts of a text among more listings than are compared are a lower bound, and say so', async () => {
    const losing = async (query: string) =>
      (await countMatches(large, 'M', 'S', query)).filter(({ state }) => state === 'losing');
    const counted = (count: number) => [{ state: 'losing', count, isExact: false }];
    assert.deepEqual(await losing('SKU-'), counted(MAX_SEARCHED));
    assert.deepEqual(await losing('needle'), counted(0));
    // What matches exactly is found by key, and counts once.
    assert.deepEqual(await losing(`SKU-0${MAX_SEARCHED + 599}`), counted(1));
    assert.deepEqual(await losing('FEW'), counted(100));
    assert.deepEqual(await losing('CROWD'), counted(MAX_EXACT + 10));
  });
});
