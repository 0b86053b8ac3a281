// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import type { NewEvent } from '../../src/notifications/events/event-table.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { drawnAlike, scaled } from '../harness/scale.ts';
import { type ModelEvent, WindowModel } from './window-model.ts';
import { boxEvent, healthEvent, type Logged, offersEvent, openWindows } from './window-store.ts';

/* Random streams of events, deliveries, failures and clock steps, compared with a model that was written otherwise. */

type Spec =
  | { kind: 'box'; box: string; holder: string }
  | { kind: 'health'; skus: readonly string[] }
  | { kind: 'offers' };
type Step =
  | { do: 'events'; specs: readonly Spec[] }
  | { do: 'wait'; seconds: number }
  | { do: 'claim'; max: number }
  | { do: 'settle'; result: 'delivered' | 'failed' | 'refused' };

const HOLDERS = ['S1', 'A', 'S1', 'A', 'B', ''];
const BOXES = ['Consumer/B2C', 'Business/B2B', 'Business/B2C'];
const anySpec: fc.Arbitrary<Spec> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('box' as const),
      box: fc.constantFrom('Consumer/B2C', 'Consumer/B2C', 'Consumer/B2C', ...BOXES),
      holder: fc.constantFrom(...HOLDERS),
    }),
  },
  fc.record({ kind: fc.constant('health' as const), skus: fc.subarray(['a', 'b', 'c'], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('offers' as const) }),
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('events' as const),
      specs: fc.array(anySpec, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 7, 29, 31, 60, 125) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('claim' as const), max: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      result: fc.constantFrom('delivered' as const, 'delivered' as const, 'failed' as const, 'refused' as const),
    }),
  },
);

withEnginesInTorture('random events in windows', (engine) => {
  let store: Awaited<ReturnType<typeof openWindows>>;
  const counted = { superseded: 0, delivered: 0, chains: 0, inFlight: 0, turns: 0 };
  let streams = 0;
  before(async () => {
    store = await openWindows(engine);
  });

  /** One destination of a new seller, its events, and the models of its three windows. */
  async function openStream(windowSeconds: 60 | 300) {
    streams += 1;
    const sellerId = `S${streams}X`;
    const { destinationId } = await store.webhook(sellerId, { windowSeconds }, 100);
    const models = { box: new WindowModel(windowSeconds * 1_000), health: new WindowModel(windowSeconds * 1_000) };
    const all = { ...models, offers: new WindowModel(windowSeconds * 1_000) };
    const holders = new Map<string, string>();
    const unhealthy = new Set<string>();
    let sequence = 0;

    function eventOf(spec: Spec): NewEvent {
      sequence += 1;
      if (spec.kind === 'offers') {
        all.offers.add({ sequence, tells: {}, before: {} }, store.clock.now);
        return offersEvent('New', 'ITEM', sellerId);
      }
      if (spec.kind === 'box') {
        const { box, holder } = spec;
        const previous = holders.get(box) ?? 'S1';
        holders.set(box, holder);
        all.box.add({ sequence, tells: { [box]: holder }, before: { [box]: previous } }, store.clock.now);
        return boxEvent({ box, holder, before: previous }, sellerId);
      }
      const now: Record<string, string> = {};
      const previous: Record<string, string> = {};
      for (const sku of spec.skus) {
        previous[sku] = unhealthy.has(sku) ? 'UNHEALTHY' : 'RECOVERED';
        if (!unhealthy.delete(sku)) unhealthy.add(sku);
        now[sku] = unhealthy.has(sku) ? 'UNHEALTHY' : 'RECOVERED';
      }
      all.health.add({ sequence, tells: now, before: previous }, store.clock.now);
      return healthEvent(now, 'ITEM', sellerId);
    }
    const events = () => Object.values(all).flatMap(({ history }) => history);
    return { destinationId, all, eventOf, events, at: (n: number) => events().find((one) => one.sequence === n) };
  }
  type Stream = Awaited<ReturnType<typeof openStream>>;

  const sequenceOf = ({ delivery }: Claimed) => Number(JSON.parse(delivery.body).sequence);

  /** What the store has is what the models have. */
  async function compare(stream: Stream): Promise<Logged[]> {
    const log = await store.log(stream.destinationId);
    const idOf = new Map(log.map(({ sequence, notificationId }) => [sequence, notificationId]));
    const seen = (one: ModelEvent) => {
      const isOver = one.is === 'superseded';
      return [
        one.sequence,
        STATES[one.is],
        isOver ? idOf.get(one.supersededBy ?? 0) : undefined,
        isOver ? [] : one.supersedes,
      ];
    };
    assert.deepEqual(
      log.map(({ sequence, state, supersededBy, supersedes }) => [
        ...[sequence, state, supersededBy, state === 'SUPERSEDED' ? [] : supersedes],
      ]),
      stream
        .events()
        .sort((a, b) => a.sequence - b.sequence)
        .map(seen),
    );
    for (const { sequence, state, attempts, dueMs } of log) {
      if (state === 'PENDING' && attempts === 0)
        assert.equal(dueMs, stream.at(sequence)?.dueMs, `due time of ${sequence}`);
    }
    return log;
  }
  const STATES = { waiting: 'PENDING', flight: 'SENDING', sent: 'DELIVERED', failed: 'DEAD', superseded: 'SUPERSEDED' };

  /** `isCalm`: no attempt fails, and none takes as long as its lease. */
  async function run(steps: readonly Step[], windowSeconds: 60 | 300, isCalm: boolean): Promise<void> {
    const stream = await openStream(windowSeconds);
    let flight: Claimed[] = [];
    const settle = async (result: 'delivered' | 'failed' | 'refused') => {
      const [one] = flight.splice(0, 1);
      if (one === undefined) return;
      await store.settle([one], { result });
      const event = stream.at(sequenceOf(one)) as ModelEvent;
      const { state, dueMs } = (await store.log(stream.destinationId)).find(
        (row) => row.sequence === event.sequence,
      ) as Logged;
      event.is = state === 'PENDING' ? 'waiting' : state === 'DELIVERED' ? 'sent' : 'failed';
      event.hasFailed ||= state !== 'DELIVERED';
      // The delay of a retry is drawn.
      event.dueMs = dueMs;
    };
    const claim = async (max: number) => {
      for (const one of await store.queue.claim(max)) {
        flight.push(one);
        (stream.at(sequenceOf(one)) as ModelEvent).is = 'flight';
      }
    };
    for (const step of steps) {
      if (step.do === 'events') {
        counted.inFlight += flight.length;
        await store.append(...step.specs.map(stream.eventOf));
      } else if (step.do === 'claim') await claim(step.max);
      else if (step.do === 'settle') await settle(isCalm ? 'delivered' : step.result);
      else {
        while (isCalm && flight.length > 0) await settle('delivered');
        store.clock.now += step.seconds * 1_000;
        // A lease that has ended is no flight any more: the delivery waits, and is due.
        for (const one of flight.filter(({ delivery }) => delivery.dueMs <= store.clock.now)) {
          await store.settle([one], { result: 'interrupted' });
          const event = stream.at(sequenceOf(one)) as ModelEvent;
          Object.assign(event, { is: 'waiting', dueMs: store.clock.now, hasFailed: true });
        }
        flight = flight.filter(({ delivery }) => delivery.dueMs > store.clock.now);
      }
      await compare(stream);
    }
    await finish(stream, { claim, settle, inFlight: () => flight.length });
  }

  async function finish(
    stream: Stream,
    work: { claim(max: number): Promise<void>; settle(result: 'delivered'): Promise<void>; inFlight(): number },
  ): Promise<void> {
    for (let n = 0; n < 40 && stream.events().some(({ is }) => is === 'waiting' || is === 'flight'); n += 1) {
      while (work.inFlight() > 0) await work.settle('delivered');
      store.clock.now += 100_000;
      await work.claim(100);
    }
    const log = await compare(stream);
    for (const { history } of Object.values(stream.all)) counted.turns += holds(history, log);
    counted.superseded += log.filter(({ state }) => state === 'SUPERSEDED').length;
    counted.delivered += log.filter(({ state }) => state === 'DELIVERED').length;
    counted.chains += log.filter(({ supersedes }) => supersedes.length > 2).length;
  }

  test('every step is as the model says, and at the end the receiver knows the truth and every sequence', async () => {
    const steps = fc.array(anyStep, { minLength: 8, maxLength: scaled(30, 60) });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(60, 300), fc.boolean(), run),
      drawnAlike(engine.name === 'sqlite' ? 20 : 5, 400),
    );
  });

  after(() => {
    const { superseded, delivered, inFlight, chains, turns } = counted;
    assert.ok(superseded > 5 && delivered > 5 && inFlight > 1 && turns > 5, JSON.stringify(counted));
    assert.ok(chains >= scaled(0, 5), JSON.stringify(counted));
  });
});

