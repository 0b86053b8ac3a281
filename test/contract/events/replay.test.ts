import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeTime } from '../../../src/domain/time.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { exampleEvent } from '../../notifications/example-event.ts';
import {
  delegated,
  errorsOf,
  good,
  ME,
  type NotificationApi,
  type Options,
  openNotificationApi,
  RIVAL,
  type Sent,
  token,
} from '../notifications/notifications-app.ts';

type Event = { id: string; type: string; sequence: string; previoussequence?: string };
type Message = { receiptHandle: string; event: Event };

withEnginesInTorture('POST /notifications/v4/destinations/{channelId}/replay', (engine) => {
  let api: NotificationApi;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  /** A seller of its own for each test, with these kinds of events. */
  const seller = async (...kinds: Parameters<typeof exampleEvent>[0][]) => {
    sellers += 1;
    const sellerId = `A1REPLAY${sellers}`;
    const options = token(sellerId);
    await api.get('/events', options);
    for (const kind of kinds) {
      api.clock.now += 1_000;
      await api.publish(sellerId, 1, kind);
    }
    const queue = async (more: Sent = {}, who: Options = options): Promise<string> =>
      `/destinations/${(await api.create({ pullConfig: {}, windowSeconds: 0, ...more }, who)).channelId}`;
    return { sellerId, options, queue };
  };
  const replay = (path: string, body: unknown, options: Options) => api.post(`${path}/replay`, body, options);
  const replayed = async (path: string, body: unknown, options: Options) =>
    good(await replay(path, body, options), 202);
  /** Everything that waits in the queue, as `previous->sequence`, acknowledged. */
  const received = async (path: string, options: Options): Promise<string[]> => {
    const { messages } = good(await api.post(`${path}/receive`, { maxMessages: 100 }, options)) as {
      messages: Message[];
    };
    if (messages.length > 0) {
      const receiptHandles = messages.map(({ receiptHandle }) => receiptHandle);
      await api.post(`${path}/acknowledge`, { receiptHandles }, options);
    }
    return messages.map(({ event }) => `${event.previoussequence ?? ''}->${event.sequence}`);
  };

  test('202 a new destination gets the events from a sequence on, each with the one before it', async () => {
    const { options, queue } = await seller(
      'BUY_BOX_CHANGED',
      'ANY_OFFER_CHANGED',
      'BUY_BOX_CHANGED',
      'PRICING_HEALTH',
    );
    const path = await queue();
    assert.deepEqual(await received(path, options), []);
    assert.deepEqual(await replayed(path, { fromSequence: 2 }, options), { queued: 3, fromSequence: 2, toSequence: 4 });
    assert.deepEqual(await received(path, options), ['->2', '2->3', '3->4']);
    const { events } = good(await api.get('/events', options)) as { events: Event[] };
    await replayed(path, { fromSequence: 4 }, options);
    const { messages } = good(await api.post(`${path}/receive`, {}, options)) as { messages: Message[] };
    assert.deepEqual(messages[0]?.event, events[3], 'the same id and content');
  });

  test('202 the destination filter of now applies, and later events follow the last one that was replayed', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED', 'ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED');
    const path = await queue({ eventTypes: ['BUY_BOX_CHANGED'] });
    assert.deepEqual(await replayed(path, { fromSequence: 1 }, options), { queued: 2, fromSequence: 1, toSequence: 3 });
    await api.publish(sellerId, 1, 'BUY_BOX_CHANGED');
    assert.deepEqual(await received(path, options), ['->1', '1->3', '3->4']);
  });

  test('202 since a time', async () => {
    const { options, queue } = await seller('BUY_BOX_CHANGED', 'BUY_BOX_CHANGED', 'BUY_BOX_CHANGED');
    const path = await queue();
    const since = writeTime(api.clock.now - 1_000);
    assert.deepEqual(await replayed(path, { since }, options), { queued: 2, fromSequence: 2, toSequence: 3 });
    assert.deepEqual(await received(path, options), ['->2', '2->3']);
    assert.deepEqual(await replayed(path, { since: writeTime(api.clock.now + 1) }, options), { queued: 0 });
    assert.deepEqual(await replayed(path, { fromSequence: 4 }, options), { queued: 0 });
  });

  test('202 what is not kept any more is left out, and fromSequence tells so', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED', 'BUY_BOX_CHANGED', 'BUY_BOX_CHANGED');
    const path = await queue();
    await api.db.run('DELETE FROM seller_event WHERE seller_id = $1 AND sequence <= 2', [sellerId]);
    await api.db.run('UPDATE event_receiver SET oldest_sequence = 3 WHERE seller_id = $1', [sellerId]);
    assert.deepEqual(await replayed(path, { fromSequence: 1 }, options), { queued: 1, fromSequence: 3, toSequence: 3 });
  });

  test('202 null counts as absent, and an Idempotency-Key takes effect once', async () => {
    const { options, queue } = await seller('BUY_BOX_CHANGED', 'BUY_BOX_CHANGED');
    const path = await queue();
    const keyed = { ...options, headers: { 'idempotency-key': 'one' } };
    const first = await replay(path, { fromSequence: 1, since: null }, keyed);
    const second = await replay(path, { fromSequence: 1, since: null }, keyed);
    assert.deepEqual([good(second, 202), second.headers['idempotency-replayed']], [good(first, 202), 'true']);
    assert.equal(first.headers['idempotency-replayed'], undefined);
    assert.equal((await received(path, options)).length, 2);
    errorsOf(await replay(path, { fromSequence: 2 }, keyed), 422, 'IdempotencyConflict');
    // The key of one destination is not that of another.
    const other = await queue();
    assert.equal((await replayed(other, { fromSequence: 1, since: null }, keyed)).queued, 2);
  });

  test('202 a SUSPENDED destination gets them when it is ACTIVE again', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED');
    const path = await queue();
    await api.db.run(`UPDATE destination SET status = 'SUSPENDED' WHERE seller_id = $1`, [sellerId]);
    assert.equal((await replayed(path, { fromSequence: 1 }, options)).queued, 1);
    await api.patch(path, { status: 'ACTIVE' }, options);
    assert.deepEqual(await received(path, options), ['->1']);
  });

  test('400 exactly one of fromSequence and since, each with a right value', async () => {
    const { options, queue } = await seller('BUY_BOX_CHANGED');
    const path = await queue();
    const bad: [body: unknown, text: RegExp][] = [
      [{}, /fromSequence or since is required/],
      [undefined, /fromSequence or since is required/],
      [{ fromSequence: null, since: null }, /fromSequence or since is required/],
      [{ fromSequence: 1, since: '2026-11-15T00:00:00Z' }, /fromSequence and since exclude each other/],
      [{ fromSequence: 0 }, /fromSequence must be >= 1/],
      [{ fromSequence: '1' }, /fromSequence must be an integer, not a string/],
      [{ fromSequence: 1.5 }, /fromSequence must be an integer/],
      [{ fromSequence: 1e300 }, /fromSequence/],
      [{ since: 'yesterday' }, /since must be/],
      [{ since: 7 }, /since must be a string/],
      [[], /must be an object/],
    ];
    for (const [body, text] of bad)
      assert.match(errorsOf(await replay(path, body, options), 400, 'InvalidInput'), text);
    assert.deepEqual(await received(path, options), []);
  });

  test('403 without the right to write', async () => {
    const { sellerId, queue } = await seller();
    errorsOf(await replay(await queue(), { fromSequence: 1 }, { token: `reader.${sellerId}` }), 403, 'AccessDenied');
  });

  test('404 a destination of another seller or application, or none', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED');
    const own = await queue();
    const applications = await queue({}, delegated('repricer', sellerId));
    const body = { fromSequence: 1 };
    assert.equal((await replayed(applications, body, delegated('repricer', sellerId))).queued, 1);
    assert.equal((await replayed(applications, body, options)).queued, 1, "the seller's own application sees all");
    const unseen: [path: string, who: Options][] = [
      [own, delegated('repricer', sellerId)],
      [applications, delegated('other', sellerId)],
      [own, token(RIVAL)],
      ['/destinations/ch_nope', token(ME)],
      ['/destinations/%00', token(ME)],
    ];
    for (const [path, who] of unseen) errorsOf(await replay(path, body, who), 404, 'NotFound');
  });

  test('202 a delegated application gets no event about another application', async () => {
    const { sellerId, queue } = await seller('BUY_BOX_CHANGED');
    await api.db.transaction(async (tx) => {
      const event = exampleEvent('DESTINATION_SUSPENDED', sellerId, { revision: 1, atMs: api.clock.now });
      await api.notifications.events.append(tx, [{ ...event, application: 'repricer' }]);
    });
    for (const [application, queued] of [
      ['repricer', 2],
      ['other', 1],
    ] as const) {
      const who = delegated(application, sellerId);
      assert.equal((await replayed(await queue({}, who), { fromSequence: 1 }, who)).queued, queued);
    }
  });

  test('409 while the destination is INACTIVE, not confirmed or WITHDRAWN, with what to do', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED');
    const path = await queue();
    const statuses: [status: string, text: RegExp][] = [
      ['INACTIVE', /INACTIVE.*Set its status to ACTIVE/s],
      ['PENDING_VERIFICATION', /PENDING_VERIFICATION.*confirm it first/s],
      ['WITHDRAWN', /SUSPENDED.*no access to the seller any more/s],
    ];
    for (const [status, text] of statuses) {
      await api.db.run('UPDATE destination SET status = $2 WHERE seller_id = $1', [sellerId, status]);
      assert.match(errorsOf(await replay(path, { fromSequence: 1 }, options), 409, 'Conflict'), text);
    }
  });

  test('429 with Retry-After when replays have queued as much as they may to a host', async () => {
    const { sellerId, options, queue } = await seller('BUY_BOX_CHANGED');
    const pulled = await queue();
    const hook = { webhookConfig: { url: 'https://hooks.example.com/r' } };
    const path = `/destinations/${(await api.create(hook, options)).channelId}`;
    await replayed(path, { fromSequence: 1 }, options);
    const { replay_pace } = (await api.db.get<{ replay_pace: string }>(
      'SELECT replay_pace FROM event_receiver WHERE seller_id = $1',
      [sellerId],
    )) as { replay_pace: string };
    const full = Object.keys(JSON.parse(replay_pace)).map((key) => [key, api.clock.now + 1_020_000]);
    await api.db.run('UPDATE event_receiver SET replay_pace = $2 WHERE seller_id = $1', [
      sellerId,
      JSON.stringify(Object.fromEntries(full)),
    ]);
    const answer = await replay(path, { fromSequence: 1 }, options);
    assert.match(
      errorsOf(answer, 429, 'QuotaExceeded'),
      /at most 10,000 deliveries ahead to one host.*GET \/notifications/s,
    );
    assert.equal(answer.headers['retry-after'], '21');
    assert.equal((await replayed(pulled, { fromSequence: 1 }, options)).queued, 1, 'nothing is sent to a host');
  });

  test('409 while 10,000 deliveries wait for the destination', async () => {
    const { options, queue } = await seller('BUY_BOX_CHANGED');
    const path = await queue();
    await replayed(path, { fromSequence: 1 }, options);
    await api.db.run(
      `WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 10000)
       INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms, created_ms,
         expires_ms)
       SELECT delivery_id || '-' || n, channel_id, notification_id, kind, is_test, state, attempts, tries, due_ms, created_ms,
         expires_ms FROM delivery, n WHERE channel_id = $1`,
      [path.slice('/destinations/'.length)],
    );
    const text = errorsOf(await replay(path, { fromSequence: 1 }, options), 409, 'Conflict');
    assert.match(text, /Too many deliveries wait.*10,000.*GET \/notifications\/v4\/events/s);
  });
});
