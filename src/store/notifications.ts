import type { Attempt, Delivery, DeliveryState } from '../domain/delivery.ts';
import { type ChannelType, type Destination, MOST_DESTINATIONS, mayReceive } from '../domain/destination.ts';
import { type CloudEvent, type TestWish, testEvent } from '../domain/notification.ts';
import { addressOf, Confirmations } from './confirmation.ts';
import { type Db, type Sql, violatedConstraint } from './db.ts';
import {
  attemptsOf,
  cancelOpen,
  cancelTests,
  findDelivery,
  insertDeliveries,
  type LogWish,
  logOf,
  requeue,
  requeueFailed,
  statesOf,
} from './delivery.ts';
import {
  countDestination,
  findRow,
  fromRow,
  insertDestination,
  readable,
  rowsOfSeller,
  type StoredDestination,
  updateDestination,
} from './destination.ts';
import { earlierUse, type IdempotentRequest, rememberUse } from './idempotency.ts';
import { setLanes } from './lane.ts';
import type { OperatorKey } from './operator-key.ts';
import { PullQueue } from './pull-queue.ts';
import { timeOrderedId } from './time-ordered-id.ts';

/** A destination that is wanted. */
export type DestinationDraft = Pick<
  StoredDestination,
  'sellerId' | 'name' | 'type' | 'status' | 'isConfirmed' | 'settings'
> & { eventTypes?: Destination['eventTypes'] | undefined };

/** An expected "no" is a value. `gone`: what the key made then is not there any more. */
export type Refusal = {
  refused: 'tooMany' | 'keyUsedOtherwise' | 'gone' | 'noDestination' | 'otherType' | 'inactive' | 'enoughForToday';
};

export type Created = { destination: Destination; repeated: boolean };

/** A test notification that is queued. */
export type TestSent = { notificationId: string; deliveryIds: string[]; repeated: boolean };

export type TestRequest = {
  sellerId: string;
  type: ChannelType;
  /** Absent: every destination of the type. */
  channelId: string | undefined;
  wish: TestWish;
  marketplaceId: string | undefined;
};

export type NotificationTimes = {
  /** How long a delivery is worth trying. */
  deliveryLifetimeMs: number;
};

/** Requeued in one transaction. */
const MOST_RECOVERED = 1_000;

/** Destinations and what is sent to them, as the door sees them. Everything is per seller. */
export class Notifications {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #source: string;
  readonly #times: NotificationTimes;
  readonly #onQueued: () => void;
  readonly pull: PullQueue;
  readonly confirmations: Confirmations;

  constructor(parts: {
    db: Db;
    key: OperatorKey;
    now: () => number;
    /** Who speaks: `source` of every event. */
    source: string;
    times: NotificationTimes;
    /** Called when deliveries were pulled and acknowledged; how many. */
    onPulled?: (count: number) => void;
    /** Called when there is new work; a worker in the same process need not wait for its next look. */
    onQueued?: () => void;
  }) {
    this.#db = parts.db;
    this.#key = parts.key;
    this.#now = parts.now;
    this.#source = parts.source;
    this.#times = parts.times;
    this.#onQueued = parts.onQueued ?? (() => undefined);
    this.pull = new PullQueue(parts.db, parts.now, parts.onPulled);
    this.confirmations = new Confirmations(parts.db, parts.key, parts.now);
  }