/**
 * What a receiver may rely on, whatever the model says. `history` are the events of one window, all settled. Returns how many changes
 * of a state were told.
 */
function holds(history: readonly ModelEvent[], log: readonly Logged[]): number {
  const rows = new Map(log.map((row) => [row.sequence, row]));
  const own = history.map(({ sequence }) => rows.get(sequence) as Logged);
  const delivered = own.filter(({ state }) => state === 'DELIVERED');
  const dead = own.filter(({ state }) => state === 'DEAD');
  const superseded = own.filter(({ state }) => state === 'SUPERSEDED').map(({ sequence }) => sequence);
  assert.equal(delivered.length + dead.length + superseded.length, history.length);
  // Each superseded sequence is named once, by a newer event that was sent.
  const named = [...delivered, ...dead].flatMap(({ supersedes }) => supersedes);
  assert.deepEqual(
    named.toSorted((a, b) => a - b),
    superseded,
  );
  for (const row of [...delivered, ...dead]) assert.ok(row.supersedes.every((one) => one < row.sequence));
  if (dead.length > 0) return 0;
  const published = history.filter(({ sequence }) => rows.get(sequence)?.state === 'DELIVERED');
  for (const subject of new Set(history.flatMap(({ tells }) => Object.keys(tells)))) {
    const about = (list: readonly ModelEvent[]) => list.filter(({ tells }) => subject in tells);
    // The last one that was delivered tells the truth.
    assert.equal(about(published).at(-1)?.sequence, about(history).at(-1)?.sequence);
  }
  assert.equal(published.at(-1)?.sequence, history.at(-1)?.sequence);
  return history.some(({ hasFailed }) => hasFailed) ? 0 : turnsPublished(history, published);
}

/**
 * A change of a state is told by an event that made it so. Not in a window in which an attempt failed or was interrupted: events that
 * were replaced meanwhile took what was in flight as told, and the retry may be replaced, too.
 */
function turnsPublished(history: readonly ModelEvent[], published: readonly ModelEvent[]): number {
  const known = new Map<string, string | undefined>();
  for (const { before: previous } of history)
    for (const [subject, state] of Object.entries(previous)) if (!known.has(subject)) known.set(subject, state);
  let turns = 0;
  for (const { tells, before: previous, sequence } of published) {
    for (const [subject, state] of Object.entries(tells)) {
      if (state === known.get(subject)) continue;
      assert.notEqual(previous[subject], state, `${sequence} is told as the change`);
      known.set(subject, state);
      turns += 1;
    }
  }
  return turns;
}
