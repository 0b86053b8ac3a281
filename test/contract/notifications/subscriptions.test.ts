import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SUBSCRIBED_KINDS } from '../../../src/domain/notifications/subscription.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  delegated,
  errorsOf,
  good,
  HOOK,
  type NotificationApi,
  type Options,
  openNotificationApi,
  type Sent,
  token,
} from './notifications-app.ts';

type Subscription = { subscriptionId: string; destinationId: string; processingDirective: Sent };

withEnginesInTorture('subscriptions', (engine) => {
  let api: NotificationApi;
  let sellers = 0;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  /** A seller of its own, with a webhook. */
  const open = async (more: Sent = {}) => {
    sellers += 1;
    const sellerId = `A1SUBSCRIBER${sellers}`;
    const options = token(sellerId);
    const { channelId } = await api.create({ webhookConfig: { url: HOOK }, windowSeconds: 0, ...more }, options);
    return { sellerId, options, channelId: channelId as string };
  };
  const subscribe = (kind: string, body: Sent, options?: Options) => api.post(`/subscriptions/${kind}`, body, options);
  const listOf = async (kind: string, options?: Options): Promise<Subscription[]> =>
    good(await api.get(`/subscriptions/${kind}`, options)).subscriptions;
  const shown = async (channelId: string, options: Options) =>
    good(await api.get(`/destinations/${channelId}`, options));

  test('200 a destination with eventTypes [] waits; a subscription is shown by both sides, and is deleted without a warning', async () => {
    const { options, channelId, sellerId } = await open({ eventTypes: [] });
    assert.deepEqual((await shown(channelId, options)).eventTypes, []);
    assert.deepEqual(await api.publish(sellerId, 1, 'PRICING_HEALTH'), []);
    const body = {
      payloadVersion: '1.0',
      destinationId: channelId,
      processingDirective: { eventFilter: { marketplaceIds: ['STORE_US'] }, windowSeconds: 300 },
    };
    const made = good(await subscribe('pricing_health', body, options));
    const subscriptionId = `${channelId}.PRICING_HEALTH`;
    assert.deepEqual(made, { subscriptionId, notificationType: 'PRICING_HEALTH', ...body });
    assert.deepEqual(await listOf('PRICING_HEALTH', options), [made]);
    assert.deepEqual(good(await api.get(`/subscriptions/PRICING_HEALTH/${subscriptionId}`, options)), made);
    const { eventTypes, choicesByKind, windowSeconds, filter } = await shown(channelId, options);
    assert.deepEqual([eventTypes, windowSeconds, filter], [['PRICING_HEALTH'], 0, undefined]);
    assert.deepEqual(choicesByKind, [
      { eventType: 'PRICING_HEALTH', filter: { marketplaceIds: ['STORE_US'] }, windowSeconds: 300 },
    ]);
    assert.equal((await api.publish(sellerId, 1, 'PRICING_HEALTH')).length, 1);
    assert.deepEqual(good(await api.delete(`/subscriptions/PRICING_HEALTH/${subscriptionId}`, options)), {});
    const after = await shown(channelId, options);
    assert.deepEqual([after.eventTypes, after.choicesByKind], [[], undefined]);
    errorsOf(await api.delete(`/subscriptions/PRICING_HEALTH/${subscriptionId}`, options), 404, 'NotFound');
  });

  test('200 default kinds are subscriptions; deleting one fixes the list to the others, with a warning', async () => {
    const { options, channelId, sellerId } = await open();
    for (const kind of SUBSCRIBED_KINDS) assert.equal((await listOf(kind, options)).length, 1, kind);
    const answer = good(await api.delete(`/subscriptions/FEE_CHANGED/${channelId}.FEE_CHANGED`, options));
    assert.deepEqual(
      answer.warnings.map(({ code }: { code: string }) => code),
      ['EventTypesFixed'],
    );
    const { eventTypes } = await shown(channelId, options);
    assert.deepEqual(
      eventTypes,
      SUBSCRIBED_KINDS.filter((kind) => kind !== 'FEE_CHANGED'),
    );
    assert.deepEqual(await api.publish(sellerId, 1, 'FEE_CHANGED'), []);
    assert.equal((await api.publish(sellerId, 1, 'FEE_PROMOTION')).length, 1);
    const again = good(await subscribe('FEE_CHANGED', { destinationId: channelId }, options));
    assert.ok(!('warnings' in again));
    assert.equal((await api.publish(sellerId, 1, 'FEE_CHANGED')).length, 1);
  });

  test('200 a filter of a kind replaces the one of the destination, for events, resent ones and the answer; the body says all', async () => {
    const { options, channelId, sellerId } = await open({ filter: { ownOnly: true } });
    const path = `/destinations/${channelId}/deliveries`;
    const states = async () =>
      good(await api.get(path, options))
        .deliveries.map(({ eventType, state }: Sent) => `${eventType} ${state}`)
        .toReversed();
    // Neither is of the seller's own doing.
    await api.publish(sellerId, 1, 'ANY_OFFER_CHANGED');
    await api.publish(sellerId, 1, 'BUY_BOX_CHANGED');
    await subscribe(
      'ANY_OFFER_CHANGED',
      { destinationId: channelId, processingDirective: { eventFilter: {} } },
      options,
    );
    await api.publish(sellerId, 1, 'ANY_OFFER_CHANGED');
    await api.publish(sellerId, 1, 'BUY_BOX_CHANGED');
    const kept = ['ANY_OFFER_CHANGED FILTERED', 'BUY_BOX_CHANGED FILTERED'];
    assert.deepEqual(await states(), [...kept, 'ANY_OFFER_CHANGED PENDING', 'BUY_BOX_CHANGED FILTERED']);
    const replayed = good(await api.post(`/destinations/${channelId}/replay`, { fromSequence: 1 }, options), 202);
    assert.equal(replayed.queued, 2);
    const plain = good(
      await subscribe(
        'ANY_OFFER_CHANGED',
        { destinationId: channelId, processingDirective: { eventFilter: null } },
        options,
      ),
    );
    assert.deepEqual(plain.processingDirective, { eventFilter: { ownOnly: true }, windowSeconds: 0 });
    assert.ok(!('choicesByKind' in (await shown(channelId, options))));
  });

  test('200 a window of a kind holds its events back, and not the others; without it they are released', async () => {
    const { options, channelId, sellerId } = await open();
    const directive = { destinationId: channelId, processingDirective: { windowSeconds: 600 } };
    await subscribe('PRICING_HEALTH', directive, options);
    for (const kind of ['PRICING_HEALTH', 'BUY_BOX_CHANGED'] as const) await api.publish(sellerId, 2, kind);
    const held = async () => {
      const { deliveries } = good(await api.get(`/destinations/${channelId}/deliveries`, options));
      return deliveries.filter(({ heldBy }: Sent) => heldBy === 'WINDOW').map(({ eventType }: Sent) => eventType);
    };
    assert.deepEqual(await held(), ['PRICING_HEALTH']);
    await subscribe('PRICING_HEALTH', { destinationId: channelId }, options);
    assert.deepEqual(await held(), []);
    await api.publish(sellerId, 2, 'PRICING_HEALTH');
    assert.deepEqual(await held(), []);
  });

  test('200 a window of the destination does not hold a kind back that has none', async () => {
    const { options, channelId, sellerId } = await open({ windowSeconds: 600 });
    await subscribe('PRICING_HEALTH', { destinationId: channelId, processingDirective: { windowSeconds: 0 } }, options);
    for (const kind of ['PRICING_HEALTH', 'BUY_BOX_CHANGED'] as const) await api.publish(sellerId, 2, kind);
    const { deliveries } = good(await api.get(`/destinations/${channelId}/deliveries`, options));
    const held = deliveries.filter(({ heldBy }: Sent) => heldBy === 'WINDOW');
    assert.deepEqual(
      held.map(({ eventType }: Sent) => eventType),
      ['BUY_BOX_CHANGED'],
    );
  });

  test('200 PATCH of eventTypes removes the choices of other kinds, and a destination that is sent back keeps its own', async () => {
    const { options, channelId } = await open();
    const path = `/destinations/${channelId}`;
    for (const kind of ['PRICING_HEALTH', 'FEE_CHANGED'])
      await subscribe(kind, { destinationId: channelId, processingDirective: { windowSeconds: 300 } }, options);
    const read = await shown(channelId, options);
    assert.deepEqual(good(await api.patch(path, read, options)), read);
    const left = good(await api.patch(path, { eventTypes: ['FEE_CHANGED'] }, options));
    assert.deepEqual(left.choicesByKind, [{ eventType: 'FEE_CHANGED', windowSeconds: 300 }]);
    const none = good(await api.patch(path, { eventTypes: [] }, options));
    assert.deepEqual([none.eventTypes, none.choicesByKind], [[], undefined]);
  });

  test('200 the same Idempotency-Key makes it once; 422 with another body, 409 when it was deleted', async () => {
    const { options, channelId } = await open({ eventTypes: undefined, type: 'WEBHOOKS' });
    await api.delete(`/subscriptions/FEE_CHANGED/${channelId}.FEE_CHANGED`, options);
    const keyed = { ...options, headers: { 'idempotency-key': 'one' } };
    const first = await subscribe('FEE_CHANGED', { destinationId: channelId }, keyed);
    const second = await subscribe('FEE_CHANGED', { destinationId: channelId }, keyed);
    assert.deepEqual(good(second), good(first));
    assert.deepEqual(
      [first, second].map(({ headers }) => headers['idempotency-replayed']),
      [undefined, 'true'],
    );
    const other = { destinationId: channelId, processingDirective: { windowSeconds: 60 } };
    errorsOf(await subscribe('FEE_CHANGED', other, keyed), 422, 'IdempotencyConflict');
    await api.delete(`/subscriptions/FEE_CHANGED/${channelId}.FEE_CHANGED`, options);
    errorsOf(await subscribe('FEE_CHANGED', { destinationId: channelId }, keyed), 409, 'Conflict');
  });

  const wrong: [string, string, Sent, RegExp][] = [
    ['a delivery type', 'WEBHOOKS', {}, /must be one of ANY_OFFER_CHANGED, .*REPORT_READY, not a type of destinations/],
    ['a misspelt kind', 'PRICING_HELTH', {}, /must be one of .*did you mean PRICING_HEALTH/],
    ['the kind of tests', 'TEST_NOTIFICATION', {}, /must be one of ANY_OFFER_CHANGED/],
    ['no destination', 'FEE_CHANGED', {}, /destinationId is missing/],
    ['a number', 'FEE_CHANGED', { destinationId: 5 }, /destinationId must be a string/],
    ['another version', 'FEE_CHANGED', { destinationId: 'x', payloadVersion: '2' }, /payloadVersion must be "1\.0"/],
    [
      'no object',
      'FEE_CHANGED',
      { destinationId: 'x', processingDirective: [] },
      /processingDirective must be an object/,
    ],
    [
      'an unknown key of the filter',
      'FEE_CHANGED',
      { destinationId: 'x', processingDirective: { eventFilter: { marketplaces: [] } } },
      /processingDirective\.eventFilter/,
    ],
    [
      'another window',
      'FEE_CHANGED',
      { destinationId: 'x', processingDirective: { windowSeconds: 5 } },
      /processingDirective\.windowSeconds must be one of 0, 60, 300, 600/,
    ],
  ];
  for (const [title, kind, body, expected] of wrong)
    test(`400 ${title}`, async () => {
      assert.match(errorsOf(await subscribe(kind, body), 400, 'InvalidInput'), expected);
    });

  test('400 a delivery type also when it lists, reads or deletes', async () => {
    for (const answer of [
      await api.get('/subscriptions/EMAIL'),
      await api.get('/subscriptions/webhook/x.EMAIL'),
      await api.delete('/subscriptions/PULL/x.PULL'),
    ])
      assert.match(errorsOf(answer, 400, 'InvalidInput'), /must be one of ANY_OFFER_CHANGED/);
  });

  test('405 GET and DELETE of testNotification, before any token, as of every path without the method', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const url = '/notifications/v4/subscriptions/PULL/testNotification';
      const answer = await api.app.inject({ method, url });
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'POST'], answer.body);
      assert.equal(answer.json().errors[0].code, 'MethodNotAllowed');
    }
    assert.equal((await api.post('/subscriptions/PULL/testNotification', {})).statusCode, 404);
  });

  test('404 what another seller or application has; each lists its own (decision 38)', async () => {
    const seller = 'A1SUBSCRIBED';
    const [mine, theirs] = [delegated('app-a', seller), delegated('app-b', seller)];
    const { channelId } = await api.create({}, mine);
    const url = `/subscriptions/FEE_CHANGED/${channelId}.FEE_CHANGED`;
    const unknown = `/subscriptions/FEE_CHANGED/${'ch_019a8541c400aa55bb66cc77dd88ee99ff00'}.FEE_CHANGED`;
    for (const by of [theirs, delegated('app-a', 'A1OTHER'), token('A1OTHER')]) {
      assert.deepEqual(await listOf('FEE_CHANGED', by), []);
      errorsOf(await api.get(url, by), 404, 'NotFound');
      assert.equal((await api.get(url, by)).body, (await api.get(unknown, by)).body);
      errorsOf(await api.delete(url, by), 404, 'NotFound');
      errorsOf(await subscribe('FEE_CHANGED', { destinationId: channelId }, by), 404, 'NotFound');
    }
    assert.equal((await listOf('FEE_CHANGED', token(seller))).length, 1);
    good(await api.delete(url, mine));
  });

  test('403 to write without the right; reading needs only the other', async () => {
    const reader = { token: 'reader.A1READER' };
    errorsOf(await subscribe('FEE_CHANGED', { destinationId: 'x' }, reader), 403, 'AccessDenied');
    errorsOf(await api.delete('/subscriptions/FEE_CHANGED/x.FEE_CHANGED', reader), 403, 'AccessDenied');
    assert.deepEqual(await listOf('FEE_CHANGED', reader), []);
  });
});
