// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { seededMarket } from '../../bench/market.ts';
import type { Callers } from '../../bench/requests/callers.ts';
import { listingsOf } from '../../bench/requests/market.ts';
import { whatIfRequests } from '../../bench/requests/own-listings.ts';
import { rowsNamed } from '../../bench/requests/rows.ts';
import { pick } from '../../bench/requests/spread.ts';
import { openPricing, type PricingApp } from '../contract/pricing/pricing-app.ts';
import { onEngine } from '../db/engines.ts';

/** These need the identity provider or a store of notifications. */
const OTHER_PARTS = ['token', 'test-notification', 'events-20'];

type Answer = {
  responses?: { status: { statusCode: number } }[];
  payload?: { Listings?: { status?: string }[] };
  warnings?: unknown;
};

/** The listings that an answer is about. Unknown ones would make a row cheap. */
const resultsIn: Record<string, (answer: Answer) => object[] | undefined> = {
  'expected-price-40': ({ responses }) => responses?.filter(({ status }) => status.statusCode === 200),
  'listing-history-50': ({ payload }) => payload?.Listings?.filter(({ status }) => status === 'Success'),
  'what-if-500': ({ payload }) => payload?.Listings?.filter(({ status }) => status !== 'INVALID_SKU'),
};

/** With a single seller, nearly every item is a listing of that seller. */
const ITEMS = 650;

onEngine('sqlite', 'a row of the request bench', (engine) => {
  let pricing: PricingApp;
  let callers: Callers;

  before(async () => {
    pricing = await openPricing(engine, Date.now());
    const { offers } = await seededMarket(pricing.db, ITEMS, 1);
    const market = { ...(await listingsOf(pricing.db)), offers, clients: [] };
    const sellerIds = market.bySeller.flatMap(([one]) => one?.sellerId ?? []);
    callers = {
      ...market,
      tokens: new Map(sellerIds.map((id) => [id, `for.${id}`])),
      channels: new Map(),
      active: market.listings.slice(0, 1),
      requests: 1,
    };
  });
  after(() => pricing.close());

  for (const row of rowsNamed([]).filter(({ name }) => !OTHER_PARTS.includes(name))) {
    it(`sends valid requests: ${row.name}`, async () => {
      const [request] = row.requests(callers);
      assert.ok(request, 'there are none');
      const { method, path, headers, body } = request;
      const answer = await pricing.app.inject({ method, url: path, headers, ...(body && { payload: body }) });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.json().warnings, undefined);
      const results = resultsIn[row.name];
      if (results) assert.equal(results(answer.json())?.length, Number(row.name.split('-').at(-1)), answer.body);
    });
  }

  it('has different listings of a seller, however many the seller has', () => {
    for (let length = 20; length <= 200; length += 1) {
      const own = Array.from({ length }, (_, n) => ({
        itemId: '',
        sellerId: '',
        sku: String(n),
        condition: 'New' as const,
      }));
      assert.equal(new Set(pick(own, 3, 20)).size, 20, `${length} listings`);
    }
  });

  it('needs a seller with 500 listings for a what-if', () => {
    assert.throws(() => whatIfRequests({ ...callers, catalogues: [] }), /No seller has 500 listings/);
  });
});
