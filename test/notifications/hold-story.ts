import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import type { AttemptOutcome, Delivery } from '../../src/domain/notifications/delivery.ts';
import type { Destination } from '../../src/domain/notifications/destination.ts';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import { DeliveryQueue } from '../../src/notifications/queue/delivery-queue.ts';
import { applyRetention } from '../../src/notifications/retention/delivery-retention.ts';
import { exampleEvent } from './example-event.ts';
import { HoldModel, type Promised } from './hold-model.ts';
import { idsOf, type openMessages } from './message-store.ts';
import { NOW, times } from './notification-store.ts';
import { boxEvent, healthEvent } from './window-store.ts';

type Store = Awaited<ReturnType<typeof openMessages>>;

const delaysMs = [0, 5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS];
const hours = [
  undefined,
  { start: '22:00', end: '07:00', timeZone: 'UTC' },
  { start: '08:30', end: '08:45', timeZone: 'Asia/Kathmandu' },
  // The clock is changed at 02:00 on the second day of the story.
  { start: '01:30', end: '02:30', timeZone: 'America/New_York' },
];
const kinds = ['BUY_BOX_CHANGED', 'PRICING_HEALTH', 'FEE_PROMOTION'] as const;
const holders = ['S1', 'A', 'B'];
const at = fc.nat({ max: 1_000 });
const anyHours = fc.constantFrom(...hours);
const anyWait = fc.constantFrom(
  1,
  1_000,
  31_000,
  MINUTE_MS,
  6 * MINUTE_MS,
  HOUR_MS - 1,
  HOUR_MS,
  3 * HOUR_MS,
  9 * HOUR_MS,
  DAY_MS,
);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('tell'), kind: fc.constantFrom(...kinds), item: fc.nat({ max: 1 }), holder: fc.constantFrom(...holders), count: fc.constantFrom(1, 1, 2, 5) }) }, // biome-ignore format: a table
  { weight: 6, arbitrary: fc.record({ what: fc.constant('claim'), max: fc.constantFrom(1, 2, 100), workers: fc.constantFrom(1, 1, 2) }) }, // biome-ignore format: a table
  { weight: 5, arbitrary: fc.record({ what: fc.constant('settle'), at, result: fc.constantFrom('delivered', 'delivered', 'failed', 'failed', 'interrupted') }) }, // biome-ignore format: a table
  { weight: 1, arbitrary: fc.record({ what: fc.constant('die'), at }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('wait'), ms: anyWait }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('until due') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('quiet'), at, quietHours: anyHours }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('switch'), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resend'), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('sweep') }) },
);

export type HoldStep =
  | { what: 'tell'; kind: (typeof kinds)[number]; item: number; holder: string; count: number }
  | { what: 'claim'; max: number; workers: number }
  | { what: 'settle'; at: number; result: 'delivered' | 'failed' | 'interrupted' }
  | { what: 'die'; at: number }
  | { what: 'wait'; ms: number }
  | { what: 'until due' }
  | { what: 'quiet'; at: number; quietHours: Promised['quietHours'] }
  | { what: 'switch'; at: number }
  | { what: 'resend'; at: number }
  | { what: 'sweep' };

type Start = Pick<Promised, 'quietHours'> & { windowSeconds: 0 | 60 | 600 };

export const holdSteps: fc.Arbitrary<{ start: Start; steps: unknown[] }> = fc.record({
  start: fc.record({ quietHours: anyHours, windowSeconds: fc.constantFrom(0, 60, 600) }),
  steps: fc.array(step, { minLength: 40, maxLength: 70, size: 'max' }),
});

/** One seller with an e-mail, an SMS and a push destination, and what happens to their messages. */
export class HoldStory {
  readonly #store: Store;
  readonly #model = new HoldModel();
  readonly #promised = new Map<string, Promised & { destination: Destination }>();
  readonly #queues: DeliveryQueue[];
  readonly #flying: { claimed: Claimed; isAsked: boolean }[] = [];
  readonly #holders = ['S1', 'S1'];
  #revision = 0;

