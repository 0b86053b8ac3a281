import type { Db, Sql } from '../db/db.ts';
import { type ChannelType, type Destination, MAX_DESTINATIONS } from '../domain/notifications/destination.ts';
import { type CloudEvent, type TestContent, testEvent } from '../domain/notifications/notification.ts';
import { addressToConfirm, Confirmations } from './confirmation.ts';
import { cancelOpen, cancelTests } from './delivery.ts';
import { DeliveryLog } from './delivery-log.ts';
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
import { type IdempotentRequest, type KeyReused, oncePerKey } from './idempotency.ts';
import { setLanes } from './lane.ts';
import type { OperatorKey } from './operator-key.ts';
import { PullQueue } from './pull-queue.ts';
import { timeOrderedId } from './time-ordered-id.ts';

/** A destination that is wanted. */
export type DestinationDraft = Pick<
  StoredDestination,
  'sellerId' | 'name' | 'type' | 'status' | 'isConfirmed' | 'settings'
> & { eventTypes?: Destination['eventTypes'] | undefined };

/** Why no destination was created. `deleted`: the one that the idempotency key created has been deleted since. */
export type CreateRejection = { rejected: 'tooMany' | 'deleted' };

/** Why no test notification was queued. `dailyLimit`: decision 27. */
export type TestRejection = { rejected: 'noDestination' | 'wrongType' | 'inactive' | 'dailyLimit' };

export type Created = { destination: Destination; repeated: boolean };

/** A test notification that is queued. */
export type QueuedTest = { notificationId: string; deliveryIds: string[]; repeated: boolean };

export type TestRequest = {
  sellerId: string;
  type: ChannelType;
  /** Absent: every destination of the type. */
  destinationId: string | undefined;
  content: TestContent;
  marketplaceId: string | undefined;
};

export type NotificationTimes = {
  /** How long a delivery is worth trying. */
  deliveryLifetimeMs: number;
};