  /** Durable when it comes back. The same request again gives the destination that the first one made. */
  async create(draft: DestinationDraft, request?: IdempotentRequest): Promise<Created | Refusal> {
    return this.#once<Created>(request, {
      repeat: async (tx, channelId) => {
        const row = await findRow(tx, draft.sellerId, channelId);
        return row ? { destination: fromRow(row, this.#key), repeated: true } : { refused: 'gone' };
      },
      make: async (tx, now) => {
        if ((await countDestination(tx, draft.sellerId, 1)) > MOST_DESTINATIONS) {
          await countDestination(tx, draft.sellerId, -1);
          return { refused: 'tooMany' };
        }
        const destination = {
          ...draft,
          channelId: timeOrderedId('ch', now),
          secretVersion: 1,
          createdMs: now,
          modifiedMs: now,
        } as StoredDestination;
        await insertDestination(tx, this.#key, destination);
        return { destination, repeated: false, madeId: destination.channelId };
      },
    });
  }

  async list(sellerId: string): Promise<StoredDestination[]> {
    return (await rowsOfSeller(this.#db, sellerId)).map((row) => fromRow(row, this.#key));
  }

  async find(sellerId: string, channelId: string): Promise<StoredDestination | undefined> {
    const row = await findRow(this.#db, sellerId, channelId);
    return row && fromRow(row, this.#key);
  }

  /**
   * Reads, lets `change` decide, and writes. `change` throws to refuse. Undefined when there is no such destination.
   * What waited while it was switched off goes on.
   */
  async change(
    sellerId: string,
    channelId: string,
    change: (destination: StoredDestination, nowMs: number) => StoredDestination,
  ): Promise<Destination | undefined> {
    const changed = await this.#db.transaction(async (tx) => {
      const row = await findRow(tx, sellerId, channelId);
      if (!row) return undefined;
      const now = this.#now();
      const before = fromRow(row, this.#key);
      const destination = { ...change(before, now), modifiedMs: now };
      await updateDestination(tx, this.#key, destination);
      // Tests that wait were meant for the old address, and counted for it (decision 27).
      if (addressOf(before) !== addressOf(destination)) await cancelTests(tx, channelId, now);
      await setLanes(tx, [channelId], now);
      return destination;
    });
    this.#onQueued();
    return changed;
  }

  /** The signing secrets in force, the newest first. The seller's own where there is one, else derived. */
  secretsOf(destination: Destination): string[] {
    const { channelId, secretVersion, previousSecretUntilMs = 0, settings } = destination;
    const { secret, previousSecret } = settings.webhook ?? {};
    const current = secret ?? this.#key.webhookSecret(channelId, secretVersion);
    if (previousSecretUntilMs <= this.#now()) return [current];
    return [current, previousSecret ?? this.#key.webhookSecret(channelId, secretVersion - 1)];
  }

  /** Nothing more goes out to it; its log is cleared away later. False when there is none. */
  async remove(sellerId: string, channelId: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      if (!(await findRow(tx, sellerId, channelId))) return false;
      await tx.run(`UPDATE destination SET status = 'DELETED', modified_ms = $2 WHERE channel_id = $1`, [
        channelId,
        this.#now(),
      ]);
      await tx.run('UPDATE lane SET due_ms = NULL WHERE channel_id = $1', [channelId]);
      await cancelOpen(tx, channelId, this.#now());
      await countDestination(tx, sellerId, -1);
      return true;
    });
  }

  /** Queues a test notification, durably (decision 28). */
  async sendTest(test: TestRequest, request?: IdempotentRequest): Promise<TestSent | Refusal> {
    const sent = await this.#once<TestSent>(request, {
      repeat: async (_tx, made) => {
        const [notificationId = '', ...deliveryIds] = made.split(' ');
        return { notificationId, deliveryIds, repeated: true };
      },
      make: async (tx, now) => {
        const all = await this.#receiversOf(tx, test);
        if ('refused' in all) return all;
        const destinations = await this.#notTooOften(tx, all, now);
        if (destinations.length === 0) return { refused: 'enoughForToday' };
        const notificationId = timeOrderedId('ntf', now);
        const { sellerId, marketplaceId, wish } = test;
        const about = { id: notificationId, source: this.#source, sellerId, marketplaceId, nowMs: now };
        const deliveryIds = await this.#enqueue(tx, testEvent(about, wish), destinations, now);
        for (const [n, { status, channelId }] of destinations.entries()) {
          const asks = status === 'PENDING_VERIFICATION';
          if (asks) await this.confirmations.ask(tx, channelId, deliveryIds[n] ?? '', now);
        }
        const madeId = [notificationId, ...deliveryIds].join(' ');
        return { notificationId, deliveryIds, repeated: false, madeId };
      },
    });
    this.#onQueued();
    return sent;
  }

  async #receiversOf(tx: Sql, { sellerId, type, channelId }: TestRequest): Promise<StoredDestination[] | Refusal> {
    if (channelId !== undefined) {
      const row = await findRow(tx, sellerId, channelId);
      if (!row) return { refused: 'noDestination' };
      if (row.type !== type) return { refused: 'otherType' };
      return row.status === 'INACTIVE' ? { refused: 'inactive' } : [fromRow(row, this.#key)];
    }
    const rows = await rowsOfSeller(tx, sellerId);
    const receivers = rows.filter((row) => row.type === type && row.status !== 'INACTIVE');
    return receivers.length === 0 ? { refused: 'noDestination' } : receivers.map((row) => fromRow(row, this.#key));
  }

  /** Those whose address is confirmed, and of the others those that were not written to too often today (decision 27). */
  async #notTooOften(tx: Sql, all: readonly StoredDestination[], now: number): Promise<StoredDestination[]> {
    const some: StoredDestination[] = [];
    for (const one of all) {
      if (one.status !== 'PENDING_VERIFICATION' || (await this.confirmations.count(tx, one, now))) some.push(one);
    }
    return some;
  }

  /** Tells a seller of an event: every destination that wants its kind. In the transaction of what caused it. */
  async publish(tx: Sql, event: CloudEvent): Promise<string[]> {
    const rows = await rowsOfSeller(tx, event.data.sellerId);
    const all = rows.flatMap((row) => readable(row, this.#key) ?? []);
    const wanted = all.filter(
      ({ eventTypes, status }) => status !== 'PENDING_VERIFICATION' && (eventTypes?.includes(event.type) ?? true),
    );
    return this.#enqueue(tx, event, wanted, this.#now());
  }

  async #enqueue(tx: Sql, event: CloudEvent, to: readonly StoredDestination[], now: number): Promise<string[]> {
    const body = JSON.stringify(event);
    const deliveries = to.map((destination) => ({
      deliveryId: timeOrderedId('dlv', now),
      channelId: destination.channelId,
      notificationId: event.id,
      kind: event.type,
      isTest: event.type === 'TEST_NOTIFICATION',
      body,
      dueMs: now,
      createdMs: now,
      expiresMs: now + this.#lifetimeMs(destination),
    }));
    await insertDeliveries(tx, deliveries);
    return deliveries.map(({ deliveryId }) => deliveryId);
  }

  #lifetimeMs({ settings }: Destination): number {
    const { pull } = settings;
    return pull ? pull.retentionSeconds * 1_000 : this.#times.deliveryLifetimeMs;
  }

  /** Newest first. */
  deliveries(channelId: string, wish: LogWish): Promise<Delivery[]> {
    return logOf(this.#db, channelId, wish);
  }

  /** One of a seller's deliveries with everything that was tried. */
  async delivery(
    sellerId: string,
    deliveryId: string,
  ): Promise<{ delivery: Delivery; attempts: Attempt[] } | undefined> {
    const delivery = await findDelivery(this.#db, sellerId, deliveryId);
    return delivery && { delivery, attempts: await attemptsOf(this.#db, delivery) };
  }

  /** How these stand now, by id: for whoever waits for an outcome. */
  states(deliveryIds: readonly string[]): Promise<Map<string, DeliveryState>> {
    return statesOf(this.#db, deliveryIds);
  }

  /** Sends one again, under the same notification id. */
  async resend(sellerId: string, deliveryId: string): Promise<Delivery | Refusal> {
    const again = await this.#db.transaction(async (tx): Promise<Delivery | Refusal> => {
      const delivery = await findDelivery(tx, sellerId, deliveryId);
      const row = delivery && (await findRow(tx, sellerId, delivery.channelId));
      if (!row) return { refused: 'noDestination' };
      const destination = fromRow(row, this.#key);
      // A question to an unconfirmed address is asked by a new test, which counts, and whose link is new.
      const isAllowed = mayReceive(destination.status, delivery.isTest) && destination.isConfirmed;
      if (!isAllowed) return { refused: 'inactive' };
      const now = this.#now();
      await requeue(tx, delivery, now, now + this.#lifetimeMs(destination));
      return (await findDelivery(tx, sellerId, deliveryId)) ?? delivery;
    });
    this.#onQueued();
    return again;
  }

  /** Sends everything again that failed since a time; how many. */
  async recover({ sellerId, channelId }: Destination, sinceMs: number): Promise<number> {
    let total = 0;
    for (;;) {
      const some = await this.#db.transaction(async (tx) => {
        const row = await findRow(tx, sellerId, channelId);
        // It may have been switched off, or given another address, a moment ago.
        if (!row || row.is_confirmed === 0 || row.status === 'INACTIVE') return 0;
        const now = this.#now();
        const expiresMs = now + this.#lifetimeMs(fromRow(row, this.#key));
        return requeueFailed(tx, channelId, sinceMs, now, expiresMs, MOST_RECOVERED);
      });
      total += some;
      this.#onQueued();
      if (some < MOST_RECOVERED) return total;
    }
  }

  /** Does a thing once for an idempotency key, however often and at once it is asked for. */
  async #once<T extends object>(
    request: IdempotentRequest | undefined,
    how: {
      repeat(tx: Sql, madeId: string): Promise<T | Refusal>;
      make(tx: Sql, now: number): Promise<(T & { madeId: string }) | Refusal>;
    },
  ): Promise<T | Refusal> {
    const work = async (tx: Sql): Promise<T | Refusal> => {
      const now = this.#now();
      const earlier = request ? await earlierUse(tx, request, now) : { kind: 'new' as const };
      if (earlier.kind === 'conflict') return { refused: 'keyUsedOtherwise' };
      if (earlier.kind === 'repeated') return how.repeat(tx, earlier.madeId);
      const made = await how.make(tx, now);
      if ('madeId' in made && request) await rememberUse(tx, request, made.madeId, now);
      return made;
    };
    try {
      return await this.#db.transaction(work);
    } catch (error) {
      // Somebody else used the key at this moment, and has made it now.
      if (!request || violatedConstraint(error) !== 'unique') throw error;
      return this.#db.transaction(work);
    }
  }
}