  private constructor(store: Store) {
    this.#store = store;
    const { db, key, clock, notifications } = store;
    const parts = { db, key, now: () => clock.now, sellerEvents: notifications.events };
    this.#queues = [1, 2].map(() => new DeliveryQueue({ ...parts, times: { ...times, retries: { delaysMs } } }));
  }

  static async begin(store: Store, { quietHours, windowSeconds }: Start): Promise<HoldStory> {
    await store.empty();
    await store.db.run('DELETE FROM event_window');
    // Fourteen days before `NOW`, North America sets its clocks back.
    store.clock.now = NOW - 15 * DAY_MS + 5 * HOUR_MS;
    const story = new HoldStory(store);
    for (const type of ['EMAIL', 'SMS', 'MOBILE_PUSH'] as const) {
      const destination = await store.person(type, { quietHours, windowSeconds, eventTypes: [...kinds] });
      story.#promised.set(destination.destinationId, { type, quietHours, isActive: true, destination });
    }
    return story;
  }

  async do(one: HoldStep): Promise<void> {
    const { clock, queue, db } = this.#store;
    if (one.what === 'tell') await this.#publish(one);
    else if (one.what === 'claim') await this.#claim(one.max, one.workers);
    else if (one.what === 'settle') await this.#settle(one.at, one.result);
    else if (one.what === 'die') this.#flying.splice(one.at % (this.#flying.length + 1), 1);
    else if (one.what === 'wait') clock.now += one.ms;
    else if (one.what === 'until due') clock.now = Math.max(clock.now, (await queue.nextDueMs()) ?? 0);
    else if (one.what === 'quiet') await this.#change(one.at, { quietHours: one.quietHours });
    else if (one.what === 'switch') await this.#switch(one.at);
    else if (one.what === 'resend') await this.#resend(one.at);
    else await applyRetention(db, clock.now, 30 * DAY_MS);
  }

