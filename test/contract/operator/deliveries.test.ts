import assert from 'node:assert/strict';
import { after, before, test as testOnBoth } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../../src/domain/notifications/delivery.ts';
import { writeTime } from '../../../src/domain/time.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { documentedBy } from '../../harness/documented.ts';
import {
  delegated,
  good,
  ME,
  type NotificationApi,
  openNotificationApi,
  RIVAL,
  STRANGER,
  token,
} from '../notifications/notifications-app.ts';

const READER = 'operator~sellers~read';
/** In an address, a header and a signing secret: none of them may be in any answer. */
const SECRETS = [
  's3cretPathOfTheHook',
  's3cretHeaderValue',
  'whsec_czNjcmV0czNjcmV0czNjcmV0czNjcmV0',
  'pat.secret@people.example',
  '+12065550177',
];
const FAILED: AttemptOutcome = {
  result: 'failed',
  code: 500,
  error: 'The receiver answered 500 Internal Server Error.',
};

type Outcome = { code: string; text: string };
type Delivery = {
  deliveryId: string;
  notificationId: string;
  sellerId: string;
  channelId: string;
  outcome: Outcome;
  state: string;
  attempts: { number: number; cause?: string }[];
};
type Event = {
  eventId: string;
  sequence: number;
  eventType: string;
  destinations: { channelName: string; outcome: Outcome; delivery?: Delivery }[];
};

