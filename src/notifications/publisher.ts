import type { Sql } from '../db/db.ts';
import { type CloudEvent, testEvent } from '../domain/notifications/notification.ts';
import type { Confirmations } from './confirmation.ts';
import { insertDeliveries } from './deliveries/delivery-table.ts';
import type { StoredDestination } from './destination-table.ts';
import type { NewEvent, SellerEvents } from './events/seller-events.ts';
import type { IdempotentRequest } from './idempotency.ts';
import type { Tally } from './tally.ts';
import {
  TestNotifications,
  type TestParts,
  type TestRequest,
  type TestResult,
  testDeliveries,
} from './test-notifications.ts';
import { timeOrderedId } from './time-ordered-id.ts';

export type PublisherParts = TestParts & {
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
  readonly #tests: TestNotifications;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#tests = new TestNotifications(parts);
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
  async sendTest(test: TestRequest, request?: IdempotentRequest): Promise<TestResult> {
    const sent = await this.#tests.send(test, request);
    this.#parts.onQueued();
    return sent;
  }

  /**
   * Asks the owner of an unconfirmed address, in the transaction that creates the destination or changes its address. False
   * when a daily limit is reached (decision 27).
   */
  async requestConfirmation(tx: Sql, destination: StoredDestination, nowMs: number): Promise<boolean> {
    const { source, confirmations, lifetimeMs } = this.#parts;
    if (!(await confirmations.countMessage(tx, destination, nowMs))) return false;
    const about = { id: timeOrderedId('ntf', nowMs), source, sellerId: destination.sellerId, marketplaceId: undefined };
    const event = testEvent({ ...about, nowMs }, { payloadVersion: '1.0' });
    const deliveries = testDeliveries(event, [destination], { nowMs, lifetimeMs });
    await insertDeliveries(tx, deliveries);
    await confirmations.request(tx, destination.destinationId, deliveries[0]?.deliveryId ?? '', nowMs);
    return true;
  }
}