  /** The mail server works, everybody is active, and nothing more happens: soon everything is told. */
  async end(): Promise<void> {
    const { clock, queue, notifications } = this.#store;
    for (const [n, { isActive }] of [...this.#promised.values()].entries()) if (!isActive) await this.#switch(n);
    while (this.#flying.length > 0) await this.#settle(0, 'delivered');
    for (const [id, { destination }] of this.#promised) {
      for (const one of await this.#log(id))
        if (['DEAD', 'EXPIRED'].includes(one.state)) this.#model.asked.add(one.deliveryId);
      await notifications.redelivery.recover(destination, 0);
    }
    const endMs = clock.now + 4 * DAY_MS;
    for (let dueMs = await queue.nextDueMs(); dueMs !== undefined; dueMs = await queue.nextDueMs()) {
      clock.now = Math.max(clock.now, dueMs);
      assert.ok(clock.now < endMs, 'everything is told in the end');
      await this.#claim(100, 1);
      while (this.#flying.length > 0) await this.#settle(0, 'delivered');
    }
    for (const id of this.#promised.keys()) checkLog(await this.#log(id));
  }

  async #publish({ kind, item, holder, count }: HoldStep & { what: 'tell' }): Promise<void> {
    const { db, clock, notifications } = this.#store;
    const events = Array.from({ length: count }, () => {
      const before = this.#holders[item] ?? '';
      this.#holders[item] = holder;
      this.#revision += 1;
      if (kind === 'BUY_BOX_CHANGED') return boxEvent({ holder, before, item: `ITEM${item}` });
      const health = { SKU: holder === 'S1' ? 'RECOVERED' : 'UNHEALTHY' };
      if (kind === 'PRICING_HEALTH') return healthEvent(health, `ITEM${item}`);
      return exampleEvent(kind, 'S1', { revision: this.#revision, atMs: clock.now });
    });
    await db.transaction((tx) => notifications.events.append(tx, events), { seesLatest: true });
  }

  async #claim(max: number, workers: number): Promise<void> {
    const { clock } = this.#store;
    const claims = await Promise.all(this.#queues.slice(0, workers).map((queue) => queue.claim(max)));
    for (const claimed of claims.flat()) {
      const promised = this.#promised.get(claimed.destination.destinationId);
      assert.ok(promised);
      const isAsked = this.#model.send(claimed, promised, clock.now, times.leaseMs);
      this.#flying.push({ claimed, isAsked });
    }
    await this.#checkWaiting();
  }

  /** Nothing waits longer than the reason that it names. */
  async #checkWaiting(): Promise<void> {
    const held = await this.#store.db.all<{ channel_id: string; kind: string; reason: string; due_ms: number }>(
      `SELECT DISTINCT channel_id, kind, reason, due_ms FROM delivery WHERE settled_ms IS NULL AND reason LIKE '%LIMIT'`,
    );
    for (const { channel_id, kind, reason, due_ms } of held) {
      const { type } = this.#promised.get(channel_id) as Promised;
      assert.ok(due_ms <= this.#model.latestMs(reason, type, channel_id, kind), `${reason} ends`);
    }
  }

  async #settle(n: number, result: AttemptOutcome['result']): Promise<void> {
    const [one] = this.#flying.splice(n % Math.max(1, this.#flying.length), 1);
    if (!one) return;
    const { claimed, isAsked } = one;
    const { clock } = this.#store;
    const ids = new Set(idsOf(claimed));
    const leased = await this.#leasedBy(claimed.lease);
    const outcome: AttemptOutcome = { result, isOperatorFault: result !== 'delivered' };
    await this.#queues[0]?.settle([{ claimed, startedMs: clock.now, durationMs: 7, outcome }]);
    if (result === 'interrupted' && isAsked) for (const id of ids.intersection(leased)) this.#model.asked.add(id);
    this.#model.settled(claimed, result === 'delivered' ? ids.intersection(leased) : new Set());
  }

  async #leasedBy(lease: string): Promise<Set<string>> {
    const rows = await this.#store.db.all<{ delivery_id: string }>(
      'SELECT delivery_id FROM delivery WHERE lease = $1',
      [lease],
    );
    return new Set(rows.map(({ delivery_id }) => delivery_id));
  }

  async #switch(n: number): Promise<void> {
    const { isActive } = this.#pick(n);
    await this.#change(n, { isActive: !isActive });
  }

  async #change(n: number, change: Partial<Promised>): Promise<void> {
    const promised = this.#pick(n);
    Object.assign(promised, change);
    const { isActive, quietHours, destination } = promised;
    await this.#store.change(destination.destinationId, { status: isActive ? 'ACTIVE' : 'INACTIVE', quietHours });
  }

  async #resend(n: number): Promise<void> {
    const { destination } = this.#pick(n);
    const list = await this.#log(destination.destinationId);
    const one = list[n % Math.max(1, list.length)];
    if (!one) return;
    const isFlying = one.state === 'SENDING' && one.dueMs > this.#store.clock.now;
    const resent = await this.#store.notifications.redelivery.resend({ sellerId: 'S1' }, one.deliveryId);
    if (!('rejected' in resent) && !isFlying) this.#model.asked.add(one.deliveryId);
  }

  #pick(n: number) {
    const list = [...this.#promised.values()];
    return list[n % list.length] as (typeof list)[number];
  }

  #log(destinationId: string): Promise<Delivery[]> {
    return this.#store.notifications.log.deliveries(destinationId, { limit: 10_000 });
  }
}

/** Each event was told, or one that was told replaces it. */
function checkLog(list: readonly Delivery[]): void {
  const replaced = new Set(
    list
      .filter(({ state }) => state === 'DELIVERED')
      .flatMap(({ body }) => JSON.parse(body).supersedes?.split(',') ?? []),
  );
  for (const { state, body, messageId } of list) {
    if (state === 'DELIVERED') assert.ok(messageId);
    else {
      assert.equal(state, 'SUPERSEDED');
      assert.ok(replaced.has(JSON.parse(body).sequence), 'what replaced it was told');
    }
  }
}
