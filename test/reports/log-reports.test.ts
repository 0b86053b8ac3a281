import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSnapshots } from '../../src/db/open.ts';
import type { Snapshots } from '../../src/db/snapshot.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Line } from '../../src/wire/reports/report-description.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { item, marketplace, NOW, offer, seller } from '../market/market-fixture.ts';
import { flattened, reportLines, without } from './report-lines.ts';

type Json = Record<string, unknown>;

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
/** Columns that are lists or objects. */
const WHOLE = [
  'data',
  'skus',
  'Asked.terms',
  'TermsBefore.quantityDiscountPrices',
  'TermsAfter.quantityDiscountPrices',
];

withEnginesInTorture('reports of events, deliveries and price changes', (engine) => {
  let app: EventsApp;
  let snapshots: Snapshots;
  const channels: Record<'own' | 'application' | 'other', string> = { own: '', application: '', other: '' };

  before(async () => {
    app = await openEvents(engine, { priceChanges: 'direct' });
    await app.apply([
      ...[marketplace('M1', 'USD', true), marketplace('M2', 'CAD', false)],
      ...['S1', 'S2'].map((id) => seller(id)),
      ...['I1', 'I2'].map((id) => item(id)),
      ...['S1', 'S2'].flatMap((id) => [offer(id, `${id}-1`, 'I1'), offer(id, `${id}-2`, 'I2')]),
    ]);
    channels.own = (await app.webhook('S1')).destinationId;
    channels.application = (await app.webhook('S1', { application: 'app-a' } as never)).destinationId;
    channels.other = (await app.webhook('S2')).destinationId;
    for (const [n, price] of [19, 18, 17, 21].entries()) {
      app.clock.now = NOW + n * DAY_MS;
      const sku = n % 2 === 0 ? 'S1-1' : 'S2-1';
      await app.apply([offer(sku.slice(0, 2), sku, 'I1', { listingPrice: price })]);
      await app.dispatch();
    }
    const changes: [token: string, element: Json][] = [
      ['own.writes.S1', { SellerSKU: 'S1-1', strategy: { type: 'setTo', price: usd(16.5) } }],
      ['app-a.writes.S1', { SellerSKU: 'S1-2', strategy: { type: 'win' }, terms: { BusinessPrice: usd(11) } }],
      ['own.writes.S1', { SellerSKU: 'S1-2', strategy: { type: 'beatBy', amount: usd(1) }, floor: usd(50) }],
      ['own.writes.S1', { SellerSKU: 'S1-1', strategy: { type: 'match' }, IfTermsRevision: 99 }],
      ['own.writes.S2', { SellerSKU: 'S2-1', strategy: { type: 'match' } }],
    ];
    for (const [token, element] of changes) {
      app.clock.now += 1;
      const payload = { MarketplaceId: 'M1', listings: [{ Confirm: true, ...element }] };
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.app.inject({
        method: 'POST',
        url: '/products/pricing/v4/priceChanges',
        payload,
        headers,
      });
      assert.equal(answer.statusCode, 200, answer.body);
    }
    await app.dispatch();
    snapshots = await openSnapshots(app.databaseConfig);
  });
  after(async () => {
    await snapshots?.close();
    await app.close();
  });

  const linesOf = (type: string, parameters: object = {}, application?: string, marketplaceIds = ['M1', 'M2']) =>
    reportLines(
      snapshots,
      type,
      {
        sellerId: 'S1',
        marketplaceIds,
        parameters: parameters as never,
        ...(application !== undefined && { application }),
      },
      app.clock.now,
    );

  async function answerTo(token: string, url: string): Promise<Json> {
    const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  const readers: [title: string, token: string, application: string | undefined][] = [
    ['the seller', 'for.S1', undefined],
    ['a delegated application', 'app-a.for.S1', 'app-a'],
  ];
  for (const [title, token, application] of readers) {
    test(`EVENTS has what the list of events has for ${title}`, async () => {
      const { events } = (await answerTo(token, '/notifications/v4/events?limit=500')) as { events: Json[] };
      assert.ok(events.length > 5);
      const shown = events.map(({ specversion: _v, source: _s, datacontenttype: _t, ...event }) => {
        const { marketplaceId, revision } = event.data as Json;
        return { ...event, sequence: Number(event.sequence), marketplaceId, revision };
      });
      assert.deepEqual(await linesOf('EVENTS', {}, application), shown);
    });

    test(`DELIVERIES has what the logs have for ${title}`, async () => {
      const seen = application === undefined ? [channels.own, channels.application] : [channels.application];
      const shown: Json[] = [];
      for (const channelId of seen.sort()) {
        const url = `/notifications/v4/destinations/${channelId}/deliveries?limit=100`;
        const { deliveries } = (await answerTo(token, url)) as { deliveries: Json[] };
        shown.push(...deliveries.reverse().map((one) => flattened(one, WHOLE)));
      }
      assert.ok(shown.length > 5);
      const lines = await linesOf('DELIVERIES', {}, application);
      assert.deepEqual(
        lines.map((line) => without(line, 'revision')),
        shown,
      );
      assert.ok(lines.every(({ storeItemId, revision }) => storeItemId === undefined || Number(revision) > 0));
    });

    test(`PRICE_CHANGES has the receipts as ${title} sees them`, async () => {
      const { payload } = await answerTo(token, '/products/pricing/v4/priceChanges?limit=100');
      const receipts = (payload as { Receipts: Json[] }).Receipts.reverse();
      assert.equal(receipts.length, 4);
      const lines = await linesOf('PRICE_CHANGES', {}, application);
      assert.deepEqual(
        lines.map((line) => without(line, 'revision', 'CurrencyCode')),
        receipts.map((one) => flattened(one, WHOLE)),
      );
      assert.equal(lines.filter((line) => line['ChangedBy.ApplicationId'] === undefined).length, application ? 3 : 0);
    });
  }

  test('parameters choose events, deliveries and price changes', async () => {
    const [events, deliveries, changes] = [
      await linesOf('EVENTS'),
      await linesOf('DELIVERIES'),
      await linesOf('PRICE_CHANGES'),
    ];
    const some = async (type: string, parameters: object, all: Line[], isMeant: (line: Line) => boolean) => {
      const found = await linesOf(type, parameters);
      assert.deepEqual(found, all.filter(isMeant));
      assert.ok(found.length > 0 && found.length < all.length, `${type} ${JSON.stringify(parameters)}`);
    };
    const since = new Date(NOW + DAY_MS).toISOString();
    const until = new Date(NOW + 3 * DAY_MS).toISOString();
    const isBetween = (time: unknown) => String(time) >= since && String(time) < until;
    await some('EVENTS', { eventTypes: ['BUY_BOX_CHANGED'] }, events, ({ type }) => type === 'BUY_BOX_CHANGED');
    await some('EVENTS', { after: 3 }, events, ({ sequence }) => Number(sequence) > 3);
    await some('EVENTS', { since, until }, events, ({ time }) => isBetween(time));
    await some('DELIVERIES', { channelId: channels.own }, deliveries, ({ channelId }) => channelId === channels.own);
    await some('DELIVERIES', { since, until }, deliveries, ({ createdTime }) => isBetween(createdTime));
    const named = ({ data }: Line) => JSON.stringify(data).includes('S1-2');
    await some('EVENTS', { query: 's1-2' }, events, named);
    assert.deepEqual(await linesOf('EVENTS', { query: 'S2-1' }), [], 'a SKU of another seller');
    const [delivery, second] = deliveries as [Line, Line];
    await some('DELIVERIES', { id: delivery.deliveryId }, deliveries, (one) => one.deliveryId === delivery.deliveryId);
    const { notificationId } = second;
    await some('DELIVERIES', { id: notificationId }, deliveries, (one) => one.notificationId === notificationId);
    await some('PRICE_CHANGES', { state: 'REJECTED' }, changes, ({ State }) => State === 'REJECTED');
    assert.deepEqual(await linesOf('DELIVERIES', { state: 'DEAD' }), []);
    assert.deepEqual(await linesOf('DELIVERIES', { channelId: channels.other }), []);
    assert.deepEqual(await linesOf('PRICE_CHANGES', {}, undefined, ['M2']), []);
    assert.deepEqual(await linesOf('EVENTS', {}, undefined, ['M2']), []);
  });
});
