// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldErrors } from '../../console/pages/notifications/form/field-errors.ts';
import { filterOf, filterValues, NO_FILTER, trialOf } from '../../console/pages/notifications/form/filter-values.ts';
import { changeBody, createBody, newValues, valuesOf } from '../../console/pages/notifications/form/form-values.ts';
import { healthOf } from '../../console/pages/notifications/health.ts';
import { groupByCause } from '../../console/pages/notifications/log/causes.ts';
import { logChoiceIn, logQuery } from '../../console/pages/notifications/log/log-choice.ts';
import { requestText } from '../../console/pages/notifications/log/request-text.ts';
import { suspensionOf } from '../../console/pages/notifications/suspension.ts';
import { ageText, isMoving, waitingOf } from '../../console/pages/notifications/waiting.ts';
import { answerText, choiceText, itemText, stateReason } from '../../console/pages/notifications/words.ts';
import { ApiError } from '../../sdk/src/api-error.ts';
import type { Delivery, DeliveryAttempt, DeliveryDetails, Destination } from '../../sdk/src/generated/types.gen.ts';

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  deliveryId: 'dlv_1',
  channelId: 'ch_1',
  notificationId: 'ntf_1',
  eventType: 'BUY_BOX_CHANGED',
  isTest: false,
  state: 'DELIVERED',
  attemptCount: 1,
  createdTime: '2026-11-15T10:00:00.000Z',
  expiresTime: '2026-11-22T10:00:00.000Z',
  ...changes,
});

const destination = (changes: Partial<Destination> = {}): Destination => ({
  channelOwner: 'A1',
  channelName: 'Repricer',
  type: 'WEBHOOKS',
  webhookConfig: {
    url: 'https://hooks.example.com/in?a=1',
    headers: { Authorization: '****', 'X-B': '****' },
    maxInFlight: 10,
  },
  status: 'ACTIVE',
  channelId: 'ch_1',
  createdTimestamp: 0,
  lastModifiedTimestamp: 0,
  windowSeconds: 60,
  ...changes,
});

const failed = (error: string | undefined, changes: Partial<DeliveryDetails> = {}, code?: number): DeliveryDetails => {
  const attempt = { number: 1, outcome: 'FAILED', startedTime: '2026-11-15T10:00:01.000Z' } as DeliveryAttempt;
  const attempts = [{ ...attempt, ...(error === undefined ? {} : { error }), ...(code === undefined ? {} : { code }) }];
  return {
    ...delivery({ state: 'DEAD' }),
    attempts,
    event: { id: 'ntf_1', type: 'BUY_BOX_CHANGED' } as never,
    ...changes,
  };
};

