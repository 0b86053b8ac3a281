import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventFilter } from '../../src/domain/notifications/event-filter.ts';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import {
  countingChoices,
  destinationIdIn,
  SUBSCRIBED_KINDS,
  type Subscribing,
  subscribed,
  subscriptionIdOf,
  subscriptionTo,
  unsubscribed,
} from '../../src/domain/notifications/subscription.ts';

const webhook: Subscribing = { type: 'WEBHOOKS', windowSeconds: 60 };
const mail: Subscribing = { type: 'EMAIL', windowSeconds: 60 };
const forPeople = ['BUY_BOX_CHANGED', 'PRICING_HEALTH', 'FEE_PROMOTION', 'FEE_CHANGED', 'DESTINATION_SUSPENDED'];

const filterOf = (one: Subscribing, kind: EventKind) => subscriptionTo({ ...one, destinationId: 'ch_1' }, kind)?.filter;

describe('subscriptions (decision 58)', () => {
  test('an id is made of the destination and the kind, and is read back with the kind of the path only', () => {
    const id = subscriptionIdOf({ destinationId: 'ch_1.x', kind: 'FEE_CHANGED' });
    assert.equal(id, 'ch_1.x.FEE_CHANGED');
    assert.equal(destinationIdIn(id, 'FEE_CHANGED'), 'ch_1.x');
    assert.equal(destinationIdIn(id, 'FEE_PROMOTION'), undefined);
  });

  test('a destination without a list has subscriptions to the default kinds of its type, tests aside', () => {
    const kindsOf = (one: Subscribing) =>
      SUBSCRIBED_KINDS.filter((kind) => subscriptionTo({ ...one, destinationId: 'c' }, kind) !== undefined);
    assert.deepEqual(kindsOf(webhook), SUBSCRIBED_KINDS);
    assert.ok(!SUBSCRIBED_KINDS.includes('TEST_NOTIFICATION'));
    assert.deepEqual(kindsOf(mail), forPeople);
    assert.deepEqual(kindsOf({ ...webhook, eventTypes: [] }), []);
  });

  test('deleting one fixes the list to the others, once; deleting the last one leaves none', () => {
    const first = unsubscribed(webhook, 'REPORT_READY');
    assert.equal(first?.isFixed, true);
    assert.deepEqual(
      first.destination.eventTypes,
      SUBSCRIBED_KINDS.filter((kind) => kind !== 'REPORT_READY'),
    );
    const second = unsubscribed(first.destination, 'FEE_CHANGED');
    assert.equal(second?.isFixed, false);
    assert.equal(unsubscribed(second.destination, 'FEE_CHANGED'), undefined);
    assert.deepEqual(unsubscribed({ ...mail, eventTypes: ['FEE_CHANGED'] }, 'FEE_CHANGED')?.destination.eventTypes, []);
  });

  test('a subscription to another kind adds to the list, in the order of the kinds; to a default kind it fixes nothing', () => {
    const more = subscribed(mail, 'PRICE_CHANGED', {});
    assert.deepEqual([more.isFixed, more.destination.eventTypes?.length], [true, forPeople.length + 1]);
    const same = subscribed(webhook, 'PRICE_CHANGED', { windowSeconds: 300 });
    assert.deepEqual([same.isFixed, same.destination.eventTypes], [false, undefined]);
    const listed = subscribed({ ...webhook, eventTypes: ['REPORT_READY'] }, 'FEE_CHANGED', {});
    assert.deepEqual(listed.destination.eventTypes, ['FEE_CHANGED', 'REPORT_READY']);
  });

  const lost: [string, EventFilter | undefined, EventFilter | undefined][] = [
    ['none', undefined, { changes: ['LOST'] }],
    ['other words', { changes: ['UNHEALTHY'] }, { changes: ['LOST', 'UNHEALTHY'] }],
    ['among others', { changes: ['WON', 'LOST'], skus: ['A'] }, { changes: ['LOST'], skus: ['A'] }],
  ];
  for (const [title, filter, expected] of lost)
    test(`to people the default is the losses of the buy box, which a fixed list keeps (${title})`, () => {
      const before: Subscribing = filter ? { ...mail, filter } : mail;
      assert.deepEqual(filterOf(before, 'BUY_BOX_CHANGED'), expected);
      const fixed = unsubscribed(before, 'FEE_CHANGED')?.destination ?? assert.fail();
      assert.deepEqual(filterOf(fixed, 'BUY_BOX_CHANGED'), expected);
      assert.deepEqual(filterOf(fixed, 'PRICING_HEALTH'), filter);
    });

  test('a filter that keeps every loss back leaves the kind out of the fixed list', () => {
    const fixed = unsubscribed({ ...mail, filter: { changes: ['WON'] } }, 'FEE_CHANGED');
    assert.ok(!fixed?.destination.eventTypes?.includes('BUY_BOX_CHANGED'));
  });

  test('a filter for BUY_BOX_CHANGED to people fixes the list: only there it counts', () => {
    const own = subscribed(mail, 'BUY_BOX_CHANGED', { filter: { changes: ['WON'] } });
    assert.equal(own.isFixed, true);
    assert.deepEqual(filterOf(own.destination, 'BUY_BOX_CHANGED'), { changes: ['WON'] });
    assert.equal(subscribed(mail, 'BUY_BOX_CHANGED', { windowSeconds: 0 }).isFixed, false);
  });

  test('a choice replaces that of the destination, an empty filter too; choices of other kinds and empty ones do not count', () => {
    const all: Subscribing = { ...webhook, filter: { ownOnly: true }, eventTypes: ['FEE_CHANGED', 'PRICE_CHANGED'] };
    const { destination } = subscribed(all, 'FEE_CHANGED', { filter: {}, windowSeconds: 0 });
    assert.deepEqual(filterOf(destination, 'FEE_CHANGED'), {});
    assert.deepEqual(filterOf(destination, 'PRICE_CHANGED'), { ownOnly: true });
    assert.deepEqual(countingChoices(destination), { FEE_CHANGED: { filter: {}, windowSeconds: 0 } });
    assert.equal(countingChoices({ ...destination, eventTypes: ['PRICE_CHANGED'] }), undefined);
    assert.equal(countingChoices(subscribed(destination, 'FEE_CHANGED', {}).destination), undefined);
    const byDefault = { ...mail, byKind: { BUY_BOX_CHANGED: { filter: {}, windowSeconds: 300 } } } as const;
    assert.deepEqual(countingChoices(byDefault), { BUY_BOX_CHANGED: { windowSeconds: 300 } });
  });
});
