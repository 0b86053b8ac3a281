import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { ChangedBy } from '../../../src/domain/price-changes/wanted-change.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { mustHoldEvents } from '../../harness/event-check.ts';
import { recordOf } from '../../harness/record-of.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { item, marketplace, offer, seller } from '../../market/market-fixture.ts';
import { type EventsApp, openEvents } from './events-app.ts';

/* Decisions 53 and 60: who is told that terms changed, and by whom. */

type Event = { type: string; sequence: string; subject: string; data: Record<string, unknown> };

const REPRICER: ChangedBy = { clientId: 'repricer', memberId: 'member-of-S1', isConsole: false };
const CONSOLE: ChangedBy = { clientId: 'console', memberId: 'owner-of-S1', isConsole: true };

const terms = (events: readonly Event[]) => events.filter(({ type }) => type === 'PRICE_CHANGED');

withEnginesInTorture('PRICE_CHANGED', (engine) => {
  let api: EventsApp;
  let pulls: Record<string, string>;
  const inject = async (token: string, url: string, payload?: object) => {
    const method = payload === undefined ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({
      method,
      url: `/notifications/v4${url}`,
      headers,
      ...(payload && { payload }),
    });
    assert.ok(answer.statusCode < 300, answer.body);
    const body = answer.json();
    mustHoldEvents(body);
    return body;
  };
  const createPull = async (token: string) =>
    (await inject(token, '/destinations', { channelName: 'Queue', type: 'PULL', windowSeconds: 0 }))
      .channelId as string;

  before(async () => {
    api = await openEvents(engine, { priceChanges: 'direct', logLevel: 'trace' });
    await api.apply([marketplace('M1', 'USD', true), seller('S1'), seller('S2'), item('PAN'), item('LAMP')]);
    await api.apply([offer('S1', 'a', 'PAN', { listingPrice: 25 }), offer('S2', 'b', 'PAN', { listingPrice: 22 })]);
    const tokens = ['for.S1', 'repricer.for.S1', 'other.for.S1', 'owner.of.S1', 'for.S2'];
    pulls = Object.fromEntries(
      await Promise.all(tokens.slice(0, 3).map(async (token) => [token, await createPull(token)])),
    );
    for (const token of tokens) await inject(token, '/events');
  });
  after(() => api.close());

  const change = async (sku: string, listingMinor: number, by: ChangedBy, laterMs = 60_000) => {
    api.clock.now += laterMs;
    const strategy = { type: 'setTo' as const, listingMinor };
    const changes = [{ sku, customer: 'Consumer' as const, strategy }];
    const call = { marketplaceId: 'M1', sellerId: 'S1', changes, by, requestId: 'request-of-S1' };
    const receipts = await api.market.priceChanges.submit(call);
    if ('rejected' in receipts) throw new Error(receipts.rejected);
    assert.equal(receipts[0]?.state, 'APPLIED');
    await api.dispatch();
    return receipts[0]?.id ?? '';
  };
  const record = async (fields: object, options: object = {}) => {
    api.clock.now += 60_000;
    const one = { ...offer('S1', 'a', 'PAN', { listingPrice: 25 }), ...fields };
    await api.apply([one], { requestId: 'request-of-operator', ...options });
    await api.dispatch();
  };
  const listed = async (token: string): Promise<Event[]> => (await inject(token, '/events?after=0')).events;
  const last = async (token: string) => terms(await listed(token)).at(-1);
  const pulled = async (token: string): Promise<Event[]> => {
    const path = `/destinations/${pulls[token]}`;
    const { messages } = await inject(token, `${path}/receive`, { maxMessages: 10 });
    const receiptHandles = messages.map(({ receiptHandle }: { receiptHandle: string }) => receiptHandle);
    if (receiptHandles.length > 0) await inject(token, `${path}/acknowledge`, { receiptHandles });
    return messages.map(({ event }: { event: Event }) => event);
  };

  it("tells the seller of the operator's record, whom it names as the operator", async () => {
    await record({ listingPrice: 24, businessPrice: 23 });
    const { data, subject } = (await last('for.S1')) ?? assert.fail();
    const money = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
    const price = (Amount: number) => ({ LandedPrice: money(Amount), ListingPrice: money(Amount), Shipping: money(0) });
    assert.deepEqual(
      { subject, ...data, revision: 0 },
      {
        ...{ subject: 'PAN', payloadVersion: '1.0', sellerId: 'S1', marketplaceId: 'M1', revision: 0 },
        ...{ storeItemId: 'PAN', requestId: 'request-of-operator', SellerSKU: 'a', ItemCondition: 'New' },
        ...{ TermsRevision: 2, TermsBefore: { ...price(25), quantityDiscountPrices: [] } },
        TermsAfter: { ...price(24), BusinessPrice: money(23), quantityDiscountPrices: [] },
        ...{ LimitsCrossed: false, Own: true, ChangedBy: { Kind: 'operator' } },
      },
    );
    assert.equal(terms(await listed('for.S2')).length, 0);
    for (const token of ['repricer.for.S1', 'owner.of.S1']) assert.deepEqual(await last(token), await last('for.S1'));
  });

  it('tells nothing of a quiet load, of other fields, and of new and removed offers', async () => {
    const count = async () => terms(await listed('for.S1')).length;
    const before = await count();
    await record({ listingPrice: 23 }, { quiet: true });
    await record({ listingPrice: 23, quantity: 9 });
    await record(offer('S1', 'new', 'LAMP'));
    await record({ ...offer('S1', 'new', 'LAMP'), op: 'delete' });
    assert.equal(await count(), before);
    assert.equal((await last('for.S1'))?.data.TermsRevision, 2, 'the revision rises all the same');
  });

  it("says that the operator's record crosses a limit of the seller, and tells no cost", async () => {
    const scope = { marketplaceId: 'M1', sellerId: 'S1' };
    await api.market.limits.set(scope, [{ sku: 'a', wanted: { minimumPriceMinor: 2_250, costMinor: 1_357 } }], true);
    await record({ listingPrice: 22.4 });
    const crossed = (await last('for.S1')) ?? assert.fail();
    assert.equal(crossed.data.LimitsCrossed, true);
    await record({ listingPrice: 22.6 });
    assert.equal((await last('for.S1'))?.data.LimitsCrossed, false);
    assert.doesNotMatch(JSON.stringify(crossed), /13\.57|1357/);
    await api.market.limits.set(scope, [{ sku: 'a', wanted: { costMinor: null } }], true);
  });

  it('names application and member to the seller, and to a delegated application the kind of the changes of others', async () => {
    for (const token of Object.keys(pulls)) while ((await pulled(token)).length > 0);
    const author = { Kind: 'application', ApplicationId: 'repricer', MemberId: 'member-of-S1' };
    const receiptId = await change('a', 2_200, REPRICER);
    const shown: Record<string, object> = {};
    for (const token of ['for.S1', 'owner.of.S1', 'repricer.for.S1', 'other.for.S1']) {
      const { data } = (await last(token)) ?? assert.fail();
      assert.deepEqual([data.PriceChangeId, data.LimitsCrossed, data.requestId], [receiptId, undefined, undefined]);
      shown[token] = data.ChangedBy as object;
    }
    const expected = { 'for.S1': author, 'owner.of.S1': author, 'repricer.for.S1': author };
    assert.deepEqual(shown, { ...expected, 'other.for.S1': { Kind: 'application' } });
    for (const token of Object.keys(pulls)) {
      const [event] = terms(await pulled(token));
      assert.deepEqual(event?.data, (await last(token))?.data, token);
      const { deliveries } = await inject('for.S1', `/destinations/${pulls[token]}/deliveries`);
      const { deliveryId } = deliveries.find(({ eventType }: { eventType: string }) => eventType === 'PRICE_CHANGED');
      const logged = await inject('for.S1', `/deliveries/${deliveryId}`);
      const text = JSON.stringify(logged);
      assert.equal(text.includes('member-of-S1'), token !== 'other.for.S1', 'the log shows what was sent');
    }
    const trial = await inject('other.for.S1', '/filters/test', { filter: {}, eventTypes: ['PRICE_CHANGED'] });
    assert.doesNotMatch(JSON.stringify(trial), /repricer|member-of-S1/);
    await change('a', 2_190, CONSOLE);
    assert.deepEqual((await last('repricer.for.S1'))?.data.ChangedBy, { Kind: 'member' });
    assert.deepEqual((await last('for.S1'))?.data.ChangedBy, {
      ...{ Kind: 'member', ApplicationId: 'console', MemberId: 'owner-of-S1' },
    });
  });

  it('is held by SKU in a window: the newest of each is sent', async () => {
    await record(offer('S1', 'c', 'PAN', { listingPrice: 30 }));
    const { destinationId } = await api.webhook('S1', { windowSeconds: 60, eventTypes: ['PRICE_CHANGED'] });
    await change('a', 2_180, REPRICER);
    for (const [sku, price] of [
      ['a', 2_170],
      ['c', 2_900],
      ['a', 2_160],
    ] as const)
      await change(sku, price, REPRICER, 1_000);
    const { deliveries } = await inject('for.S1', `/destinations/${destinationId}/deliveries`);
    const states = deliveries.map(({ state, skus, heldBy }: Record<string, unknown>) => [state, skus, heldBy]);
    assert.deepEqual(states.reverse(), [
      ['SUPERSEDED', ['a'], undefined],
      ['SUPERSEDED', ['a'], undefined],
      ['PENDING', ['c'], 'WINDOW'],
      // It takes over the time at which the first one was due.
      ['PENDING', ['a'], undefined],
    ]);
    const person = { type: 'EMAIL', settings: { email: { address: 'a@example.com' } } } as const;
    const { destinationId: mailbox } = await api.webhook('S1', person);
    await change('a', 2_150, REPRICER);
    assert.deepEqual((await inject('for.S1', `/destinations/${mailbox}/deliveries`)).deliveries, [], 'only if chosen');
  });

  it('leaves nothing of the change with other sellers: no request, receipt, application or member', async () => {
    const rivalBefore = (await listed('for.S2')).length;
    const linesBefore = api.logLines.length;
    const receiptId = await change('a', 1_900, REPRICER);
    const mine = (await listed('for.S1')).findLast(({ type }) => type === 'BUY_BOX_CHANGED');
    assert.deepEqual([mine?.data.PriceChangeId, mine?.data.Own], [receiptId, true]);
    const theirs = (await listed('for.S2')).slice(rivalBefore);
    const kinds = theirs.map(({ type }) => type).sort();
    assert.deepEqual(kinds, ['ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED']);
    const secrets = /request-of-S1|repricer|member-of-S1|PriceChangeId|pc_/;
    assert.doesNotMatch(JSON.stringify(theirs), secrets);
    const rivalLines = api.logLines.slice(linesBefore).filter((line) => line.includes('S2'));
    assert.doesNotMatch(rivalLines.join(''), secrets);
    assert.doesNotMatch(await api.metricsText(), secrets);
    const contents = await api.db.all('SELECT item_part FROM event_content');
    assert.doesNotMatch(JSON.stringify(contents), secrets, 'the part of an event that all sellers get');
  });
});