withEngines('notifications of all sellers, for the operator (decision 55)', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let api: NotificationApi;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  const shown: string[] = [];
  before(async () => {
    api = await openNotificationApi(engine);
    mustFit = await documentedBy(api.app);
  });
  after(() => api.close());

  const ask = async (path: string, as = READER) => {
    const url = `/operator/v1${path}`;
    const answer = await api.app.inject({ url, headers: { authorization: `Bearer ${as}` } });
    const documented = url
      .replace(/\?.*$/s, '')
      .replace(/\/(deliveries)\/[^/]+/, '/$1/{deliveryId}')
      .replace(/\/(sellers)\/[^/]+/, '/$1/{sellerId}');
    mustFit('GET', documented, answer);
    shown.push(answer.body);
    return answer;
  };
  const read = async (path: string) => good(await ask(path));
  const webhook = (name: string, more: object = {}, of = ME) =>
    api.create(
      {
        channelName: name,
        webhookConfig: { url: 'https://hooks.seller.example/s3cretPathOfTheHook' },
        windowSeconds: 0,
        ...more,
      },
      token(of),
    );
  const settleAll = async (outcome: AttemptOutcome): Promise<void> => {
    const claimed = await api.queue.claim(100);
    if (claimed.length === 0) return;
    await api.settle(claimed, outcome);
    await settleAll(outcome);
  };
  const codesOf = ({ destinations }: Event) =>
    Object.fromEntries(destinations.map((one) => [one.channelName, one.outcome.code]));

  testOnBoth('200 an event says what became of it at each destination, and why one did not get it', async () => {
    await webhook('plain');
    await webhook('gathers', { windowSeconds: 60 });
    await webhook('filters', { filter: { changes: ['WON'] } });
    await webhook('other kinds', { eventTypes: ['FEE_CHANGED'] });
    const paused = await webhook('paused');
    good(await api.patch(`/destinations/${paused.channelId}`, { status: 'INACTIVE' }));
    await api.create({
      channelName: 'unconfirmed',
      type: 'EMAIL',
      emailConfig: { address: 'pat.secret@people.example' },
    });
    await api.create({ channelName: 'sms', type: 'SMS', smsConfig: { phoneNumber: '+12065550177' } });
    await api.create({ channelName: 'queue', type: 'PULL', windowSeconds: 0 });
    await api.publish(ME, 1, 'BUY_BOX_CHANGED');
    await settleAll({ result: 'delivered', code: 204 });
    await api.publish(ME, 1, 'BUY_BOX_CHANGED');
    const later = await webhook('later');
    api.clock.now += 1_000;
    await settleAll(FAILED);
    const { events, receiving } = await read(`/sellers/${ME}/events?limit=1`);
    assert.deepEqual([events.length, receiving.latestSequence], [1, 2]);
    assert.deepEqual(codesOf(events[0]), {
      ...{
        plain: 'WAITS_FOR_RETRY',
        gathers: 'HELD_BY_WINDOW',
        filters: 'FILTERED',
        'other kinds': 'KIND_NOT_CHOSEN',
        paused: 'PAUSED',
      },
      ...{ unconfirmed: 'NOT_CONFIRMED', sms: 'NOT_CONFIRMED', queue: 'WAITS_FOR_RECEIVER', later: 'NOT_QUEUED' },
    });
    const texts = Object.fromEntries(
      (events as Event[])[0]?.destinations.map((one) => [one.channelName, one.outcome.text]) ?? [],
    );
    assert.match(
      texts.plain ?? '',
      /next attempt is due at .* Attempt 1: The receiver answered 500 Internal Server Error\./,
    );
    assert.match(texts.gathers ?? '', /held until .* gathers events for 60 seconds/);
    assert.match(texts.filters ?? '', /filter .* left it out: changes/);
    assert.match(texts['other kinds'] ?? '', /takes FEE_CHANGED, not BUY_BOX_CHANGED/);
    assert.match(texts.unconfirmed ?? '', /has not confirmed/);
    assert.equal((await api.delete(`/destinations/${later.channelId}`)).statusCode, 204);
  });

  test('200 a destination that was created, or changed, after the event says so', async () => {
    api.clock.now += 1_000;
    await webhook('newest');
    const first = (await read(`/sellers/${ME}/events`)).events.at(-1) as Event;
    assert.equal(codesOf(first).newest, 'CREATED_LATER');
  });

  test('200 a delivery, an event, a test and a destination are traced by their id', async () => {
    const { events } = await read(`/sellers/${ME}/events?limit=1`);
    const { eventId, destinations } = events[0] as Event;
    const plain = destinations.find(({ channelName }) => channelName === 'plain')?.delivery;
    assert.ok(plain);
    const ofDelivery = await read(`/trace?id=${plain.deliveryId}`);
    assert.deepEqual(
      [ofDelivery.of, ofDelivery.sellerId, ofDelivery.outcome.code],
      ['DELIVERY', ME, 'WAITS_FOR_RETRY'],
    );
    assert.deepEqual(
      ofDelivery.steps.map(({ step }: { step: string }) => step),
      ['CHANGE', 'EVENT', 'QUEUED', 'ATTEMPT', 'OUTCOME'],
    );
    assert.equal(ofDelivery.event.eventId, eventId);
    for (const path of [`/trace?id=${eventId}`, `/trace?id=${eventId}&sellerId=${ME}`]) {
      const ofEvent = await read(path);
      assert.deepEqual([ofEvent.of, ofEvent.event.eventId], ['EVENT', eventId]);
      assert.deepEqual(codesOf(ofEvent.event), codesOf(events[0]));
    }
    const ofDestination = await read(`/trace?id=${plain.channelId}`);
    assert.deepEqual([ofDestination.of, ofDestination.destination.channelName], ['DESTINATION', 'plain']);
    const sent = await api.post('/subscriptions/PULL/testNotification');
    const ofTest = await read(`/trace?id=${sent.headers['x-notification-id']}`);
    assert.deepEqual([ofTest.of, ofTest.deliveries.length], ['TEST', 1]);
    for (const id of [
      'nothing',
      'dlv_000000000000',
      'ntf_019a8541c3ffabc',
      `${eventId}&sellerId=${RIVAL}`,
      `${plain.deliveryId}&sellerId=${RIVAL}`,
    ])
      assert.equal((await ask(`/trace?id=${id}`)).statusCode, 404, id);
  });

  test('200 an event that no destination took is found within its seller', async () => {
    good(await api.app.inject({ url: '/notifications/v4/events', headers: { authorization: `Bearer for.${RIVAL}` } }));
    await api.publish(RIVAL, 3);
    const { events } = await read(`/sellers/${RIVAL}/events`);
    assert.equal(events.length, 3);
    for (const { eventId, sequence } of events as Event[]) {
      assert.equal((await ask(`/trace?id=${eventId}`)).statusCode, 404);
      assert.equal((await read(`/trace?id=${eventId}&sellerId=${RIVAL}`)).event.sequence, sequence);
    }
  });

  test('200 where there is no event, it says why', async () => {
    const noneOf = async (path: string) => (await read(path)).none?.code;
    assert.equal(await noneOf(`/sellers/${STRANGER}/events`), 'NO_RECEIVER');
    assert.equal(
      (await read(`/sellers/${STRANGER}/events`)).receiving.since,
      undefined,
      'nor does the question make it one',
    );
    const long = writeTime(api.clock.now - 9 * DAY_MS);
    assert.equal(await noneOf(`/sellers/${ME}/events?to=${long}`), 'BEFORE_RECEIVER');
    assert.equal(await noneOf(`/sellers/${ME}/events?from=${writeTime(api.clock.now + 1_000)}`), 'NO_EVENT');
    await api.db.run(
      `INSERT INTO market_event (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience, after_seller,
      named, owners, facts, item_part) VALUES ('ANY_OFFER_CHANGED', 'STORE_US', 'I', 'New', 'Consumer', 'B2C', $1, 0, 'active', '', '[]', '[]', 'null', '')`,
      [api.clock.now],
    );
    assert.equal(await noneOf(`/sellers/${ME}/events?from=${writeTime(api.clock.now + 1_000)}`), 'WAITING');
    await api.db.run('DELETE FROM market_event');
  });

  test('200 events and deliveries come in pages, each once', async () => {
    const pagesOf = async (path: string, list: 'events' | 'deliveries' | 'destinations', id: string) => {
      const found: string[] = [];
      let next: string | undefined = '';
      while (next !== undefined) {
        const page = await read(`${path}${path.includes('?') ? '&' : '?'}limit=2${next && `&nextToken=${next}`}`);
        found.push(...page[list].map((one: Record<string, string>) => one[id]));
        next = page.nextToken;
      }
      return found;
    };
    await api.publish(ME, 4, 'PRICING_HEALTH');
    const sequences = await pagesOf(`/sellers/${ME}/events`, 'events', 'sequence');
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => Number(b) - Number(a)),
    );
    const all = (await read(`/deliveries?sellerId=${ME}&limit=50`)).deliveries.map(
      ({ deliveryId }: Delivery) => deliveryId,
    );
    assert.ok(all.length > 10);
    assert.deepEqual(await pagesOf(`/deliveries?sellerId=${ME}`, 'deliveries', 'deliveryId'), all);
    const destinations = (await read('/destinations?limit=50')).destinations.map(
      ({ channelId }: Delivery) => channelId,
    );
    assert.deepEqual(await pagesOf('/destinations', 'destinations', 'channelId'), destinations);
    const ofMe = await pagesOf(`/destinations?sellerId=${ME}`, 'destinations', 'channelId');
    assert.deepEqual(ofMe, destinations);
    for (const path of ['/destinations?state=INACTIVE', `/deliveries?sellerId=${RIVAL}`, `/sellers/${RIVAL}/events`]) {
      const { nextToken } = await read(`/destinations?sellerId=${ME}&limit=1`);
      const refused = await ask(`${path}${path.includes('?') ? '&' : '?'}nextToken=${nextToken}`);
      assert.match(refused.body, /nextToken must be the nextToken of the last answer/);
    }
  });

  test('200 deliveries are found by seller, destination, event and state', async () => {
    const { deliveries } = await read(`/deliveries?sellerId=${ME}&state=FILTERED`);
    assert.deepEqual([...new Set(deliveries.map(({ state }: Delivery) => state))], ['FILTERED']);
    const [{ channelId, notificationId, deliveryId }] = deliveries as [Delivery];
    const ofEvent: Delivery[] = (await read(`/deliveries?eventId=${notificationId}`)).deliveries;
    assert.ok(ofEvent.length > 2 && ofEvent.every((one) => one.notificationId === notificationId));
    const one = (await read(`/deliveries?destinationId=${channelId}&eventId=${notificationId}`)).deliveries;
    assert.deepEqual(
      one.map(({ deliveryId: id }: Delivery) => id),
      [deliveryId],
    );
    assert.deepEqual((await read(`/deliveries?destinationId=${channelId}&sellerId=${RIVAL}`)).deliveries, []);
    assert.equal((await read(`/deliveries/${deliveryId}`)).outcome.code, 'FILTERED');
    assert.equal((await ask('/deliveries/dlv_none')).statusCode, 404);
    assert.match((await ask('/deliveries')).body, /sellerId, destinationId or eventId is required/);
  });

  test('200 destinations that fail since a time, with the last failure and the oldest that waits', async () => {
    const failing = await webhook('fails', {}, RIVAL);
    const sinceMs = api.clock.now;
    await api.publish(RIVAL, 3);
    await settleAll({ result: 'failed', code: 503, error: 'The receiver answered 503 Service Unavailable.' });
    await api.publish(RIVAL, 2);
    const list = async (ms: number) => (await read(`/destinations?failingSince=${writeTime(ms)}`)).destinations;
    const [found, ...others] = (await list(sinceMs)).filter(({ sellerId }: Delivery) => sellerId === RIVAL);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [found.channelId, found.sellerName, found.failingSince, found.lastFailure.code],
      [failing.channelId, undefined, writeTime(sinceMs), 503],
    );
    assert.match(found.lastFailure.cause, /503 Service Unavailable/);
    assert.deepEqual(found.waiting, { count: 5, isMore: false, oldestTime: writeTime(sinceMs) });
    assert.deepEqual(await list(sinceMs + 1), []);
    const waiting = (await read(`/deliveries?destinationId=${failing.channelId}`)).deliveries.map(
      ({ outcome }: Delivery) => outcome.code,
    );
    assert.deepEqual(waiting.toSorted(), [
      ...Array(2).fill('WAITS_BEHIND_FAILURES'),
      ...Array(3).fill('WAITS_FOR_RETRY'),
    ]);
    await api.db.run(`UPDATE destination SET status = 'SUSPENDED', failure = 'DELIVERY_FAILED' WHERE channel_id = $1`, [
      failing.channelId,
    ]);
    const [named] = (await read(`/destinations?sellerId=${ME}&limit=1`)).destinations;
    assert.equal(named.sellerName, 'Demo & Sons');
    const [suspended] = (await read('/destinations?state=SUSPENDED')).destinations;
    assert.deepEqual(
      [suspended.channelId, suspended.statusReason, suspended.stopped.code],
      [failing.channelId, 'DELIVERY_FAILED', 'SUSPENDED'],
    );
  });

  test('200 no answer has a secret, a path of a webhook or the whole address of a person', async () => {
    const headers = { Authorization: 's3cretHeaderValue' };
    const signing = { secret: SECRETS[2] };
    await webhook('with secrets', {
      webhookConfig: { url: 'https://hooks.seller.example/s3cretPathOfTheHook', headers, signing },
    });
    const mail = await api.create({ type: 'EMAIL', channelName: 'registered' });
    await api.publish(ME, 1, 'PRICING_HEALTH');
    await settleAll({
      result: 'refused',
      code: 550,
      error: 'The server refused <pat.secret@people.example>, call +12065550177.',
      answer: 's3cretHeaderValue',
    });
    const refused = (await read(`/deliveries?destinationId=${mail.channelId}`)).deliveries[0] as Delivery;
    assert.equal(refused.attempts[0]?.cause, 'The server refused <p***@people.example>, call +12***77.');
    await read(`/deliveries/${refused.deliveryId}`);
    await read(`/trace?id=${refused.deliveryId}`);
    const { destinations } = await read(`/destinations?sellerId=${ME}&limit=50`);
    const addresses = new Set(destinations.map(({ address }: { address?: string }) => address));
    assert.deepEqual(
      addresses,
      new Set(['https://hooks.seller.example', 'p***@people.example', '+12***77', 'd***@store.example', undefined]),
    );
    const all = shown.join('\n');
    for (const secret of SECRETS)
      assert.equal(all.slice(all.indexOf(secret) - 200).slice(0, all.includes(secret) ? 260 : 0), '');
    assert.ok(shown.length > 40);
  });

  test('403 sellers, their applications, and operators with another right', async () => {
    for (const path of [
      '/destinations',
      `/deliveries?sellerId=${ME}`,
      '/deliveries/x',
      `/sellers/${ME}/events`,
      '/trace?id=x',
    ])
      for (const as of [
        `for.${ME}`,
        delegated('app-2').token,
        `owner.of.${ME}`,
        'operator~market~read',
        'operator~admin',
      ])
        assert.equal((await ask(path, as)).statusCode, 403, `${path} by ${as}`);
  });
});
