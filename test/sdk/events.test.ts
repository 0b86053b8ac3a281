// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SellerClient } from '../../sdk/src/create-client.ts';
import type { SellerEvent } from '../../sdk/src/generated/types.gen.ts';
import type { EventGap, EventsOptions } from '../../sdk/src/loops/events.ts';
import type { KnownEvent, ListedEvent } from '../../sdk/src/seller-event.ts';
import { type EventsApp, openEvents } from '../contract/events/events-app.ts';
import { onEngine } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';
import { exampleEvent } from '../notifications/example-event.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { clientOf } from './streams-client.ts';

onEngine('sqlite', 'a loop over events', (engine) => {
  let api: EventsApp;
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
  let baseUrl: string;
  let sellers = 0;
  before(async () => {
    api = await openEvents(engine);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}`;
    proxy = await startCuttingProxy(port);
  });
  after(async () => {
    await proxy.close();
    await api.close();
  });

  /** A seller of its own for each test, with this many events. */
  const sellerWith = async (count: number) => {
    sellers += 1;
    const sellerId = `A1LOOP${sellers}`;
    if (count > 0) await api.publish(sellerId, count);
    return {
      sellerId,
      client: clientOf(baseUrl, `for.${sellerId}`),
      cut: clientOf(proxy.baseUrl, `for.${sellerId}`, { maxAttempts: 1 }),
    };
  };
  /** The oldest events of a seller are gone, as retention does it. */
  const removeEvents = async (sellerId: string, upTo: number) => {
    await api.db.run('DELETE FROM seller_event WHERE seller_id = $1 AND sequence <= $2', [sellerId, upTo]);
    await api.db.run('UPDATE event_receiver SET oldest_sequence = $2 WHERE seller_id = $1', [sellerId, upTo + 1]);
  };
  const read = async (client: SellerClient, options: EventsOptions) => {
    const sequences: string[] = [];
    for await (const { sequence } of client.events({ follow: false, ...options })) sequences.push(sequence);
    return sequences.join();
  };
  /** Follows until there are this many events. */
  const follow = async (client: SellerClient, count: number, options: EventsOptions = {}) => {
    const sequences: string[] = [];
    for await (const { sequence } of client.events({ waitSeconds: 5, ...options })) {
      sequences.push(sequence);
      if (sequences.length === count) break;
    }
    return sequences.join();
  };

  /** The same client, which runs something before each request for events. */
  const watch = (client: SellerClient, before: () => void | Promise<void>): SellerClient => {
    const getEvents = async (options: Parameters<SellerClient['getEvents']>[0]) => {
      await before();
      return client.getEvents(options);
    };
    return Object.assign(Object.create(client), { getEvents });
  };

  // The first one: events that are published as examples take the revisions of the market's.
  test('waits for what the market does next, and types each kind', async () => {
    const sellers = [seller('ONE'), seller('TWO')];
    const offers = [offer('ONE', 'one', 'PAN', { listingPrice: 20 }), offer('TWO', 'two', 'PAN', { listingPrice: 22 })];
    const client = clientOf(baseUrl, 'for.ONE');
    assert.equal(await read(client, {}), '');
    await api.apply([marketplace('M1', 'USD', true), ...sellers, item('PAN'), ...offers]);
    await api.dispatch();
    const { latestSequence } = await client.getEvents();
    const published: string[] = [];
    const following = (async () => {
      for await (const event of client.events({ after: latestSequence, waitSeconds: 10 })) {
        const text = glance(event);

        published.push(text);
        if (text.startsWith('box')) return;
      }
    })();
    await sleep(50);
    await api.apply([offer('TWO', 'two', 'PAN', { listingPrice: 19 })]);
    await api.dispatch();
    await following;
    assert.ok(published.includes('box LOST at 19'), published.join());
  });

  test('yields every event once, in order, over pages, from any sequence on', async () => {
    const { client } = await sellerWith(7);
    assert.equal(await read(client, { limit: 3 }), '1,2,3,4,5,6,7');
    assert.equal(await read(client, { limit: 2, after: 4 }), '5,6,7');
    assert.equal(await read(client, { after: '6' }), '7');
    assert.equal(await read(client, { after: 7 }), '');
    for (const wrong of [-1, 1.5, '', 'x', Number.NaN])
      await assert.rejects(read(client, { after: wrong }), /A sequence must be an integer from 0 on/);
  });

  test('goes on where it was when answers are cut in their middle and connections fail', async () => {
    const { sellerId, cut } = await sellerWith(5);
    const failures: string[] = [];
    const onRetry: EventsOptions['onRetry'] = ({ code }, delayMs) => failures.push(`${code} ${delayMs < 31_000}`);
    const sequences: string[] = [];
    for await (const { sequence } of cut.events({ limit: 2, waitSeconds: 5, onRetry })) {
      sequences.push(sequence);
      if (sequence === '2') proxy.cutAnswers(2);
      if (sequence === '4') proxy.shut();
      if (sequence === '4') setTimeout(() => proxy.open(), 300);
      if (sequence === '5') {
        // While the loop waits for an event: the next call of `next` is a long poll by then.
        setTimeout(() => {
          proxy.shut();
          proxy.open();
          void api.publish(sellerId, 2);
        }, 300);
      }
      if (sequence === '7') break;
    }
    assert.equal(sequences.join(), '1,2,3,4,5,6,7');
    assert.equal(proxy.cutsLeft, 0);
    for (const failure of failures) assert.equal(failure, 'ConnectionFailed true');
  });

  test('throws EventsMissed when events are not kept any more', async () => {
    const { sellerId, client } = await sellerWith(6);
    await removeEvents(sellerId, 3);
    const missed = { name: 'ApiError', code: 'EventsMissed', message: 'Events after 1 are not kept any more.' };
    await assert.rejects(read(client, { after: 1 }), missed);
    await assert.rejects(follow(client, 9, { after: 1 }), missed);
    await assert.rejects(read(client, { after: 0 }), { code: 'EventsMissed' });
    assert.equal(await read(client, { after: 3 }), '4,5,6', 'nothing is missing');
    assert.equal(await read(client, {}), '4,5,6', 'nobody asked for more than there is');
  });

  test('tells a gap once and goes on with the oldest event, or where onGap says', async () => {
    const { sellerId, client } = await sellerWith(6);
    await removeEvents(sellerId, 3);
    const gaps: EventGap[] = [];
    const onGap = (gap: EventGap) => void gaps.push(gap);
    assert.equal(await read(client, { after: 1, limit: 1, onGap }), '4,5,6');
    assert.deepEqual(gaps, [{ after: 1, oldestSequence: 4, latestSequence: 6 }]);
    assert.equal(await read(client, { after: 1, onGap: ({ latestSequence }) => latestSequence - 1 }), '6');
    assert.equal(await read(client, { after: 1, onGap: async () => 0 }), '4,5,6', 'the same gap is not told again');
    const full = new Error('stop here');
    await assert.rejects(read(client, { after: 1, onGap: () => Promise.reject(full) }), full);
    // All are gone. The service does not move `nextAfter` then.
    await removeEvents(sellerId, 6);
    gaps.length = 0;
    setTimeout(() => void api.publish(sellerId, 1), 50);
    assert.equal(await follow(client, 1, { after: 2, onGap }), '7');
    assert.deepEqual(gaps, [{ after: 2, oldestSequence: 7, latestSequence: 6 }]);
  });

  test('sequences that a delegated application never sees are no gap, not even when they are removed', async () => {
    const { sellerId } = await sellerWith(2);
    const delegated = clientOf(baseUrl, `app-1.for.${sellerId}`);
    const publishFor = (application: string) =>
      api.db.transaction((tx) => {
        const event = exampleEvent('DESTINATION_SUSPENDED', sellerId, { revision: 1, atMs: api.clock.now });
        return api.notifications.events.append(tx, [{ ...event, application }]);
      });
    for (const application of ['app-2', 'app-1', 'app-2', 'app-2']) await publishFor(application);
    assert.equal(await read(delegated, {}), '1,2,4');
    const gaps: EventGap[] = [];
    const sequences: string[] = [];
    let requests = 0;
    const watched = watch(delegated, async () => {
      requests += 1;
      if (requests !== 3) return;
      // A long poll has ended since. Retention removes all that there is, and with it what this application never saw.
      await removeEvents(sellerId, 6);
      await publishFor('app-1');
    });
    for await (const { sequence } of watched.events({ waitSeconds: 1, onGap: (gap) => void gaps.push(gap) })) {
      sequences.push(sequence);
      if (sequence === '7') break;
    }
    assert.deepEqual([sequences.join(), gaps], ['1,2,4,7', []]);
  });

  test('aborts at once during a long poll, between events, and before the first', async () => {
    const { client } = await sellerWith(3);
    const reason = new Error('enough');
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(reason), 100);
    const startedMs = performance.now();
    await assert.rejects(follow(client, 9, { signal: waiting.signal, waitSeconds: 60 }), reason);
    assert.ok(performance.now() - startedMs < 10_000);
    const between = new AbortController();
    const sequences: string[] = [];
    await assert.rejects(async () => {
      for await (const { sequence } of client.events({ signal: between.signal })) {
        sequences.push(sequence);
        if (sequence === '2') between.abort(reason);
      }
    }, reason);
    assert.equal(sequences.join(), '1,2');
    await assert.rejects(follow(client, 1, { signal: AbortSignal.abort(reason) }), reason);
  });

  test('failures that do not pass end the loop, and any failure ends one that does not follow', async () => {
    const { client, cut } = await sellerWith(1);
    await assert.rejects(follow(clientOf(baseUrl, 'nobody'), 1), { status: 401 });
    await assert.rejects(follow(clientOf(baseUrl, 'no-rights'), 1), { status: 403 });
    await assert.rejects(follow(client, 9, { after: 5 }), { status: 400, code: 'InvalidInput' });
    proxy.shut();
    await assert.rejects(read(cut, {}), { code: 'ConnectionFailed' });
    const aborted = new AbortController();
    const failures: string[] = [];
    const onRetry: EventsOptions['onRetry'] = ({ code }) => {
      failures.push(code);
      if (failures.length === 2) aborted.abort(new Error('enough'));
    };
    await assert.rejects(follow(cut, 1, { signal: aborted.signal, onRetry }), /enough/);
    assert.deepEqual(failures, ['ConnectionFailed', 'ConnectionFailed']);
    proxy.open();
  });

  test('does not ask again and again when nothing waits', async () => {
    const { client } = await sellerWith(0);
    let requests = 0;
    const counting = watch(client, () => {
      requests += 1;
    });
    const signal = AbortSignal.timeout(600);
    await assert.rejects(follow(counting, 1, { waitSeconds: 0, signal }), { name: 'TimeoutError' });
    assert.equal(requests, 1);
  });
});

test('every kind of the OpenAPI document is typed, and a newer kind is left for the default', () => {
  const kinds: Record<KnownEvent['type'], true> = {
    ...{ ANY_OFFER_CHANGED: true, BUY_BOX_CHANGED: true, PRICING_HEALTH: true, FEE_PROMOTION: true, FEE_CHANGED: true },
    ...{ DESTINATION_SUSPENDED: true, CREDENTIAL_EXPIRING: true, TEST_NOTIFICATION: true, PRICE_CHANGED: true },
    REPORT_READY: true,
  };
  const { webhooks }: { webhooks: object } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  assert.deepEqual(Object.keys(kinds).toSorted(), Object.keys(webhooks).toSorted());
  const newer: object = { type: 'STOCK_LOW', data: { a: 1 } };
  assert.equal(glance(newer as SellerEvent), 'unknown STOCK_LOW 1');
});

/** Compiles only while `type` tells the kinds apart, also from a kind that is not known. */
function glance(event: ListedEvent | SellerEvent): string {
  switch (event.type) {
    case 'BUY_BOX_CHANGED': {
      const holds: 'LOST' | 'WON' | 'HOLDER' | 'PRICE' | 'NONE' | (string & {}) = event.data.Change;
      return `box ${holds} at ${event.data.BuyBoxPrice?.LandedPrice.Amount}`;
    }
    case 'ANY_OFFER_CHANGED':
      return `offers ${event.data.Offers.length}`;
    case 'PRICING_HEALTH':
      return `health ${event.data.Offers.map(({ SellerSKU }) => SellerSKU).join()}`;
    case 'PRICE_CHANGED':
      return `terms ${event.data.TermsRevision}`;
    case 'FEE_PROMOTION':
      return `promotion ${event.data.PromotionId}`;
    case 'FEE_CHANGED':
    case 'DESTINATION_SUSPENDED':
    case 'CREDENTIAL_EXPIRING':
      return event.data.sellerId;
    case 'REPORT_READY':
      return `report ${event.data.reportId} ${event.data.reportDocumentId ?? event.data.failure?.message}`;
    case 'TEST_NOTIFICATION':
      return event.data.message;
    default: {
      const unknown: { data: { [key: string]: unknown } } = event;
      return `unknown ${event.type} ${Object.keys(unknown.data).length}`;
    }
  }
}
