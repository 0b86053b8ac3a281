import { deepEqual, equal, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, beforeEach, it } from 'node:test';
import { kindWords } from '../../console/pages/notifications/words.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { eventSchema } from '../../src/http/openapi/event-schema.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { change } from './board-writes.ts';
import { takeEvents } from './event-rows.ts';
import { type Fixture, fixtureOn, item, offer, type Plain, seller, settle } from './market-fixture.ts';
import { receive } from './queued-events.ts';

/* PRICING_HEALTH is written where the states of offers change (decision 42). */

withEnginesInTorture('the health of offers', (engine) => {
  let market: Fixture;
  let itemId: string;
  let items = 0;
  const take = (...records: Plain[]) => change(market.market, records);
  const mine = (sellerId: string, listingPrice: number, more: Plain = {}) =>
    offer(sellerId, `${itemId}-${sellerId}`, itemId, { listingPrice, ...more });
  /** Each event as its sellers with their offers: `SKU health: gates`. */
  const health = async () => {
    const rows = (await takeEvents(market.db)).filter(({ kind }) => kind === 'PRICING_HEALTH');
    return rows.map(({ facts, named }) => {
      const parts = Object.entries<string>(facts.parts).map(([id, part]) => [id, JSON.parse(`{${part}}`)] as const);
      deepEqual(named, parts.map(([id]) => id).sort());
      return Object.fromEntries(parts.map(([id, { Health, Offers }]) => [id, [Health, ...Offers.map(inShort)]]));
    });
  };
  // biome-ignore lint/suspicious/noExplicitAny: an offer of the event, as it was written.
  const inShort = ({ SellerSKU, Health, FailingGates }: any) =>
    `${SellerSKU} ${Health} ${FailingGates.map(({ Name }: { Name: string }) => Name)}`.trim();

  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    await receive(market.db, ['S1', 'S2', 'S3']);
  });

  beforeEach(async () => {
    items += 1;
    itemId = `I${items}`;
    await take(item(itemId, { competitivePriceThreshold: 22 }), mine('S1', 20), mine('S2', 21));
    await takeEvents(market.db);
  });

  it("is about the consumers' buy box: an offer that holds that of businesses is unhealthy, and every text says whose it is", async () => {
    await take(mine('S1', 23, { businessPrice: 19 }));
    const rows = await takeEvents(market.db);
    deepEqual(
      rows.filter(({ kind }) => kind === 'PRICING_HEALTH').map(({ named }) => named),
      [['S1']],
    );
    const held = rows.find(({ customer, offer_type }) => customer === 'Business' && offer_type === 'B2B');
    equal(held?.facts.after.holder.sellerId, 'S1');
    const guide = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
    const row = /^\| `PRICING_HEALTH` .*$/m.exec(guide)?.[0] ?? '';
    const { description } = eventSchema('PRICING_HEALTH', 'https://schemas.example') as { description: string };
    for (const text of [row, description, kindWords.PRICING_HEALTH?.about ?? ''])
      match(text, /not eligible for the buy box of consumers any more/);
  });

  it('is told with the failing gates and their figures, and when the offer recovers', async () => {
    await change(market.market, [mine('S1', 22.01)], { boards: 'now', requestId: 'r1' });
    const row = (await takeEvents(market.db)).find(({ kind }) => kind === 'PRICING_HEALTH');
    deepEqual([row?.part, row?.owners, row?.audience], [{ storeItemId: itemId, requestId: 'r1' }, ['S1'], 'named']);
    const part = JSON.parse(`{${row?.facts.parts.S1}}`);
    const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
    const [gate] = part.Offers[0].FailingGates;
    deepEqual(part, {
      Health: 'UNHEALTHY',
      Offers: [
        {
          ...{ SellerSKU: `${itemId}-S1`, ItemCondition: 'New', Health: 'UNHEALTHY' },
          OwnPrice: { LandedPrice: usd(22.01), ListingPrice: usd(22.01), Shipping: usd(0) },
          FailingGates: [gate],
        },
      ],
    });
    deepEqual(
      [gate.Name, gate.Passed, gate.Figure, gate.Required, gate.PassingListingPrice],
      ['competitivePriceThreshold', false, usd(22.01), usd(22), usd(22)],
    );
    await take(mine('S1', 22));
    deepEqual(await health(), [{ S1: ['RECOVERED', `${itemId}-S1 RECOVERED`] }]);
  });

  it('is told once for all offers of a change, and never for what is off sale', async () => {
    await take(item(itemId, { competitivePriceThreshold: 10 }));
    deepEqual(await health(), [
      {
        S1: ['UNHEALTHY', `${itemId}-S1 UNHEALTHY competitivePriceThreshold`],
        S2: ['UNHEALTHY', `${itemId}-S2 UNHEALTHY competitivePriceThreshold`],
      },
    ]);
    await take(mine('S1', 20, { quantity: 0 }));
    await take(mine('S1', 10, { quantity: 0 }), mine('S2', 22));
    deepEqual(await health(), [], 'neither recovered nor unhealthy anew');
    await take(mine('S1', 10), offer('S2', `${itemId}-new`, itemId, { listingPrice: 30 }));
    deepEqual(await health(), [{ S2: ['UNHEALTHY', `${itemId}-new UNHEALTHY competitivePriceThreshold`] }]);
    await take(mine('S2', 30), mine('S2', 9), mine('S2', 31));
    deepEqual(await health(), [], 'from what it was at first to what it is at last');
  });

  it('of a seller that is not featured any more is told with each of its items', async () => {
    await take(seller('S2', { featuredMerchant: false }));
    await settle(market.market);
    const row = (await takeEvents(market.db)).find((one) => one.kind === 'PRICING_HEALTH' && one.item_id === itemId);
    deepEqual([row?.owners, row?.named, row?.lane], [['S2'], ['S2'], 1]);
    await take(seller('S2'));
    await settle(market.market);
    const last = (await health()).at(-1);
    deepEqual(last, { S2: ['RECOVERED', `${itemId}-S2 RECOVERED`] });
  });

  it('is told at once when the board is only marked as stale, and not for a quiet change', async () => {
    await change(market.market, [mine('S1', 30)], { boards: 'later' });
    deepEqual(await health(), [{ S1: ['UNHEALTHY', `${itemId}-S1 UNHEALTHY competitivePriceThreshold`] }]);
    await settle(market.market);
    deepEqual(await health(), []);
    await change(market.market, [mine('S1', 20)], { boards: 'later', quiet: true });
    await change(market.market, [mine('S2', 30)], { boards: 'now', quiet: true });
    await settle(market.market);
    deepEqual(await health(), []);
  });

  it('is told by the clock, and not of an offer that was never judged', async () => {
    const startTime = new Date(market.clock.now + HOUR_MS).toISOString();
    await take(mine('S3', 30, { startTime }));
    deepEqual(await health(), []);
    market.clock.now += HOUR_MS;
    await settle(market.market);
    deepEqual(await health(), [{ S3: ['UNHEALTHY', `${itemId}-S3 UNHEALTHY competitivePriceThreshold`] }]);
    await market.db.run('UPDATE offer SET state = NULL WHERE item_id = $1', [itemId]);
    await market.db.run('UPDATE board SET decision = NULL, version = 2004 WHERE item_id = $1', [itemId]);
    await market.market.maintenance.rebuild([{ marketplaceId: 'M1', itemId }]);
    deepEqual(await health(), []);
  });

  it('is told to receivers of events alone', async () => {
    await market.db.run(`DELETE FROM event_receiver WHERE seller_id = 'S2'`);
    await take(item(itemId, { competitivePriceThreshold: 10 }));
    deepEqual((await health()).map(Object.keys), [['S1']]);
    await receive(market.db, ['S2']);
  });

  it('of an item with very many sellers is told in several events', async () => {
    const sellers = Array.from({ length: 250 }, (_, n) => `C${n}`);
    await receive(market.db, sellers);
    await take(
      ...sellers.map((id) => seller(id)),
      ...sellers.map((id) => offer(id, itemId, itemId, { listingPrice: 15 })),
    );
    await takeEvents(market.db);
    await take(item(itemId, { competitivePriceThreshold: 10 }));
    const published = await health();
    deepEqual(
      published.map((parts) => Object.keys(parts).length),
      [200, 52],
    );
    equal(new Set(published.flatMap((parts) => Object.keys(parts))).size, 252);
  });
});
