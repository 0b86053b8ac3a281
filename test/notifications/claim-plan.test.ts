import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import type { ChannelType } from '../../src/domain/notifications/destination.ts';
import { messageLimitOf } from '../../src/domain/notifications/message-limit.ts';
import type { StoredDestination } from '../../src/notifications/destination-table.ts';
import { type ClaimableRow, ClaimPlan, type DueLane } from '../../src/notifications/queue/claim-plan.ts';
import { planMessages, type WaitingDeliveries, type WaitingRow } from '../../src/notifications/queue/message-plan.ts';

const NOW = 1_000_000_000;

const destination = (destinationId: string, sellerId: string, maxInFlight = 10) =>
  ({
    ...{ destinationId, sellerId, type: 'WEBHOOKS', status: 'ACTIVE' },
    settings: { webhook: { url: 'https://example.com/', headers: {}, maxInFlight, others: {} } },
  }) as StoredDestination;

const dueRows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ delivery_id: `d${n}`, tries: 0 }) as ClaimableRow);

const lane = (one: StoredDestination, count: number, waiting?: WaitingDeliveries): DueLane => ({
  ...{ destination: one, alone: dueRows(count), waiting },
});

const row = (id: string, more: Partial<WaitingRow> = {}): WaitingRow => ({
  ...{ delivery_id: id, kind: 'BUY_BOX_CHANGED', sequence: Number(id.slice(1)), message_id: null },
  ...{ tries: 0, asked_ms: null, reason: null },
  ...more,
});

const waitingFor = (
  type: ChannelType,
  due: WaitingRow[],
  more: Partial<WaitingDeliveries> = {},
): WaitingDeliveries => ({
  ...{ quietMs: undefined, due, failed: [], limit: messageLimitOf(type), sent: [] },
  ...more,
});

/** Adds all lanes; how many messages each gets, and the lists of lanes. */
function planOf(lanes: readonly DueLane[], max: number, inFlight: { destinations?: object; sellers?: object } = {}) {
  const counts = {
    toDestination: new Map<string, number>(Object.entries(inFlight.destinations ?? {})),
    toSeller: new Map<string, number>(Object.entries(inFlight.sellers ?? {})),
  };
  const plan = new ClaimPlan(counts, { max, maxPerSeller: 12, nowMs: NOW });
  for (const one of lanes) plan.add(one);
  const claimed = plan.lanes.map(({ alone, messages }) => alone.length + messages.again.length + messages.fresh.length);
  return { claimed, full: plan.full, limitedBySeller: plan.limitedBySeller, others: plan.others };
}

describe('a claim', () => {
  it('takes no more than its slots, of the lanes in their order', () => {
    const lanes = [lane(destination('a', 'S1'), 3), lane(destination('b', 'S2'), 3), lane(destination('c', 'S3'), 3)];
    assert.deepEqual(planOf(lanes, 5), { claimed: [3, 2, 0], full: [], limitedBySeller: [], others: ['a', 'b', 'c'] });
  });

  it('fills a destination up to its limit, with what is in flight already', () => {
    const lanes = [lane(destination('a', 'S1', 4), 9), lane(destination('b', 'S2', 4), 9)];
    const plan = planOf(lanes, 64, { destinations: { a: 3, b: 4 }, sellers: { S1: 3, S2: 4 } });
    assert.deepEqual(plan, { claimed: [1, 0], full: ['a', 'b'], limitedBySeller: [], others: [] });
  });

  it('gives all destinations of a seller no more than the limit of the seller', () => {
    const lanes = [lane(destination('a', 'S1'), 9), lane(destination('b', 'S1'), 9), lane(destination('c', 'S2'), 1)];
    const plan = planOf(lanes, 64, { sellers: { S1: 1 } });
    assert.deepEqual(plan, { claimed: [9, 2, 1], full: [], limitedBySeller: ['b'], others: ['a', 'c'] });
  });

  it('gives a failing destination one at a time', () => {
    const failing = { ...destination('a', 'S1'), failingSinceMs: 1 };
    assert.deepEqual(planOf([lane(failing, 3)], 64), {
      ...{ claimed: [1], full: ['a'], limitedBySeller: [], others: [] },
    });
  });

  it('counts a message of many deliveries as one, and looks at no further destination after 1,000 deliveries', () => {
    const digest = (from: number) =>
      waitingFor(
        'MOBILE_PUSH',
        Array.from({ length: 999 }, (_, n) => row(`d${from + n}`)),
      );
    const lanes = ['a', 'b', 'c'].map((id, n) => lane(destination(id, `S${n}`), 0, digest(1_000 * n)));
    assert.deepEqual(planOf(lanes, 64).claimed, [5, 5, 0]);
  });
});