describe('console: notifications', () => {
  test('the health of a destination is its status, then its newest attempts', () => {
    const words = (status: string, newest: Delivery[]) => healthOf({ status }, newest).label;
    const retried = delivery({ state: 'PENDING', attemptCount: 2 });
    const held = delivery({ state: 'PENDING', attemptCount: 1, heldBy: 'HOURLY_LIMIT' });
    assert.equal(words('SUSPENDED', [delivery()]), 'Suspended');
    assert.equal(words('PENDING_VERIFICATION', []), 'Not confirmed');
    assert.equal(words('ACTIVE', [held, delivery({ state: 'FILTERED' })]), 'Ready');
    assert.equal(words('ACTIVE', [held, delivery()]), 'Delivering');
    assert.equal(words('ACTIVE', [retried, delivery()]), 'Failing');
    assert.equal(words('ACTIVE', [delivery(), retried]), 'Some fail');
    assert.match(healthOf({ status: 'ACTIVE' }, [delivery(), retried]).why, /^1 of the last 2 /);
  });

  test('what waits has a count and the age of the oldest, whatever its order', () => {
    const at = (createdTime: string) => delivery({ state: 'PENDING', createdTime });
    const oldest = '2026-11-15T09:00:00.000Z';
    const waiting = waitingOf([at('2026-11-15T10:00:00.000Z'), at(oldest), at('2026-11-15T09:30:00.000Z')], false);
    assert.deepEqual(waiting, { count: 3, isMore: false, oldest });
    const now = Date.parse('2026-11-15T10:59:59.000Z');
    assert.equal(ageText(oldest, now), '1 hr');
    assert.equal(ageText('2026-11-15T10:59:00.000Z', now), '59 sec');
    assert.equal(ageText('2026-11-12T10:00:00.000Z', now), '3 days');
  });

  test('a page asks more often while a delivery is in flight or due, not while one is held back', () => {
    const now = Date.parse('2026-11-15T10:00:00.000Z');
    const due = delivery({ state: 'PENDING', nextAttemptTime: '2026-11-15T10:00:01.000Z' });
    assert.ok(isMoving([due], now));
    assert.ok(isMoving([delivery({ state: 'SENDING' })], now));
    assert.ok(!isMoving([{ ...due, heldBy: 'WINDOW' }, delivery()], now));
    assert.ok(!isMoving([{ ...due, nextAttemptTime: '2026-11-15T10:05:00.000Z' }], now));
    const waits = { ...due, nextAttemptTime: '2026-11-15T09:00:00.000Z' };
    assert.ok(!isMoving([waits], now), 'due for an hour: it waits for a receiver that fetches it');
  });

  test('failures with one cause are one line: the most frequent first, with its newest delivery', () => {
    const later = { startedTime: '2026-11-15T11:00:00.000Z', number: 2, outcome: 'FAILED' } as const;
    const causes = groupByCause([
      failed('The receiver answered 500.', { deliveryId: 'a' }, 500),
      failed('The receiver did not answer within 15000 ms.', { deliveryId: 'b' }),
      failed(undefined, {
        deliveryId: 'c',
        attempts: [{ ...later, error: 'The receiver did not answer within 9 ms.' }],
      }),
      failed('The receiver answered 404.', { deliveryId: 'd' }, 404),
      { ...failed('x'), attempts: [], state: 'EXPIRED', deliveryId: 'e' },
    ]);
    const [first, ...others] = causes;
    assert.deepEqual([first?.count, first?.deliveryId, first?.latest], [2, 'c', later.startedTime]);
    assert.deepEqual(new Set(others.map(({ deliveryId }) => deliveryId)), new Set(['a', 'd', 'e']));
  });

  test('an error of the API is shown at the field that it names, in words that begin after the name', () => {
    const known = ['channelName', 'webhookConfig.url', 'webhookConfig.headers', 'filter.skus'];
    const entry = (message: string, details: string) => ({ code: 'InvalidInput', message, details });
    const errors = [
      entry('webhookConfig.url is not valid.', 'webhookConfig.url must begin with https:// and a host.'),
      entry(
        'webhookConfig.headers.Host is not valid.',
        'webhookConfig.headers.Host is a header that the service sets itself.',
      ),
      entry('filter.skus[3] is not valid.', 'filter.skus[3] must be a string.'),
      entry('filter is not valid.', 'filter has ownOnly and othersOnly.'),
      entry('There are too many destinations.', 'Delete one.'),
    ];
    const { fields, rest } = fieldErrors(new ApiError({ status: 400, errors, requestId: 'r-1' }), known);
    assert.deepEqual(fields, {
      'webhookConfig.url': 'Must begin with https:// and a host.',
      'webhookConfig.headers': 'Host is a header that the service sets itself.',
      'filter.skus': 'Must be a string.',
    });
    assert.deepEqual(rest, [
      'filter is not valid. filter has ownOnly and othersOnly.',
      'There are too many destinations. Delete one.',
      'Request r-1',
    ]);
    assert.equal(fieldErrors(new Error('secret internals'), known).rest.length, 1);
    const ended = [{ code: 'NoToken', message: 'The credentials gave no valid access token.', details: '' }];
    assert.match(fieldErrors(new ApiError({ status: 0, errors: ended }), known).rest.join(), /Sign in, then try again/);
    const refused = [{ code: 'Unauthorized', message: 'This needs a recent sign-in.', details: '' }];
    for (const signInMaxAgeMs of [600_000, 0]) {
      const again = fieldErrors(new ApiError({ status: 401, errors: refused, signInMaxAgeMs }), known);
      assert.ok(again.needsSignIn, 'the form offers to sign in again');
      assert.doesNotMatch(again.rest.join(), /has ended/);
    }
    const rejected = fieldErrors(new ApiError({ status: 401, errors: refused }), known);
    assert.match(rejected.rest.join(), /your sign-in has ended/);
    assert.ok(!rejected.needsSignIn);
    assert.doesNotMatch(fieldErrors(new Error('secret internals'), known).rest.join(), /internals/);
  });

  test('a filter has only the keys that leave something out, and the form shows it again', () => {
    assert.equal(filterOf(NO_FILTER), undefined);
    const values = {
      ...NO_FILTER,
      skus: ' A 1,B\n\nB ',
      changes: ['LOST'],
      minPriceChangePercent: '2,5',
      cause: 'own' as const,
    };
    const filter = filterOf(values);
    assert.deepEqual(filter, { skus: ['A 1', 'B'], changes: ['LOST'], minPriceChangePercent: 2.5, ownOnly: true });
    assert.deepEqual(filterOf(filterValues(filter)), filter);
    // The service says what would be right.
    assert.equal(filterOf({ ...NO_FILTER, minPriceChangePercent: 'two' })?.minPriceChangePercent, 'two');
  });

  test('the dry run of what people get asks for lost buy boxes only, unless they chose kinds', () => {
    assert.deepEqual(trialOf('WEBHOOKS', [], NO_FILTER), { filter: {} });
    assert.deepEqual(trialOf('EMAIL', ['FEE_CHANGED'], NO_FILTER), { filter: {}, eventTypes: ['FEE_CHANGED'] });
    const trial = trialOf('EMAIL', [], { ...NO_FILTER, changes: ['UNHEALTHY'] });
    assert.deepEqual(trial.filter.changes, ['LOST', 'UNHEALTHY']);
    assert.ok(trial.eventTypes?.includes('BUY_BOX_CHANGED') && !trial.eventTypes.includes('ANY_OFFER_CHANGED'));
    const won = trialOf('SMS', [], { ...NO_FILTER, changes: ['WON'] });
    assert.ok(!won.eventTypes?.includes('BUY_BOX_CHANGED'), 'nothing is both lost and won');
  });

  test('a new destination has what the form says, and nothing that belongs to another type', () => {
    const values = {
      ...newValues('UTC'),
      name: 'On call',
      phoneNumber: '+1 (206) 555-0123',
      url: 'https://x.example',
      isQuiet: true,
    };
    assert.deepEqual(createBody('SMS', values), {
      type: 'SMS',
      channelName: 'On call',
      smsConfig: { phoneNumber: '+12065550123' },
      windowSeconds: 60,
      quietHours: { start: '22:00', end: '07:00', timeZone: 'UTC' },
    });
    const webhook = createBody('WEBHOOKS', {
      ...values,
      headers: [
        { name: ' X ', value: 'y' },
        { name: '', value: 'z' },
      ],
    });
    assert.deepEqual(webhook.webhookConfig, { url: 'https://x.example', headers: { X: 'y' } });
    assert.equal(webhook.quietHours, undefined);
    assert.deepEqual(createBody('EMAIL', values).emailConfig, {}, 'the registered address');
    assert.deepEqual(createBody('PULL', { ...values, retentionDays: '0.5' }).pullConfig, { retentionSeconds: 43_200 });
  });

  test('a change sends only what differs; removed choices are null, masked headers stay', () => {
    const before = destination({ eventTypes: ['FEE_CHANGED'], filter: { skus: ['A'], conditions: ['New'] } });
    const values = valuesOf(before, 'UTC');
    assert.deepEqual(changeBody(before, values), {});
    assert.deepEqual(changeBody(before, { ...values, kinds: [], filter: NO_FILTER }), {
      eventTypes: null,
      filter: null,
    });
    const { filter } = changeBody(before, { ...values, filter: { ...values.filter, skus: '' } });
    assert.equal(filter?.skus, null);
    assert.deepEqual(filter?.conditions, ['New']);
    const kept = values.headers.filter(({ name }) => name === 'X-B');
    const { webhookConfig } = changeBody(before, { ...values, headers: kept });
    assert.deepEqual(webhookConfig?.headers, { 'X-B': '****' });
    const mail = destination({
      type: 'EMAIL',
      webhookConfig: {},
      emailConfig: { address: 'a@b.example' },
      quietHours: { start: '22:00', end: '06:00', timeZone: 'UTC' },
    });
    const mailValues = valuesOf(mail, 'Europe/Berlin');
    assert.equal(mailValues.timeZone, 'UTC');
    assert.deepEqual(changeBody(mail, { ...mailValues, isQuiet: false }), { quietHours: null });
    assert.deepEqual(changeBody(mail, { ...mailValues, address: '' }), { emailConfig: { address: null } });
  });

  test('a destination without kinds stays so unless the seller chooses some, or the recommended ones', () => {
    const before = destination({ eventTypes: [] });
    const values = valuesOf(before, 'UTC');
    assert.deepEqual(changeBody(before, values), {});
    assert.deepEqual(changeBody(before, { ...values, isWaiting: false }), { eventTypes: null });
    assert.deepEqual(changeBody(before, { ...values, isWaiting: false, kinds: ['FEE_CHANGED'] }), {
      eventTypes: ['FEE_CHANGED'],
    });
  });

  test('the choices of a single kind are shown in words', () => {
    const filter = { marketplaceIds: ['STORE_US'], ownOnly: true };
    assert.equal(
      choiceText({ eventType: 'FEE_CHANGED', filter, windowSeconds: 300 }),
      'only some, by marketplace, cause; at most one in 5 min for an item',
    );
    assert.equal(choiceText({ eventType: 'FEE_CHANGED', filter: {} }), 'all events');
    assert.equal(choiceText({ eventType: 'FEE_CHANGED', windowSeconds: 0 }), 'each at once');
  });

  test('a suspension says what lifts it; one of an application is not lifted here', () => {
    assert.ok(suspensionOf({ type: 'WEBHOOKS', statusReason: 'DELIVERY_FAILED' }).canSwitchOn);
    assert.ok(!suspensionOf({ type: 'WEBHOOKS', statusReason: 'APPLICATION_WITHDRAWN' }).canSwitchOn);
    assert.match(suspensionOf({ type: 'MOBILE_PUSH', statusReason: 'DESTINATION_GONE' }).hint, /subscribe/);
    assert.equal(suspensionOf({ type: 'EMAIL', statusReason: 'A_LATER_REASON' }).title, 'Suspended');
  });

  test('a delivery says why it waits or was not sent', () => {
    assert.match(stateReason(delivery({ state: 'PENDING', heldBy: 'QUIET_HOURS' }), 'EMAIL'), /quiet hours/);
    assert.match(stateReason(delivery({ state: 'PENDING', attemptCount: 1 }), 'WEBHOOKS'), /tried again/);
    assert.match(stateReason(delivery({ state: 'PENDING', attemptCount: 0 }), 'PULL'), /fetches/);
    assert.equal(stateReason(delivery({ state: 'FILTERED', filteredBy: 'skus' }), 'EMAIL'), 'by SKU');
    assert.equal(stateReason(delivery(), 'EMAIL'), '');
  });

  test('the request of a delivery has the path, the headers and the time of its last attempt', () => {
    const text = requestText(destination(), failed('x'));
    assert.match(text, /^POST \/in\?a=1 HTTP\/1\.1\nHost: hooks\.example\.com\nAuthorization: \*\*\*\*\n/);
    assert.match(text, /\nWebhook-Id: ntf_1\nWebhook-Timestamp: 1794736801\n/);
    assert.match(text, /\n\n\{\n {2}"id": "ntf_1"/);
  });
});

describe('the log of deliveries', () => {
  test('asks for what is in the address, and leaves out what is not', () => {
    const nowMs = Date.parse('2026-11-15T10:00:00Z');
    const asked = (address: string) => logQuery(logChoiceIn(new URLSearchParams(address)), nowMs);
    assert.deepEqual(asked(''), {});
    assert.deepEqual(asked('time=never&from=2026-01-01T00:00'), {});
    assert.deepEqual(asked('state=DEAD&time=day&id=%20ntf_1%20'), {
      ...{ state: 'DEAD', id: 'ntf_1', from: '2026-11-14T10:00:00.000Z' },
    });
    const [from, to] = ['2026-11-01T08:00', '2026-11-02T09:30'];
    assert.deepEqual(asked(`time=between&from=${from}&to=${to}`), {
      ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    });
    assert.deepEqual(asked(`time=between&from=${from}&to=soon`), { from: new Date(from).toISOString() });
  });

  test('names the SKU of an event, or its item, and the code and duration of the last attempt', () => {
    assert.equal(itemText({ storeItemId: 'I-1', skus: ['A', 'B', 'C'] }), 'A and 2 more');
    assert.deepEqual([itemText({ storeItemId: 'I-1', skus: [] }), itemText({})], ['I-1', '']);
    const lastAttempt = { number: 1, outcome: 'DELIVERED' as const };
    assert.equal(answerText({ lastAttempt: { ...lastAttempt, code: 204, durationMs: 1_250 } }), '204 · 1,250 ms');
    assert.deepEqual([answerText({ lastAttempt }), answerText({})], ['–', '–']);
  });
});
