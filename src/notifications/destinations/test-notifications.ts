import type { Sql } from '../../db/db.ts';
import { oncePerKeyIn, repeatedIfUsed } from '../../db/idempotency.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { IdempotentRequest, KeyReused } from '../../domain/idempotent-request.ts';
import type { DestinationAccess } from '../../domain/notifications/access.ts';
import { type ChannelType, deliveryLifetimeMs, mayReceive } from '../../domain/notifications/destination.ts';
import { type CloudEvent, type TestContent, testEvent } from '../../domain/notifications/notification.ts';
import type { TraceContext } from '../../domain/trace-context.ts';
import type { NotificationContext } from '../context.ts';
import { insertDeliveries, type QueuedDelivery } from '../deliveries/delivery-table.ts';
import { type DestinationRow, findRow, fromRow, rowsOf, type StoredDestination } from '../destination-table.ts';
import { Batches } from './batches.ts';
import type { Confirmations } from './confirmation.ts';

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

export type TestResult = QueuedTest | TestRejection | KeyReused;

/** Destinations that one transaction has read: many tests of a batch may go to one. */
type FoundRows = Map<string, DestinationRow | undefined>;

/** What the tests of one transaction share. */
type TestBatch = { rows: FoundRows; deliveries: QueuedDelivery[] };

type Sent = { test: TestRequest; request: IdempotentRequest | undefined };

/** Queues test notifications. Concurrent ones share a transaction: see `send`. */
export class TestNotifications {
  readonly #context: NotificationContext;
  readonly #confirmations: Confirmations;
  readonly #batches = new Batches<Sent, TestResult>((batch) => repeatedIfUsed(() => this.#sendAll(batch)));

  constructor(context: NotificationContext, confirmations: Confirmations) {
    this.#context = context;
    this.#confirmations = confirmations;
  }

  /**
   * Queues a test notification; it is durable when this returns (decision 28). The embedded store writes one transaction after
   * the other anyway, so all of one moment share one. On PostgreSQL only those to one destination do, because each updates its
   * lane: alone they would wait for each other, while others need not wait for them.
   */
  async send(test: TestRequest, request?: IdempotentRequest): Promise<TestResult> {
    const { access, type, destinationId = `${type} ${access.sellerId}` } = test;
    const sent = await this.#batches.add(this.#context.db.engine === 'sqlite' ? '' : destinationId, { test, request });
    this.#context.onQueued();
    return sent;
  }

  /**
   * Asks the owner of an unconfirmed address, in the transaction that creates the destination or changes its address. False
   * when a daily limit is reached (decision 27).
   */
  async requestConfirmation(tx: Sql, destination: StoredDestination, nowMs: number): Promise<boolean> {
    const { source, lifetimeMs } = this.#context;
    if (!(await this.#confirmations.countMessage(tx, destination, nowMs))) return false;
    const about = { id: timeOrderedId('ntf', nowMs), source, sellerId: destination.sellerId, marketplaceId: undefined };
    const event = testEvent({ ...about, nowMs }, { payloadVersion: '1.0' });
    const deliveries = testDeliveries(event, [destination], { nowMs, lifetimeMs });
    await insertDeliveries(tx, deliveries);
    await this.#confirmations.request(tx, destination.destinationId, deliveries[0]?.deliveryId ?? '', nowMs);
    return true;
  }

  #sendAll(batch: readonly Sent[]): Promise<TestResult[]> {
    return this.#context.db.transaction(async (tx) => {
      const now = this.#context.now();
      const rows: FoundRows = new Map();
      const deliveries: QueuedDelivery[] = [];
      const results: TestResult[] = [];
      // One after the other: each sees the key that one before it used, and what it counted.
      for (const { test, request } of batch) {
        const result = await oncePerKeyIn<QueuedTest, TestRejection>(tx, now, request, {
          repeat: async (_tx, createdId) => {
            const [notificationId = '', ...deliveryIds] = createdId.split(' ');
            return { notificationId, deliveryIds, repeated: true };
          },
          create: () => this.#create(tx, test, now, { rows, deliveries }),
        });
        results.push(result);
      }
      await insertDeliveries(tx, deliveries);
      return results;
    });
  }

  /** Adds to `deliveries` what is to be queued. */
  async #create(
    tx: Sql,
    test: TestRequest,
    nowMs: number,
    { rows, deliveries }: TestBatch,
  ): Promise<(QueuedTest & { createdId: string }) | TestRejection> {
    const { source, lifetimeMs } = this.#context;
    const receivers = await this.#receiversOf(tx, test, rows);
    if ('rejected' in receivers) return receivers;
    const destinations = await this.#withinDailyLimit(tx, receivers, nowMs);
    if (destinations.length === 0) return { rejected: 'dailyLimit' };
    const { marketplaceId, content, trace, access, ids } = test;
    const notificationId = ids?.notificationId ?? timeOrderedId('ntf', nowMs);
    const about = { id: notificationId, source, sellerId: access.sellerId, marketplaceId, nowMs };
    const queued = testDeliveries(testEvent(about, content), destinations, { nowMs, lifetimeMs, trace, ...ids });
    deliveries.push(...queued);
    const deliveryIds = queued.map(({ deliveryId }) => deliveryId);
    for (const [n, { status, destinationId }] of destinations.entries()) {
      if (status === 'PENDING_VERIFICATION')
        await this.#confirmations.request(tx, destinationId, deliveryIds[n] ?? '', nowMs);
    }
    return { notificationId, deliveryIds, repeated: false, createdId: [notificationId, ...deliveryIds].join(' ') };
  }

  async #receiversOf(
    tx: Sql,
    { access, type, destinationId }: TestRequest,
    rows: FoundRows,
  ): Promise<StoredDestination[] | TestRejection> {
    const { key } = this.#context;
    if (destinationId !== undefined) {
      const name = `${destinationId} ${access.sellerId} ${access.application ?? ''}`;
      const row = rows.has(name) ? rows.get(name) : await findRow(tx, access, destinationId);
      rows.set(name, row);
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
    nowMs: number,
  ): Promise<StoredDestination[]> {
    const allowed: StoredDestination[] = [];
    for (const one of destinations) {
      const isConfirmed = one.status !== 'PENDING_VERIFICATION';
      if (isConfirmed || (await this.#confirmations.countMessage(tx, one, nowMs))) allowed.push(one);
    }
    return allowed;
  }
}

/** One delivery of a test for each destination, in their order. */
function testDeliveries(
  event: CloudEvent,
  destinations: readonly StoredDestination[],
  about: { nowMs: number; lifetimeMs: number; deliveryId?: string | undefined; trace?: TraceContext | undefined },
): QueuedDelivery[] {
  const { nowMs, lifetimeMs, deliveryId, trace } = about;
  const body = JSON.stringify(event);
  return destinations.map((destination) => ({
    deliveryId: deliveryId ?? timeOrderedId('dlv', nowMs),
    destinationId: destination.destinationId,
    ...{ notificationId: event.id, kind: event.type, isTest: true, body, trace },
    ...{ dueMs: nowMs, createdMs: nowMs, expiresMs: nowMs + deliveryLifetimeMs(destination, lifetimeMs) },
    hasLane: destination.type !== 'PULL',
  }));
}