describe('a plan of messages to a person', () => {
  const plan = (waiting: WaitingDeliveries, slots = 10) => {
    const { again, fresh, held } = planMessages(waiting, { slots, nowMs: NOW });
    return {
      again: again.map(({ messageId, isCounted }) => `${messageId}${isCounted ? '' : ' uncounted'}`),
      fresh: fresh.map(({ rows }) => rows.map(({ delivery_id }) => delivery_id).join()),
      held: held.map(({ row: { delivery_id }, untilMs, reason }) => `${delivery_id} ${untilMs - NOW} ${reason}`),
    };
  };

  it('makes one message of each kind, the oldest event first', () => {
    const due = [row('d3'), row('d1'), row('d2', { kind: 'PRICING_HEALTH' })];
    assert.deepEqual(plan(waitingFor('EMAIL', due)), { again: [], fresh: ['d1,d3', 'd2'], held: [] });
  });

  it('holds everything in quiet hours', () => {
    const due = [row('d1'), row('d2', { message_id: 'm1', tries: 1 })];
    const held = ['d1 500 QUIET_HOURS', 'd2 500 QUIET_HOURS'];
    assert.deepEqual(plan(waitingFor('EMAIL', due, { quietMs: NOW + 500 })), { again: [], fresh: [], held });
  });

  it('holds what the limit does not permit until it does', () => {
    const sent = [{ message_id: 'm0', kind: 'BUY_BOX_CHANGED', sent_ms: NOW - 1_000 }];
    const due = [row('d1'), row('d2', { kind: 'PRICING_HEALTH' })];
    assert.deepEqual(plan(waitingFor('EMAIL', due, { sent })), {
      ...{ again: [], fresh: ['d2'], held: [`d1 ${HOUR_MS - 1_000} HOURLY_LIMIT`] },
    });
  });

  it('sends a failed message again as it is, and counts it once', () => {
    const sent = [{ message_id: 'm1', kind: 'BUY_BOX_CHANGED', sent_ms: NOW - 1_000 }];
    const old = row('d1', { message_id: 'm1', tries: 1 });
    assert.deepEqual(plan(waitingFor('EMAIL', [old], { sent, failed: [old] })), { again: ['m1'], fresh: [], held: [] });
  });

  it('joins a failed message that waits to the next one of its kind', () => {
    const failed = [row('d1', { message_id: 'm1', tries: 1 })];
    assert.deepEqual(plan(waitingFor('MOBILE_PUSH', [row('d2')], { failed })).fresh, ['d1,d2']);
  });

  it('sends what somebody asked for at once, and does not count it', () => {
    const sent = [{ message_id: 'm0', kind: 'BUY_BOX_CHANGED', sent_ms: NOW - 1_000 }];
    const asked = row('d1', { message_id: 'm1', asked_ms: NOW });
    assert.deepEqual(plan(waitingFor('EMAIL', [asked], { sent })), { again: ['m1 uncounted'], fresh: [], held: [] });
  });

  it('leaves due what has no slot, and splits what is too much for one message', () => {
    const due = Array.from({ length: 450 }, (_, n) => row(`d${n}`));
    assert.deepEqual(
      plan(waitingFor('MOBILE_PUSH', due)).fresh.map((ids) => ids.split(',').length),
      [200, 200, 50],
    );
    assert.deepEqual(plan(waitingFor('MOBILE_PUSH', due), 2).fresh.length, 2);
    assert.deepEqual(plan(waitingFor('MOBILE_PUSH', due), 2).held, []);
  });
});
