import type { Db, Sql } from '../db/db.ts';
import type { DestinationAccess } from '../domain/notifications/access.ts';
import { type ChannelType, deliveryLifetimeMs, mayReceive } from '../domain/notifications/destination.ts';
import { type CloudEvent, type TestContent, testEvent } from '../domain/notifications/notification.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import type { Confirmations } from './confirmation.ts';
import { insertDeliveries } from './deliveries/delivery-table.ts';
import { findRow, fromRow, rowsOf, type StoredDestination } from './destination-table.ts';
import type { NewEvent, SellerEvents } from './events/seller-events.ts';
import { type IdempotentRequest, type KeyReused, oncePerKey } from './idempotency.ts';
import type { OperatorKey } from './keys/operator-key.ts';
import type { Tally } from './tally.ts';
import { timeOrderedId } from './time-ordered-id.ts';

export type TestRequest = {
  access: DestinationAccess;
  type: ChannelType;
  /** Absent: every destination of the type. */
  destinationId: string | undefined;
  content: TestContent;
  marketplaceId: string | undefined;
  /** The trace of the request. */
  trace?: TraceContext | undefined;
  /** For a test to one destination; new ones when absent. */
  ids?: { notificationId: string; deliveryId: string };
};

/** A test notification that is queued. `repeated`: an earlier request with the same idempotency key queued it. */
export type QueuedTest = { notificationId: string; deliveryIds: string[]; repeated: boolean };

/** Why no test notification was queued. `dailyLimit`: decision 27. */
export type TestRejection = { rejected: 'noDestination' | 'wrongType' | 'inactive' | 'withdrawn' | 'dailyLimit' };

export type PublisherParts = {
  db: Db;
  key: OperatorKey;
  now: () => number;
  /** `source` of every event. */
  source: string;
  /** How long a delivery is retried, unless its destination sets a retention. */
  lifetimeMs: number;
  confirmations: Confirmations;
  events: Pick<SellerEvents, 'append'>;
  onQueued: () => void;
};

/**
 * An event that the market has not made. `onlyFor`: the delegated application that sees it beside the seller itself, or
 * `SELLER_ONLY`. Absent: all of the seller's applications see it (decision 38).
 */
export type ServiceEvent = { event: CloudEvent; onlyFor?: string | undefined };

/** No application that the seller has authorized sees the event: the id of an application is never empty. */
export const SELLER_ONLY = '';

/** Turns events into queued deliveries: one for each destination that receives the event. */
export class Publisher {
  readonly #parts: PublisherParts;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** `source` of every event. */
  get source(): string {
    return this.#parts.source;
  }

  /**
   * Appends events to those of their sellers and queues them; the ids of the deliveries. They belong in the transaction of the
   * change that they report: then both are stored or neither is.
   */
  publish(tx: Sql, events: readonly ServiceEvent[], tally?: Tally): Promise<string[]> {
    const news = events.map(({ event, onlyFor }): NewEvent => {
      const { payloadVersion: _version, sellerId, ...payload } = event.data;
      const { id: notificationId, type: kind, time } = event;
      const sellerPart = JSON.stringify(payload).slice(1, -1);
      return { sellerId, kind, atMs: Date.parse(time), notificationId, application: onlyFor, sellerPart };
    });
    return this.#parts.events.append(tx, news, this.#parts.now(), tally);
  }

  /** Queues a test notification; it is durable when this returns (decision 28). */
  async sendTest(test: TestRequest, request?: IdempotentRequest): Promise<QueuedTest | TestRejection | KeyReused> {
    const { db, now, onQueued } = this.#parts;
    const sent = await oncePerKey<QueuedTest, TestRejection>(db, now, request, {
      repeat: async (_tx, createdId) => {
        const [notificationId = '', ...deliveryIds] = createdId.split(' ');
        return { notificationId, deliveryIds, repeated: true };
      },
      create: (tx, nowMs) => this.#createTest(tx, test, nowMs),
    });
    onQueued();
    return sent;
  }

