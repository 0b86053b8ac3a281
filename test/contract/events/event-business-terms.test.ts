import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, marketplace, offer, type Plain, seller } from '../../market/market-fixture.ts';
import { EventFollower, type ReceivedEvent } from './event-follower.ts';
import { type EventsApp, openEvents } from './events-app.ts';

/* Decision 44: while an item has no business terms, the consumers' box is the one of businesses, too, and is told once. */

const BOXES = [
  ['Consumer', 'B2C'],
  ['Business', 'B2B'],
  ['Business', 'B2C'],
] as const;

withEnginesInTorture('a follower of buy boxes', (engine) => {
  let app: EventsApp;
  let follower: EventFollower;
  let latest = 0;
  let itemId: string;
  let items = 0;

  before(async () => {
    app = await openEvents(engine);
    await app.apply([marketplace('M1', 'USD', true), seller('S1'), seller('S2'), seller('S3')]);
  });
  after(() => app.close());

  const mine = (sellerId: string, listingPrice: number, more: Plain = {}) =>
    offer(sellerId, `${itemId}-${sellerId}`, itemId, { listingPrice, ...more });

  const summaryOf = async (customer: string) => {
    const query = `MarketplaceId=M1&ItemCondition=New&CustomerType=${customer}`;
    return (await app.get('S1', `/products/pricing/v4/items/${itemId}/offers?${query}`)).payload;
  };

  /** S1 holds the consumers' box at 20, S2 follows at 25. */
  beforeEach(async () => {
    items += 1;
    itemId = `I${items}`;
    await app.apply([item(itemId), mine('S1', 20), mine('S2', 25)]);
    await app.dispatch();
    latest = (await app.get('S1', '/notifications/v4/events')).latestSequence;
    follower = new EventFollower();
    for (const customer of ['Consumer', 'Business'] as const) follower.begin(customer, await summaryOf(customer));
  });

  /** Applies a change and follows the events of S1. Returns its buy boxes that were told. */
  async function change(...records: Plain[]): Promise<string[]> {
    await app.apply(records);
    await app.dispatch();
    const published = (await app.events('S1', latest)).events as ReceivedEvent[];
    latest += published.length;
    for (const event of published) follower.apply(event);
    for (const [customer, offerType] of BOXES) {
      const { Summary } = await summaryOf(customer);
      const price = Summary.BuyBoxPrices.find((one: Plain) => one.offerType === offerType && !one.quantityTier);
      const { condition: _, offerType: __, ...holder } = price ?? {};
      assert.deepEqual(follower.box(itemId, customer, 'New', offerType), price && holder, `${customer} ${offerType}`);
    }
    const boxes = published.filter(({ type }) => type === 'BUY_BOX_CHANGED');
    return boxes.map(({ data }) => `${data.CustomerTypes} ${data.offerType} ${data.Change}`);
  }

  it('knows all holders while business terms come and go', async () => {
    const rival = (price: number, more: Plain = {}) => mine('S3', price, more);
    assert.deepEqual(await change(rival(19, { businessPrice: 18 })), ['Consumer B2C LOST', 'Business B2B HOLDER']);
    assert.deepEqual(await change(rival(19)), ['Business B2B NONE', 'Business B2C LOST']);
    assert.deepEqual(await change(mine('S1', 17)), ['Consumer,Business B2C WON'], 'told once, for both');
    assert.deepEqual(await change(rival(19, { businessPrice: 18 })), ['Business B2B HOLDER']);
    assert.deepEqual(await change(rival(16, { businessPrice: 18 })), ['Consumer B2C LOST']);
  });

  it('is told for both customer types when the holder leaves an item without business terms', async () => {
    assert.deepEqual(await change(mine('S1', 20, { quantity: 0 })), ['Consumer,Business B2C LOST']);
    assert.deepEqual(await change(mine('S1', 21), mine('S2', 25, { quantity: 0 })), ['Consumer,Business B2C WON']);
  });

  it('tells quantity discounts alone as terms of businesses, which have no B2B box then', async () => {
    const discounts = { quantityDiscounts: [{ quantity: 5, price: 15 }] };
    assert.deepEqual(await change(mine('S2', 25, discounts)), []);
    assert.deepEqual(await change(mine('S2', 19, discounts)), ['Consumer B2C LOST', 'Business B2C LOST']);
    assert.deepEqual(await change(mine('S2', 19)), []);
    assert.deepEqual(await change(mine('S1', 18)), ['Consumer,Business B2C WON']);
  });
});
