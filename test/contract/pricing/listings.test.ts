import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

type Money = { CurrencyCode: string; Amount: number };
type Listing = Record<string, unknown> & {
  SellerSKU: string;
  State: string;
  OwnPrice: { ListingPrice: Money; LandedPrice?: Money };
};
type Payload = { Listings: Listing[]; nextToken?: string; Counts?: object[] };
type Query = Record<string, string | readonly string[]>;

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const price = (listing: number, shipping: number) => ({
  LandedPrice: usd(listing + shipping),
  ListingPrice: usd(listing),
  Shipping: usd(shipping),
});

/** The listings of ACME in the worked market, and a losing one, by code point: `-` before `/` before `_`, capitals first. */
const LOSING = 'DEMO/SKU 21,é';
const STATES: Record<string, string> = {
  [LOSING]: 'losing',
  'bare-acme': 'inactive',
  'ket-acme': 'unhealthy',
  'lamp-acme': 'winning',
  'pan-acme': 'winning',
  'pan-acme-out': 'inactive',
  'pan-acme-used': 'noCompetition',
  'rack-acme': 'inactive',
  'vase-acme': 'inactive',
};
const losing = {
  ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'ACME', sku: LOSING, itemId: 'LAMP', condition: 'Used' },
  ...{ subCondition: 'Good', channel: 'SELLER', listingPrice: 15, shipping: 1, quantity: 1 },
};