/** A change of the operator, a change of the seller, or a removal, of one of two listings. */
const anyStep = fc.record({
  sku: fc.constantFrom('x', 'y'),
  itemId: fc.constantFrom('PAN', 'LAMP'),
  price: fc.integer({ min: 1_500, max: 1_503 }),
  by: fc.constantFrom(...['operator', 'operator', 'operator', 'seller', 'seller', 'seller', 'removal']),
});

withEnginesInTorture('a follower of PRICE_CHANGED', (engine) => {
  let api: EventsApp;
  after(() => api.close());
  it('knows the terms and the revision of each listing that changed, after any changes', async () => {
    api = await openEvents(engine, { priceChanges: 'direct' });
    await api.apply([marketplace('M1', 'USD', true), seller('S1'), item('PAN'), item('LAMP')]);
    await api.get('S1', '/notifications/v4/events');
    const step = async ({ sku, itemId, price, by }: { sku: string; itemId: string; price: number; by: string }) => {
      api.clock.now += 1_000;
      if (by === 'seller') {
        const changes = [
          { sku, customer: 'Consumer' as const, strategy: { type: 'setTo' as const, listingMinor: price } },
        ];
        const call = { marketplaceId: 'M1', sellerId: 'S1', changes, by: REPRICER, requestId: 'r' };
        await api.market.priceChanges.submit(call);
      } else {
        const removal = { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku };
        const put = offer('S1', sku, itemId, { listingPrice: price / 100, terms: 'override' });
        await api.market.writer.apply([recordOf(by === 'removal' ? removal : put)], { boards: 'now' });
      }
    };
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 15 }), async (steps) => {
        for (const one of steps) await step(one);
        await api.dispatch();
        const known = new Map<unknown, Event>();
        for (const event of terms((await api.events('S1')).events)) {
          const before = known.get(event.data.SellerSKU)?.data.TermsRevision ?? 0;
          assert.ok(Number(event.data.TermsRevision) > Number(before), 'revisions rise');
          known.set(event.data.SellerSKU, event);
        }
        const keys = ['x', 'y'].map((sku) => ({ marketplaceId: 'M1', sellerId: 'S1', sku }));
        for (const { offer: now, termsRevision } of await api.market.reader.listingPositions(keys)) {
          const event = known.get(now.sku);
          // An offer that came back has told nothing yet.
          if (event?.data.TermsRevision !== termsRevision) continue;
          compared += 1;
          const { ListingPrice } = event.data.TermsAfter as { ListingPrice: { Amount: number } };
          assert.deepEqual([event.subject, Math.round(ListingPrice.Amount * 100)], [now.itemId, now.listingPriceMinor]);
        }
        assert.ok([...known.values()].every(({ data }) => Number(data.TermsRevision) > 1));
      }),
      drawnAlike(6, 60),
    );
    assert.ok(compared > 3, 'most changes are no additions');
  });
});

withEnginesInTorture('price changes that are off', (engine) => {
  it('publish no PRICE_CHANGED', async () => {
    const api = await openEvents(engine);
    await api.apply([marketplace('M1', 'USD', true), seller('S1'), item('PAN'), offer('S1', 'a', 'PAN')]);
    await api.get('S1', '/notifications/v4/events');
    await api.apply([offer('S1', 'a', 'PAN', { listingPrice: 7 })]);
    await api.dispatch();
    const { events } = await api.events('S1');
    const kinds: string[] = events.map(({ type }) => type);
    assert.deepEqual(new Set(kinds), new Set(['ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED']));
    await api.close();
  });
});
