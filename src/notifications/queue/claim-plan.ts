import { inFlightLimit, isForPeople, mayReceive } from '../../domain/notifications/destination.ts';
import type { DeliveryRow } from '../deliveries/delivery-table.ts';
import type { StoredDestination } from '../destination-table.ts';
import type { InFlight } from './in-flight.ts';
import { type MessagePlan, planMessages, type WaitingDeliveries } from './message-plan.ts';

/** Deliveries after which a claim looks at no further destination: a message to a person may hold many. */
const MAX_DELIVERIES = 1_000;

export type ClaimBounds = {
  /** Messages that are claimed. */
  max: number;
  /** Messages in flight to all destinations of one seller. */
  maxPerSeller: number;
  nowMs: number;
};

/** A delivery that can be leased: `tries` counts its attempts since it was queued or resent. */
export type ClaimableRow = DeliveryRow & { tries: number };

/** What is due of one destination. */
export type DueLane = {
  destination: StoredDestination;
  /** What is sent alone, in the order in which it is due. */
  alone: readonly ClaimableRow[];
  /** What is sent in messages to a person; undefined: it gets none. */
  waiting: WaitingDeliveries | undefined;
};

export type LanePlan = { destination: StoredDestination; alone: readonly ClaimableRow[]; messages: MessagePlan };

/** A destination that is not confirmed, or is suspended, gets only tests (decision 27). */
export const getsEvents = ({ status }: StoredDestination): boolean => mayReceive(status, false);

/** Whether it gets events in messages that may hold several. Everybody gets a test alone. */
export const getsMessages = (destination: StoredDestination): boolean =>
  isForPeople(destination.type) && getsEvents(destination);

const NO_MESSAGES: MessagePlan = { again: [], fresh: [], held: [] };

/** Which deliveries are leased now: no more than the limits permit. Add lanes in the order in which they have waited. */
export class ClaimPlan {
  readonly lanes: LanePlan[] = [];
  /** Destinations that reach their limit of messages in flight. */
  readonly full: string[] = [];
  /** Destinations whose seller reaches its limit. */
  readonly limitedBySeller: string[] = [];
  /** All others. */
  readonly others: string[] = [];
  readonly #bounds: ClaimBounds;
  readonly #toDestination: ReadonlyMap<string, number>;
  readonly #toSeller: Map<string, number>;
  #claimed = 0;
  #deliveries = 0;

  constructor({ toDestination, toSeller }: InFlight, bounds: ClaimBounds) {
    this.#bounds = bounds;
    this.#toDestination = toDestination;
    this.#toSeller = new Map(toSeller);
  }

  /** How many messages the destination may get now; not positive: none. */
  slotsFor(destination: StoredDestination): number {
    const { ofDestination, ofSeller } = this.#slots(destination);
    const hasRoom = this.#deliveries < MAX_DELIVERIES;
    return hasRoom ? Math.min(ofDestination, ofSeller, this.#bounds.max - this.#claimed) : 0;
  }

  add({ destination, alone: due, waiting }: DueLane): void {
    const { ofDestination, ofSeller } = this.#slots(destination);
    const free = Math.max(0, this.slotsFor(destination));
    const alone = due.slice(0, free);
    const slots = free - alone.length;
    const { nowMs } = this.#bounds;
    const messages = slots > 0 && waiting ? planMessages(waiting, { slots, nowMs }) : NO_MESSAGES;
    this.lanes.push({ destination, alone, messages });
    const ofPeople = [...messages.again, ...messages.fresh];
    const count = alone.length + ofPeople.length;
    this.#claimed += count;
    this.#deliveries += alone.length + ofPeople.flatMap(({ rows }) => rows).length;
    const { destinationId, sellerId } = destination;
    this.#toSeller.set(sellerId, (this.#toSeller.get(sellerId) ?? 0) + count);
    if (count >= ofDestination) this.full.push(destinationId);
    else if (count >= ofSeller) this.limitedBySeller.push(destinationId);
    else this.others.push(destinationId);
  }

  /** How many more messages may be in flight to a destination, and to all destinations of its seller. */
  #slots(destination: StoredDestination) {
    const { destinationId, sellerId, failingSinceMs } = destination;
    const limit = inFlightLimit(destination, failingSinceMs !== undefined);
    return {
      ofDestination: limit - (this.#toDestination.get(destinationId) ?? 0),
      ofSeller: this.#bounds.maxPerSeller - (this.#toSeller.get(sellerId) ?? 0),
    };
  }
}
