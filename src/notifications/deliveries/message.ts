import type { Destination } from '../../domain/notifications/destination.ts';
import type { CloudEvent } from '../../domain/notifications/notification.ts';
import type { NotificationContext } from '../context.ts';
import { type DestinationRow, destinationColumns, readable } from '../destination-table.ts';
import { type DeliveryRow, deliveriesOf, deliveryColumns } from './delivery-table.ts';

/** A message to a person, as its page shows it: the events that it told, newest first. */
export type Message = {
  destination: Destination;
  events: readonly CloudEvent[];
  /** Whether the destination is as it was then: the owner of its address may be another one since. */
  isUnchanged: boolean;
};

/** More than a digest can have. */
const MAX_EVENTS = 500;

/**
 * The messages to people, by the id in their link. The link is the key: the id is random, and the page shows what the message
 * said. It ends with the deliveries, with the destination, and with the access of its application (decision 38).
 */
export class Messages {
  readonly #context: NotificationContext;

  constructor(context: NotificationContext) {
    this.#context = context;
  }

  async find(messageId: string): Promise<Message | undefined> {
    const row = await this.#context.db.get<DestinationRow & { told_ms: number }>(
      `SELECT ${destinationColumns}, message.created_ms AS told_ms FROM message
         JOIN destination ON destination.channel_id = message.channel_id
       WHERE message.message_id = $1 AND destination.status NOT IN ('DELETED', 'WITHDRAWN')`,
      [messageId],
    );
    const destination = row && readable(row, this.#context.key);
    if (!row || !destination) return undefined;
    const rows = await this.#context.db.all<DeliveryRow>(
      `SELECT ${deliveryColumns} FROM delivery WHERE message_id = $1 AND channel_id = $2
       ORDER BY sequence DESC, delivery_id DESC LIMIT ${MAX_EVENTS}`,
      [messageId, destination.destinationId],
    );
    const deliveries = await deliveriesOf(this.#context.db, rows, this.#context.source);
    // An event may be deleted before its delivery: EVENT_DAYS is shorter than NOTIFY_KEEP_SECONDS then.
    const bodies = new Map(deliveries.map(({ notificationId, body }) => [notificationId, body]));
    const events = [...bodies.values()].flatMap((body) => (body === '' ? [] : [JSON.parse(body) as CloudEvent]));
    if (events.length === 0) return undefined;
    return { destination, events, isUnchanged: destination.modifiedMs <= row.told_ms };
  }
}