/** Destinations and what is sent to them, as the door sees them. Everything is per seller. */
export class Notifications {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #source: string;
  readonly #onQueued: () => void;
  readonly log: DeliveryLog;
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
    this.#onQueued = parts.onQueued ?? (() => undefined);
    this.log = new DeliveryLog({ ...parts, lifetimeMs: parts.times.deliveryLifetimeMs, onQueued: this.#onQueued });
    this.pull = new PullQueue(parts.db, parts.now, parts.onPulled);
    this.confirmations = new Confirmations(parts.db, parts.key, parts.now);
  }

  /** Durable when it comes back. The same request again gives the destination that the first one made. */
  async create(draft: DestinationDraft, request?: IdempotentRequest): Promise<Created | CreateRejection | KeyReused> {
    return oncePerKey<Created, CreateRejection>(this.#db, this.#now, request, {
      repeat: async (tx, destinationId) => {
        const row = await findRow(tx, draft.sellerId, destinationId);
        return row ? { destination: fromRow(row, this.#key), repeated: true } : { rejected: 'deleted' };
      },
      make: async (tx, now) => {
        if ((await countDestination(tx, draft.sellerId, 1)) > MAX_DESTINATIONS) {
          await countDestination(tx, draft.sellerId, -1);
          return { rejected: 'tooMany' };
        }
        const destination = {
          ...draft,
          destinationId: timeOrderedId('ch', now),
          secretVersion: 1,
          createdMs: now,
          modifiedMs: now,
        } as StoredDestination;
        await insertDestination(tx, this.#key, destination);
        return { destination, repeated: false, madeId: destination.destinationId };
      },
    });
  }

  async list(sellerId: string): Promise<StoredDestination[]> {
    return (await rowsOfSeller(this.#db, sellerId)).map((row) => fromRow(row, this.#key));
  }

  async find(sellerId: string, destinationId: string): Promise<StoredDestination | undefined> {
    const row = await findRow(this.#db, sellerId, destinationId);
    return row && fromRow(row, this.#key);
  }

  /**
   * Reads, lets `change` decide, and writes. `change` throws to refuse. Undefined when there is no such destination.
   * What waited while it was switched off goes on.
   */
  async change(
    sellerId: string,
    destinationId: string,
    change: (destination: StoredDestination, nowMs: number) => StoredDestination,
  ): Promise<Destination | undefined> {
    const changed = await this.#db.transaction(async (tx) => {
      const row = await findRow(tx, sellerId, destinationId);
      if (!row) return undefined;
      const now = this.#now();
      const before = fromRow(row, this.#key);
      const destination = { ...change(before, now), modifiedMs: now };
      await updateDestination(tx, this.#key, destination);
      // Tests that wait were meant for the old address, and counted for it (decision 27).
      if (addressToConfirm(before) !== addressToConfirm(destination)) await cancelTests(tx, destinationId, now);
      await setLanes(tx, [destinationId], now);
      return destination;
    });
    this.#onQueued();
    return changed;
  }

  /** The signing secrets in force, the newest first. The seller's own where there is one, else derived. */
  secretsOf(destination: Destination): string[] {
    const { destinationId, secretVersion, previousSecretUntilMs = 0, settings } = destination;
    const { secret, previousSecret } = settings.webhook ?? {};
    const current = secret ?? this.#key.webhookSecret(destinationId, secretVersion);
    if (previousSecretUntilMs <= this.#now()) return [current];
    return [current, previousSecret ?? this.#key.webhookSecret(destinationId, secretVersion - 1)];
  }

  /** Nothing more goes out to it; its log is cleared away later. False when there is none. */
  async remove(sellerId: string, destinationId: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      if (!(await findRow(tx, sellerId, destinationId))) return false;
      await tx.run(`UPDATE destination SET status = 'DELETED', modified_ms = $2 WHERE channel_id = $1`, [
        destinationId,
        this.#now(),
      ]);
      await tx.run('UPDATE lane SET due_ms = NULL WHERE channel_id = $1', [destinationId]);
      await cancelOpen(tx, destinationId, this.#now());
      await countDestination(tx, sellerId, -1);
      return true;
    });
  }

  /** Queues a test notification, durably (decision 28). */
  async sendTest(test: TestRequest, request?: IdempotentRequest): Promise<QueuedTest | TestRejection | KeyReused> {
    const sent = await oncePerKey<QueuedTest, TestRejection>(this.#db, this.#now, request, {
      repeat: async (_tx, made) => {
        const [notificationId = '', ...deliveryIds] = made.split(' ');
        return { notificationId, deliveryIds, repeated: true };
      },
      make: async (tx, now) => {
        const all = await this.#receiversOf(tx, test);
        if ('rejected' in all) return all;
        const destinations = await this.#notTooOften(tx, all, now);
        if (destinations.length === 0) return { rejected: 'dailyLimit' };
        const notificationId = timeOrderedId('ntf', now);
        const { sellerId, marketplaceId, content } = test;
        const about = { id: notificationId, source: this.#source, sellerId, marketplaceId, nowMs: now };
        const deliveryIds = await this.log.add(tx, testEvent(about, content), destinations, now);
        for (const [n, { status, destinationId }] of destinations.entries()) {
          const asks = status === 'PENDING_VERIFICATION';
          if (asks) await this.confirmations.ask(tx, destinationId, deliveryIds[n] ?? '', now);
        }
        const madeId = [notificationId, ...deliveryIds].join(' ');
        return { notificationId, deliveryIds, repeated: false, madeId };
      },
    });
    this.#onQueued();
    return sent;
  }

  async #receiversOf(
    tx: Sql,
    { sellerId, type, destinationId }: TestRequest,
  ): Promise<StoredDestination[] | TestRejection> {
    if (destinationId !== undefined) {
      const row = await findRow(tx, sellerId, destinationId);
      if (!row) return { rejected: 'noDestination' };
      if (row.type !== type) return { rejected: 'wrongType' };
      return row.status === 'INACTIVE' ? { rejected: 'inactive' } : [fromRow(row, this.#key)];
    }
    const rows = await rowsOfSeller(tx, sellerId);
    const receivers = rows.filter((row) => row.type === type && row.status !== 'INACTIVE');
    return receivers.length === 0 ? { rejected: 'noDestination' } : receivers.map((row) => fromRow(row, this.#key));
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
    return this.log.add(tx, event, wanted, this.#now());
  }
}