  /**
   * Asks the owner of an unconfirmed address, in the transaction that creates the destination or changes its address. False
   * when a daily limit is reached (decision 27).
   */
  async requestConfirmation(tx: Sql, destination: StoredDestination, nowMs: number): Promise<boolean> {
    const { source, confirmations } = this.#parts;
    if (!(await confirmations.countMessage(tx, destination, nowMs))) return false;
    const about = { id: timeOrderedId('ntf', nowMs), source, sellerId: destination.sellerId, marketplaceId: undefined };
    const event = testEvent({ ...about, nowMs }, { payloadVersion: '1.0' });
    const [deliveryId = ''] = await this.#queue(tx, event, [destination], { nowMs });
    await confirmations.request(tx, destination.destinationId, deliveryId, nowMs);
    return true;
  }

  async #createTest(
    tx: Sql,
    test: TestRequest,
    now: number,
  ): Promise<(QueuedTest & { createdId: string }) | TestRejection> {
    const { source, confirmations } = this.#parts;
    const receivers = await this.#receiversOf(tx, test);
    if ('rejected' in receivers) return receivers;
    const destinations = await this.#withinDailyLimit(tx, receivers, now);
    if (destinations.length === 0) return { rejected: 'dailyLimit' };
    const notificationId = test.ids?.notificationId ?? timeOrderedId('ntf', now);
    const { access, marketplaceId, content } = test;
    const { sellerId } = access;
    const event = testEvent({ id: notificationId, source, sellerId, marketplaceId, nowMs: now }, content);
    const deliveryIds = await this.#queue(tx, event, destinations, {
      nowMs: now,
      deliveryId: test.ids?.deliveryId,
      trace: test.trace,
    });
    for (const [n, { status, destinationId }] of destinations.entries()) {
      if (status === 'PENDING_VERIFICATION') await confirmations.request(tx, destinationId, deliveryIds[n] ?? '', now);
    }
    const createdId = [notificationId, ...deliveryIds].join(' ');
    return { notificationId, deliveryIds, repeated: false, createdId };
  }

  async #receiversOf(
    tx: Sql,
    { access, type, destinationId }: TestRequest,
  ): Promise<StoredDestination[] | TestRejection> {
    const { key } = this.#parts;
    if (destinationId !== undefined) {
      const row = await findRow(tx, access, destinationId);
      if (!row) return { rejected: 'noDestination' };
      if (row.type !== type) return { rejected: 'wrongType' };
      if (row.status === 'WITHDRAWN') return { rejected: 'withdrawn' };
      return row.status === 'INACTIVE' ? { rejected: 'inactive' } : [fromRow(row, key)];
    }
    const destinations = (await rowsOf(tx, access)).map((row) => fromRow(row, key));
    const receivers = destinations.filter((one) => one.type === type && mayReceive(one.status, true));
    return receivers.length === 0 ? { rejected: 'noDestination' } : receivers;
  }

  /** Without the unconfirmed addresses that have reached their limit of messages a day (decision 27). */
  async #withinDailyLimit(
    tx: Sql,
    destinations: readonly StoredDestination[],
    now: number,
  ): Promise<StoredDestination[]> {
    const allowed: StoredDestination[] = [];
    for (const one of destinations) {
      const isConfirmed = one.status !== 'PENDING_VERIFICATION';
      if (isConfirmed || (await this.#parts.confirmations.countMessage(tx, one, now))) allowed.push(one);
    }
    return allowed;
  }

  /** The ids of the deliveries, in the order of the destinations. */
  async #queue(
    tx: Sql,
    event: CloudEvent,
    destinations: readonly StoredDestination[],
    {
      nowMs: now,
      deliveryId,
      trace,
    }: { nowMs: number; deliveryId?: string | undefined; trace?: TraceContext | undefined },
  ): Promise<string[]> {
    const body = JSON.stringify(event);
    const deliveries = destinations.map((destination) => ({
      deliveryId: deliveryId ?? timeOrderedId('dlv', now),
      destinationId: destination.destinationId,
      notificationId: event.id,
      kind: event.type,
      isTest: event.type === 'TEST_NOTIFICATION',
      body,
      dueMs: now,
      createdMs: now,
      expiresMs: now + deliveryLifetimeMs(destination, this.#parts.lifetimeMs),
      trace,
    }));
    await insertDeliveries(tx, deliveries);
    return deliveries.map(({ deliveryId }) => deliveryId);
  }
}
