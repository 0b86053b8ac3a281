import type { Trace } from '../../domain/notifications/oversight.ts';
import type { NotificationContext } from '../context.ts';
import { type DeliveriesOfSellers, deliveryRow, sellerOfNotification } from './delivery-search.ts';
import type { DestinationOverview } from './destination-overview.ts';
import type { EventsOfSellers } from './events-of-seller.ts';

/** Destinations that one test was sent to. */
const MAX_TESTED = 100;

type TraceParts = {
  readonly destinations: DestinationOverview;
  readonly deliveries: DeliveriesOfSellers;
  readonly events: EventsOfSellers;
};

/** From the id of a destination, an event or a delivery to its cause. */
export class Traces {
  readonly #db: NotificationContext['db'];
  readonly #parts: TraceParts;

  constructor(db: NotificationContext['db'], parts: TraceParts) {
    this.#db = db;
    this.#parts = parts;
  }

  /**
   * `sellerId` is needed only for an event that no destination took: nothing else leads to it. Undefined: nothing has this id, or it is
   * not kept any more, or it is of another seller.
   */
  async find(id: string, sellerId?: string): Promise<Trace | undefined> {
    const found =
      (await this.#delivery(id)) ?? (await this.#notification(id, sellerId)) ?? (await this.#destination(id));
    return found !== undefined && (sellerId === undefined || sellerOf(found) === sellerId) ? found : undefined;
  }

  async #delivery(id: string): Promise<Trace | undefined> {
    const delivery = await this.#parts.deliveries.find(id);
    if (delivery === undefined) return undefined;
    const { destinationId, sellerId } = delivery.destination;
    const { sequence } = (await deliveryRow(this.#db, id)) ?? { sequence: null };
    const event = sequence === null ? undefined : await this.#parts.events.at(sellerId, sequence);
    const fates = event?.fates.filter(({ destination }) => destination.destinationId === destinationId) ?? [];
    return { of: 'DELIVERY', delivery, event: event && { ...event, fates } };
  }

  async #notification(id: string, asked: string | undefined): Promise<Trace | undefined> {
    const sellerId = asked ?? (await sellerOfNotification(this.#db, id));
    if (sellerId === undefined) return undefined;
    const event = await this.#parts.events.find(sellerId, id);
    if (event !== undefined) return { of: 'EVENT', event };
    const deliveries = await this.#parts.deliveries.search({ sellerId, eventId: id, limit: MAX_TESTED });
    return deliveries.length === 0 ? undefined : { of: 'TEST', sellerId, deliveries };
  }

  async #destination(id: string): Promise<Trace | undefined> {
    const destination = await this.#parts.destinations.find(id);
    return destination && { of: 'DESTINATION', destination };
  }
}

function sellerOf(trace: Trace): string {
  switch (trace.of) {
    case 'DESTINATION':
      return trace.destination.sellerId;
    case 'EVENT':
      return trace.event.sellerId;
    case 'TEST':
      return trace.sellerId;
    case 'DELIVERY':
      return trace.delivery.destination.sellerId;
  }
}