withEnginesInTorture("a seller's listings", (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule('STORE_US'))], { boards: 'now' });
    pricing.clock.now += 60_000;
    await pricing.market.writer.apply([recordOf(losing)], { boards: 'now' });
    pricing.clock.now = NOW;
  });
  after(() => pricing.close());

  const get = (query: Query = {}, seller = 'ACME') =>
    pricing.get(seller, '/listings', { MarketplaceId: 'STORE_US', ...query });
  const list = async (query: Query = {}, seller = 'ACME'): Promise<Payload> => payloadOf(await get(query, seller));
  const skus = async (query: Query = {}, seller = 'ACME') =>
    (await list(query, seller)).Listings.map(({ SellerSKU }) => SellerSKU);
  const listing = async (sku: string, seller = 'ACME') =>
    (await list({ query: sku }, seller)).Listings.find(({ SellerSKU }) => SellerSKU === sku);
  const refusal = async (query: Query, seller?: string): Promise<string> => {
    const answer = await get(query, seller);
    assert.equal(answer.statusCode, 400, answer.body);
    const { errors } = answer.json();
    return errors.map((one: { message: string; details: string }) => `${one.message} ${one.details}`).join('\n');
  };
  async function walk(query: Query): Promise<string[]> {
    const found: string[] = [];
    let token: { nextToken?: string } = {};
    do {
      const page = await list({ ...query, ...token });
      found.push(...page.Listings.map(({ SellerSKU }) => SellerSKU));
      token = page.nextToken === undefined ? {} : { nextToken: page.nextToken };
      assert.ok(found.length < 100, 'the list does not end');
    } while (token.nextToken !== undefined);
    return found;
  }

  async function settleGaps(): Promise<void> {
    while ((await pricing.market.maintenance.refreshGaps()) > 0);
  }

  test('200 lists every listing of the caller with its state, in the order of SKUs', async () => {
    const { Listings, nextToken } = await list();
    assert.deepEqual(
      Listings.map(({ SellerSKU, State }) => [SellerSKU, State]),
      Object.entries(STATES),
    );
    assert.equal(nextToken, undefined);
  });

  test('200 a winning listing shows what it could cost and the net of both prices', async () => {
    // Referral is 15 % of 22.00, fulfilment 6.95. Others are even at 22.00, and come after an offer that FS ships.
    const fees = { Net: usd(11.75), TotalFees: usd(10.25) };
    assert.deepEqual(await listing('pan-acme'), {
      ...{ SellerSKU: 'pan-acme', storeItemId: 'PAN', Title: 'Cast iron pan', ItemCondition: 'New' },
      ...{ FulfillmentChannel: 'FS', State: 'winning', OwnPrice: price(22, 0), BuyBoxPrice: price(22, 0) },
      GapToBuyBox: usd(0),
      WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: usd(22), LandedPrice: usd(22) },
      ...{
        NetAtOwnPrice: fees,
        NetAtWinningPrice: fees,
        Quantity: 41,
        OffersCount: 12,
        TermsRevision: 1,
        LastChanged: '2026-11-15T12:00:00.000Z',
      },
    });
  });

  test('200 a losing listing shows the holder’s price, the gap to it and the price that wins', async () => {
    // CORE and BOLT are even at 15.00; BOLT has more ratings and holds the box. ACME has the best rating: 15.00 wins.
    assert.deepEqual(await listing(LOSING), {
      ...{ SellerSKU: LOSING, storeItemId: 'LAMP', Title: 'Lamp', ItemCondition: 'Used', FulfillmentChannel: 'SELLER' },
      ...{ State: 'losing', OwnPrice: price(15, 1), BuyBoxPrice: price(12, 3), GapToBuyBox: usd(1) },
      WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: usd(14), LandedPrice: usd(15) },
      NetAtOwnPrice: { Net: usd(13.6), TotalFees: usd(2.4) },
      NetAtWinningPrice: { Net: usd(12.75), TotalFees: usd(2.25) },
      ...{ Quantity: 1, OffersCount: 13, TermsRevision: 1, LastChanged: '2026-11-15T12:01:00.000Z' },
    });
  });

  test('200 tells why there is no winning price, and leaves out what does not exist', async () => {
    const bare = await listing('rack-acme');
    assert.deepEqual(bare?.OwnPrice, { ListingPrice: usd(10) });
    assert.deepEqual(bare?.WinningPrice, { resultStatus: 'OFFER_NOT_ELIGIBLE', Reasons: ['shippingCharge'] });
    for (const field of ['BuyBoxPrice', 'GapToBuyBox', 'NetAtWinningPrice']) assert.equal(field in (bare ?? {}), false);
    assert.equal(bare?.OffersCount, 0);
    // Nobody is within the threshold: the winning price is the threshold itself.
    const unhealthy = await listing('ket-acme');
    assert.equal(unhealthy?.BuyBoxPrice, undefined);
    assert.deepEqual(unhealthy?.WinningPrice, {
      ...{ resultStatus: 'VALID_FOEP', ListingPrice: usd(40), LandedPrice: usd(40) },
    });
    const alone = await listing('pan-acme-used');
    assert.deepEqual(alone?.WinningPrice, { resultStatus: 'VALID_FOEP', ListingPrice: usd(22), LandedPrice: usd(25) });
    const [abroad] = (await list({ MarketplaceId: 'STORE_JP' })).Listings;
    assert.deepEqual(abroad?.NetAtOwnPrice, { Reason: 'No fee schedule of STORE_JP is in force.' });
  });

  test('200 sorts by SKU, by landed price and by the last change, in both directions', async () => {
    const bySku = Object.keys(STATES);
    assert.deepEqual(await skus({ sort: 'sku', order: 'desc' }), bySku.toReversed());
    const { Listings } = await list();
    const landed = new Map(
      Listings.map(({ SellerSKU, OwnPrice }) => [SellerSKU, (OwnPrice.LandedPrice ?? OwnPrice.ListingPrice).Amount]),
    );
    const byPrice = bySku.toSorted((a, b) => (landed.get(a) ?? 0) - (landed.get(b) ?? 0));
    assert.deepEqual(await skus({ sort: 'price' }), byPrice);
    const descending = bySku.toReversed().toSorted((a, b) => (landed.get(b) ?? 0) - (landed.get(a) ?? 0));
    assert.deepEqual(await skus({ sort: 'Price', order: 'DESC' }), descending);
    const newest = [LOSING, ...bySku.filter((sku) => sku !== LOSING).toReversed()];
    assert.deepEqual(await skus({ sort: 'changed' }), newest);
    assert.deepEqual(await skus({ sort: 'changed', order: 'asc' }), newest.toReversed());
  });

  test('200 sorts by the gap that it shows, in both directions; listings without one, or not on sale, come last', async () => {
    await settleGaps();
    const byGap = async (order: string, seller: string) => {
      const { Listings } = await list({ sort: 'gap', order, pageSize: '100' }, seller);
      return Listings.map(({ SellerSKU, GapToBuyBox, State }) => {
        const gap = (GapToBuyBox as Money | undefined)?.Amount;
        if (State === 'inactive' && gap !== undefined) notOnSale += 1;
        return { SellerSKU, gap: State === 'inactive' ? undefined : gap };
      });
    };
    let gaps = 0;
    let notOnSale = 0;
    for (const seller of ['ACME', 'BOLT', 'CORE', 'DUNE', 'EDGE']) {
      const all = await skus({ pageSize: '100' }, seller);
      for (const [order, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const shown = await byGap(order, seller);
        gaps += shown.filter(({ gap }) => gap !== undefined && gap !== 0).length;
        const last = sign * Number.POSITIVE_INFINITY;
        const place = (sku: string) => sign * all.indexOf(sku);
        const sorted = shown.toSorted(
          (a, b) => Math.sign(sign * ((a.gap ?? last) - (b.gap ?? last))) || place(a.SellerSKU) - place(b.SellerSKU),
        );
        assert.deepEqual(shown, sorted, `${seller} ${order}`);
        assert.deepEqual(shown.map(({ SellerSKU }) => SellerSKU).sort(), [...all].sort());
      }
    }
    assert.ok(gaps > 5 && notOnSale > 0, 'the market has listings with gaps, also such that are not on sale');
  });

  test('200 a gap follows the price in the buy box; a listing that was not evaluated yet comes last', async () => {
    const largestFirst = async () => (await skus({ sort: 'gap', order: 'desc', pageSize: '100' }))[0];
    await settleGaps();
    assert.equal(await largestFirst(), LOSING);
    await pricing.db.run(`UPDATE offer SET gap_minor = NULL WHERE seller_id = 'ACME' AND sku = $1`, [LOSING]);
    assert.equal((await walk({ sort: 'gap', order: 'asc' })).includes(LOSING), true);
    assert.notEqual(await largestFirst(), LOSING);
    await pricing.market.writer.apply([recordOf({ ...losing, listingPrice: 16 })], { boards: 'now' });
    await settleGaps();
    assert.equal(await largestFirst(), LOSING);
    assert.deepEqual((await listing(LOSING))?.GapToBuyBox, usd(2));
    pricing.clock.now += 60_000;
    await pricing.market.writer.apply([recordOf(losing)], { boards: 'now' });
    pricing.clock.now = NOW;
    await settleGaps();
  });

  test('200 filters by one or several states, repeated or joined, in any case', async () => {
    const inStates = (...states: string[]) => Object.keys(STATES).filter((sku) => states.includes(STATES[sku] ?? ''));
    for (const state of ['winning', 'losing', 'unhealthy', 'noCompetition', 'inactive'])
      assert.deepEqual(await skus({ state }), inStates(state), state);
    const two = inStates('winning', 'losing');
    for (const state of ['winning,losing', ['losing', 'WINNING'], ['losing,winning', 'Losing', '']])
      assert.deepEqual(await skus({ state }), two);
    assert.deepEqual(await skus({ state: '' }), Object.keys(STATES));
    assert.deepEqual(await skus({ state: 'winning,losing,unhealthy,noCompetition,inactive' }), Object.keys(STATES));
  });

  test('200 finds SKU, item ID and title in any case; the exact one comes first', async () => {
    assert.deepEqual(await skus({ query: 'PAN-ACME' }), ['pan-acme', 'pan-acme-out', 'pan-acme-used']);
    assert.deepEqual(await skus({ query: 'pan-acme-used' }), ['pan-acme-used']);
    assert.deepEqual(await skus({ query: 'pan-acme', order: 'desc' }), ['pan-acme', 'pan-acme-used', 'pan-acme-out']);
    assert.deepEqual(await skus({ query: 'ettl' }), ['ket-acme']);
    assert.deepEqual(await skus({ query: 'IRON', state: 'inactive' }), ['pan-acme-out']);
    assert.deepEqual(await skus({ query: 'É' }), [LOSING]);
    for (const query of ['%', '_', 'pan*', 'pan-acme ']) assert.deepEqual(await skus({ query }), [], query);
    assert.deepEqual(await skus({ query: '' }), Object.keys(STATES));
  });

  test('200 pages through every list, each listing once', async () => {
    for (const query of [
      {},
      { sort: 'price', order: 'desc' },
      { sort: 'changed' },
      { sort: 'gap', order: 'desc' },
      { sort: 'gap', state: 'inactive,losing' },
      { state: 'inactive,winning', sort: 'price' },
      { query: 'PAN', sort: 'price' },
    ]) {
      const whole = await skus(query);
      for (const pageSize of ['1', '4'])
        assert.deepEqual(await walk({ ...query, pageSize }), whole, `${JSON.stringify(query)} by ${pageSize}`);
    }
  });

  test('200 a token goes on after its listing, also when that one is gone and others have come', async () => {
    const first = await list({ pageSize: '3' }, 'DUNE');
    const all = await skus({}, 'DUNE');
    assert.deepEqual(
      first.Listings.map(({ SellerSKU }) => SellerSKU),
      all.slice(0, 3),
    );
    const { kind: _kind, ...gone } = { kind: 'offer', sku: all[2] ?? '', marketplaceId: 'STORE_US', sellerId: 'DUNE' };
    await pricing.market.writer.apply([recordOf({ kind: 'offer', op: 'delete', ...gone })], { boards: 'now' });
    const rest = await list({ pageSize: '100', nextToken: first.nextToken ?? '' }, 'DUNE');
    assert.deepEqual(
      rest.Listings.map(({ SellerSKU }) => SellerSKU),
      all.slice(3),
    );
  });

  test('200 the state shown is decided from the figures shown: a listing that has left the state is left out', async () => {
    const stale = (state: string | null) =>
      pricing.db.run(`UPDATE offer SET state = $1 WHERE seller_id = 'ACME' AND sku = 'pan-acme'`, [state]);
    await stale('losing');
    assert.deepEqual(await skus({ state: 'losing' }), [LOSING]);
    assert.equal((await listing('pan-acme'))?.State, 'winning');
    // A listing that was never evaluated is listed, in its state, in every order.
    await stale(null);
    assert.deepEqual(await skus({ state: 'winning' }), ['lamp-acme', 'pan-acme']);
    assert.deepEqual((await walk({ sort: 'price', pageSize: '2' })).at(-1), 'pan-acme');
    assert.equal((await walk({ sort: 'changed' })).at(-1), 'pan-acme');
    await stale('winning');
  });

  test('200 Counts has the listings of each state when asked for: all, or those that match the query', async () => {
    const countsOf = (matches: (sku: string) => boolean) =>
      ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'].map((State) => ({
        ...{ State, IsExact: true },
        Count: Object.entries(STATES).filter(([sku, state]) => state === State && matches(sku)).length,
      }));
    for (const query of [{}, { state: 'losing' }, { query: '' }])
      assert.deepEqual(
        (await list({ counts: 'True', ...query })).Counts,
        countsOf(() => true),
      );
    const pans = countsOf((sku) => sku.startsWith('pan-'));
    for (const query of [{ query: 'PAN-' }, { query: 'PAN-', state: 'losing' }, { query: 'Pan', pageSize: '1' }])
      assert.deepEqual((await list({ counts: 'true', ...query })).Counts, pans);
    assert.deepEqual(
      (await list({ counts: 'true', query: 'nothing' })).Counts,
      countsOf(() => false),
    );
    assert.equal((await list()).Counts, undefined);
  });

  test('200 and 304: an unchanged page is not sent again', async () => {
    const headers = { authorization: 'Bearer for.ACME' };
    const url = '/products/pricing/v4/listings?MarketplaceId=STORE_US&sort=price';
    const { etag } = (await pricing.app.inject({ url, headers })).headers;
    const again = await pricing.app.inject({ url, headers: { ...headers, 'if-none-match': String(etag) } });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  });

  test('200 a large page of listings is compressed for pages of the service, if their browser takes that, and for nobody else', async () => {
    const url = '/products/pricing/v4/listings?MarketplaceId=STORE_US';
    const asked = (headers: Record<string, string>, more = '') =>
      pricing.app.inject({ url: `${url}${more}`, headers: { authorization: 'Bearer for.ACME', ...headers } });
    const fromPage = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' };
    const plain = await asked({ 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(plain.headers['content-encoding'], undefined, 'a program');
    const forms = [
      [await asked(fromPage), 'br', brotliDecompressSync],
      [await asked({ ...fromPage, 'accept-encoding': 'gzip' }), 'gzip', gunzipSync],
    ] as const;
    for (const [answer, coding, unpack] of forms) {
      assert.equal(answer.headers['content-encoding'], coding);
      assert.equal(unpack(answer.rawPayload).toString(), plain.body);
      assert.equal(answer.headers['content-length'], String(answer.rawPayload.length));
      assert.equal(answer.headers.vary, 'authorization, accept-encoding');
      assert.equal(answer.headers.etag, `W/${plain.headers.etag}`);
      const again = await asked({ ...fromPage, 'if-none-match': String(answer.headers.etag) });
      assert.deepEqual([again.statusCode, again.body, again.headers['content-encoding']], [304, '', undefined]);
    }
    const others = [
      { 'sec-fetch-site': 'cross-site' },
      { 'accept-encoding': 'identity' },
      { 'accept-encoding': 'br;q=0' },
    ];
    for (const other of others) {
      const answer = await asked({ ...fromPage, ...other });
      assert.deepEqual(
        [answer.headers['content-encoding'], answer.body],
        [undefined, plain.body],
        JSON.stringify(other),
      );
    }
    const small = await asked(fromPage, '&query=bare-acme');
    assert.equal(small.headers['content-encoding'], undefined);
  });

  test('200 shows nothing of other sellers and other marketplaces but the price of the holder', async () => {
    for (const seller of ['ACME', 'BOLT', 'CORE', 'DUNE', 'NOBODY']) {
      const answer = await get({ counts: 'true' }, seller);
      const others = workedMarket().flatMap((record) =>
        record.kind === 'offer' && 'value' in record && record.value.sellerId !== seller ? [record.value.sku] : [],
      );
      const shown = (payloadOf(answer) as Payload).Listings.map(({ SellerSKU }) => SellerSKU);
      assert.deepEqual(
        others.filter((sku) => shown.includes(sku)),
        [],
      );
      assert.doesNotMatch(answer.body, /ACME|BOLT|CORE|DUNE|EDGE|FAIL|GREN|HUSH/);
    }
    assert.deepEqual(await skus({ query: 'pan-acme' }, 'BOLT'), []);
    assert.deepEqual(await skus({ MarketplaceId: 'STORE_JP' }), ['ket-acme']);
    assert.deepEqual((await list({}, 'NOBODY')).Listings, []);
  });

  test('503 while the board of a listing on the page is not built yet', async () => {
    await pricing.db.run(`UPDATE board SET decision = NULL WHERE item_id = 'BARE'`);
    const answer = await get();
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '1'], answer.body);
    assert.deepEqual(await skus({ state: 'losing' }), [LOSING]);
    await pricing.market.maintenance.rebuild([{ marketplaceId: 'STORE_US', itemId: 'BARE' }]);
    assert.equal((await get()).statusCode, 200);
  });

  test('400 a token is valid for the list and the caller that it came from', async () => {
    const { nextToken = '' } = await list({ pageSize: '2', sort: 'price', state: 'inactive,winning' });
    const same = { sort: 'price', state: ['winning', 'inactive'], nextToken };
    assert.equal((await get({ ...same, pageSize: '7', order: 'asc' })).statusCode, 200);
    const why = /nextToken is not valid.*with the same MarketplaceId, sort, order, state and query/;
    for (const other of [
      { ...same, sort: 'changed' },
      { ...same, order: 'desc' },
      { ...same, state: 'inactive' },
      { ...same, query: 'a' },
      { ...same, MarketplaceId: 'STORE_JP' },
      { ...same, nextToken: nextToken.slice(0, -1) },
      { ...same, nextToken: `${nextToken}A` },
      { ...same, nextToken: `${nextToken}=` },
      { ...same, nextToken: 'nonsense' },
    ])
      assert.match(await refusal(other), why);
    assert.match(await refusal(same, 'BOLT'), why);
  });

  test('400 names the parameter and what would be right', async () => {
    assert.match(await refusal({ sort: 'title' }), /sort is not valid.*sku, price, changed, gap/);
    assert.match(await refusal({ order: 'up' }), /order is not valid.*asc, desc/);
    assert.match(await refusal({ state: 'winning,lost' }), /state is not valid.*winning, .*inactive/);
    assert.match(await refusal({ pageSize: '101' }), /pageSize is not valid.*100/);
    assert.match(await refusal({ pageSize: '0' }), /pageSize is not valid.*1/);
    assert.match(await refusal({ pageSize: '1.5' }), /pageSize is not valid.*integer/);
    // Text of a number that overflows to Infinity.
    assert.match(await refusal({ pageSize: '1e400' }), /pageSize is not valid.*100/);
    assert.match(await refusal({ pageSize: '-1e400' }), /pageSize is not valid.*1/);
    assert.match(await refusal({ counts: 'maybe' }), /counts is not valid.*true or false/);
    assert.match(await refusal({ query: 'x'.repeat(257) }), /query is not valid.*256/);
    assert.match(await refusal({ query: 'a\0b' }), /query is not valid.*NUL/);
    assert.match(await refusal({ MarketplaceId: 'NOWHERE' }), /MarketplaceId is not valid.*STORE_US/);
    assert.match(await refusal({ MarketplaceId: '' }), /MarketplaceId/);
  });

  // The last one: what has started stays started, also when the clock is set back.
  test('200 every listing is in the list of its state, also after other offers, sellers, items and the clock have changed', async () => {
    const sellers = ['ACME', 'BOLT', 'DUNE', 'EDGE'];
    const states = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'];
    const { market, clock } = pricing;
    const check = async (what: string) => {
      while (await market.maintenance.propagateSellerChanges());
      while ((await market.maintenance.refreshDue()) > 0);
      const shown: string[] = [];
      for (const seller of sellers) {
        const all = (await list({ pageSize: '100' }, seller)).Listings;
        for (const state of states) {
          const expected = all.filter(({ State }) => State === state).map(({ SellerSKU }) => SellerSKU);
          assert.deepEqual(await skus({ state, pageSize: '100' }, seller), expected, `${seller} ${state} ${what}`);
        }
        shown.push(...all.map(({ SellerSKU, State }) => `${SellerSKU} ${State}`));
      }
      return shown.join('\n');
    };
    const apply = (...records: object[]) => market.writer.apply(records.map(recordOf), { boards: 'now' });
    const offer = (record: object) => ({ kind: 'offer', marketplaceId: 'STORE_US', quantity: 1, ...record });
    const pan = { itemId: 'PAN', condition: 'New', subCondition: 'New', channel: 'SELLER', shipping: 0 };
    const seen = [await check('at first')];
    await apply(offer({ ...pan, sellerId: 'EDGE', sku: 'pan-edge', listingPrice: 9 }));
    seen.push(await check('after a price change'));
    const badSeller = { feedbackRating: 98, feedbackCount: 1000, featuredMerchant: false };
    await apply({ kind: 'seller', sellerId: 'EDGE', plan: 'Professional', ...badSeller });
    seen.push(await check('after a seller change'));
    const threshold = { category: 'home', attributes: { Title: 'Kettle' }, competitivePriceThreshold: 45 };
    await apply({ kind: 'item', marketplaceId: 'STORE_US', itemId: 'KETTLE', ...threshold });
    seen.push(await check('after a threshold change'));
    clock.now += 10 * DAY_MS;
    seen.push(await check('after ten days'));
    assert.equal(new Set(seen).size, 5, 'every change has changed a state');
  });
});
