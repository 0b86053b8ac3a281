import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { ItemEventLog } from '../../../src/notifications/events/item-events.ts';
import { withEngines } from '../../db/engines.ts';
import { wideReads } from '../../db/query-plans.ts';
import { recording } from '../../db/recorded-statements.ts';
import { documentedBy } from '../../harness/documented.ts';
import { item, marketplace, offer, seller } from '../../market/market-fixture.ts';
import { type EventsApp, openEvents } from '../events/events-app.ts';

type Receiver = { sellerId: string; sellerName?: string; sequence: number; notificationId: string; kind: string };
type ReceiverPage = { receivers: Receiver[]; nextToken?: string };
type EventPage = { events: Event[]; waiting: number; nextToken?: string };
type Event = { revision: number; kind: string; data: object; receivers: Receiver[]; hasMoreReceivers: boolean };

const PATHS = ['', '/history', '/events', '/events/{revision}/receivers'];

withEngines("an item, as the operator's pages show it", (engine) => {
  let api: EventsApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  const sellers = Array.from({ length: 14 }, (_, n) => `S${String(n).padStart(2, '0')}`);
  before(async () => {
    api = await openEvents(engine);
    mustFit = await documentedBy(api.app);
    await api.apply([
      marketplace('M1', 'USD', true),
      ...sellers.map((id) => seller(id, { name: `Name of ${id}` })),
      item('PAN', { attributes: { Title: 'A pan' } }),
      item('POT'),
      item('NEVER'),
    ]);
    for (const id of sellers)
      await api.post(id, '/notifications/v4/destinations', { pullConfig: {}, windowSeconds: 0 });
    for (const [n, id] of sellers.entries()) {
      api.clock.now += 60_000;
      await api.apply([offer(id, `sku-${id}`, 'PAN', { listingPrice: 50 - n })]);
      await api.apply([offer(id, `pot-${id}`, 'POT', { listingPrice: 20 + n, ...(n > 0 && { active: false }) })]);
    }
    await api.apply([
      offer('S00', 'used', 'PAN', { condition: 'Used', subCondition: 'Good', quantity: 1, shipping: undefined }),
    ]);
    await api.dispatch();
  });
  after(() => api.close());

  const get = async (path: string, query: Record<string, string> = {}, token = 'operator~market~read') => {
    const url = `/operator/v1/items/${path}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({ url, query: { MarketplaceId: 'M1', ...query }, headers });
    const documented = `/operator/v1/items/${path}`
      .replace(/items\/[^/]+/, 'items/{storeItemId}')
      .replace(/events\/[^/]+/, 'events/{revision}');
    mustFit('GET', documented, answer);
    return answer;
  };

  test('200 the record, and who holds each box and why', async () => {
    const { payload } = (await get('PAN')).json();
    assert.equal(payload.Title, 'A pan');
    assert.equal(payload.Record.itemId, 'PAN');
    const box = payload.BuyBoxes.find((one: { ItemCondition: string }) => one.ItemCondition === 'New');
    assert.deepEqual(
      [box.Holder.SellerId, box.Holder.SellerName, box.Holder.SellerSKU],
      ['S13', 'Name of S13', 'sku-S13'],
    );
    assert.equal(box.RunnerUp.SellerId, 'S12');
    assert.equal(box.EligibleOffers, 14);
    const offers = (await get('PAN/offers', { pageSize: '100' })).json().payload.Offers;
    const holder = offers.find((one: { SellerSKU: string }) => one.SellerSKU === 'sku-S13');
    assert.equal(box.Explanation, holder.Explanation, 'what its seller reads');
    assert.ok(Number.isInteger(payload.Revision));
    const never = (await get('NEVER')).json().payload;
    assert.deepEqual([never.BuyBoxes, never.OffersOnSale], [[], 0]);
  });

  test('200 the history names the SKU of every holder, in pages', async () => {
    const box = { ItemCondition: 'New', since: '2020-01-01' };
    const whole = (await get('PAN/history', box)).json().payload;
    const holders = whole.Steps.map((step: { BuyBox?: { SellerSKU: string } }) => step.BuyBox?.SellerSKU);
    assert.deepEqual(holders.slice(-2), ['sku-S12', 'sku-S13']);
    assert.equal(whole.Steps.at(-1).BuyBox.SellerName, 'Name of S13');
    const paged: unknown[] = [];
    for (let nextToken: string | undefined = ''; nextToken !== undefined; ) {
      const query: Record<string, string> = { ...box, pageSize: '3', ...(nextToken && { nextToken }) };
      const { payload }: { payload: { Steps: object[]; nextToken?: string } } = (
        await get('PAN/history', query)
      ).json();
      paged.push(...payload.Steps);
      ({ nextToken } = payload);
    }
    assert.deepEqual(paged, whole.Steps);
  });

  test('200 the events told about it, each with every seller that has it in its own list', async () => {
    const events: Event[] = [];
    for (let nextToken: string | undefined = ''; nextToken !== undefined; ) {
      const page: EventPage = (await get('PAN/events', { limit: '7', ...(nextToken && { nextToken }) })).json();
      assert.equal(page.waiting, 0);
      events.push(...page.events);
      ({ nextToken } = page);
    }
    assert.ok(events.length > 20);
    assert.deepEqual(
      events.map(({ revision }) => revision),
      events.map(({ revision }) => revision).toSorted((a, b) => b - a),
    );
    const published = new Set<string>();
    for (const { revision, receivers, hasMoreReceivers } of events) {
      const all: Receiver[] = [];
      for (let nextToken: string | undefined = ''; nextToken !== undefined; ) {
        const page: ReceiverPage = (
          await get(`PAN/events/${revision}/receivers`, { limit: '3', ...(nextToken && { nextToken }) })
        ).json();
        all.push(...page.receivers);
        ({ nextToken } = page);
      }
      assert.deepEqual(all.slice(0, 10), receivers);
      assert.ok(hasMoreReceivers || all.length <= 10);
      for (const one of all) assert.equal(one.sellerName, `Name of ${one.sellerId}`);
      for (const one of all) published.add(`${one.sellerId} ${one.sequence} ${one.notificationId}`);
    }
    const own = await api.db.all<{ seller_id: string; sequence: number; notification_id: string }>(
      `SELECT seller_id, sequence, seller_event.notification_id FROM seller_event JOIN event_content ON
         event_content.revision = seller_event.revision WHERE item_id = 'PAN'`,
    );
    assert.deepEqual(
      [...published].toSorted(),
      own.map((row) => `${row.seller_id} ${row.sequence} ${row.notification_id}`).toSorted(),
    );
    assert.ok(own.length > 50);
  });

  test('400 another marketplace or a token of another item; 404 what there is not', async () => {
    for (const path of PATHS) {
      const at = path.replace('{revision}', '1');
      const box = path === '/history' ? { ItemCondition: 'New' } : {};
      assert.equal((await get(`PAN${at}`, { ...box, MarketplaceId: 'M9' })).statusCode, 400, path);
    }
    assert.equal((await get('NOPE')).statusCode, 404);
    assert.equal((await get('NOPE/history', { ItemCondition: 'New' })).statusCode, 404);
    assert.deepEqual((await get('NOPE/events')).json(), { events: [], waiting: 0 });
    assert.equal((await get('PAN/events/999999/receivers')).statusCode, 404);
    const { nextToken, events } = (await get('PAN/events', { limit: '1' })).json();
    assert.equal((await get('POT/events', { nextToken })).statusCode, 400);
    assert.equal((await get(`POT/events/${events[0].revision}/receivers`)).statusCode, 404, 'an event of another item');
  });

  test('403 without operator:market:read; no token of a seller reads it', async () => {
    const { events } = (await get('PAN/events', { limit: '1' })).json();
    for (const path of PATHS) {
      const at = `PAN${path.replace('{revision}', String(events[0].revision))}`;
      const box = path === '/history' ? { ItemCondition: 'New' } : {};
      for (const right of OPERATOR_RIGHTS) {
        const token = `operator~${right.slice('operator:'.length).replaceAll(':', '~')}`;
        const expected = right.startsWith('operator:market:') ? 200 : 403;
        assert.equal((await get(at, box, token)).statusCode, expected, `${at} ${right}`);
      }
      for (const token of ['seller', 'for.S00', 'owner.of.S00', 'own.writes.S00'])
        assert.equal((await get(at, box, token)).statusCode, 403, token);
    }
  });

  test('no statement about events of an item scans a table', async () => {
    // An event that waits: autovacuum may have cut off all pages of an empty queue, and PostgreSQL scans a table without pages.
    await api.apply([offer('S01', 'sku', 'PAN', { listingPrice: 7.77 })]);
    const { db, statements } = recording(api.db);
    const views = new ItemEventLog({ db });
    const key = { marketplaceId: 'M1', itemId: 'PAN' };
    const [event] = await views.page(key, undefined, 1);
    assert.ok(event);
    await views.waiting(key);
    await views.receivers(event, undefined, 2);
    await views.receivers(event, { sellerId: 'S02', sequence: 1 }, 2);
    const permitted = [{ statement: /^SELECT COUNT/, step: /waiting/, because: 'it has at most 100 rows' }];
    assert.deepEqual(await wideReads(api.db, statements, permitted), []);
  });
});
