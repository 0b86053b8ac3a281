import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { NotificationContext } from '../context.ts';

/** Events of one millisecond that are looked at for the receivers of one event. */
const MAX_LOOKED_AT = 500;
/** Events that wait to be addressed are counted so far. */
const MAX_WAITING = 100;

/** A seller that was told of an event, and the number of the event in the seller's sequence. */
type EventReceiver = {
  readonly sellerId: string;
  readonly sequence: number;
  readonly notificationId: string;
  readonly kind: string;
  /** The one delegated application that may see it beside the seller. */
  readonly application: string | null;
};

export type ItemEvent = {
  readonly revision: number;
  readonly atMs: number;
  /** What all receivers were told: members of `data` as JSON text, without braces. */
  readonly itemPart: string;
};

/** Where the receivers of an event go on. */
export type ReceiverPlace = { readonly sellerId: string; readonly sequence: number };

export type ReceiverPage = { readonly receivers: readonly EventReceiver[]; readonly next: ReceiverPlace | undefined };

/** The events about an item, and who was told, for the operator. They are kept as long as those of sellers (`EVENT_DAYS`). */
export class ItemEventLog {
  readonly #db: Sql;

  constructor({ db }: Pick<NotificationContext, 'db'>) {
    this.#db = db;
  }

  /** The newest first, before a revision. */
  async page({ marketplaceId, itemId }: ItemKey, before: number | undefined, limit: number): Promise<ItemEvent[]> {
    const rows = await this.#db.all<{ revision: number; at_ms: number; item_part: string }>(
      `SELECT revision, at_ms, item_part FROM event_content WHERE marketplace_id = $1 AND item_id = $2 AND revision < $3
        ORDER BY marketplace_id, item_id, revision DESC LIMIT $4`,
      [marketplaceId, itemId, before ?? Number.MAX_SAFE_INTEGER, limit],
    );
    return rows.map(({ revision, at_ms, item_part }) => ({ revision, atMs: at_ms, itemPart: item_part }));
  }

  /** One event about the item. Undefined when there is none, or none any more. */
  async find({ marketplaceId, itemId }: ItemKey, revision: number): Promise<ItemEvent | undefined> {
    const [found] = await this.page({ marketplaceId, itemId }, revision + 1, 1);
    return found?.revision === revision ? found : undefined;
  }

  /** How many events about the item are not addressed to sellers yet; at most `MAX_WAITING`. */
  async waiting({ marketplaceId, itemId }: ItemKey): Promise<number> {
    const row = await this.#db.get<{ events: number }>(
      `SELECT COUNT(*) AS events FROM (SELECT id FROM market_event WHERE marketplace_id = $1 AND item_id = $2
        ORDER BY marketplace_id, item_id, id LIMIT ${MAX_WAITING}) AS waiting`,
      [marketplaceId, itemId],
    );
    return row?.events ?? 0;
  }

  /**
   * Who was told of an event, in the order of sellers. An event and its receivers have one time, whose events are an index: a page ends
   * with `limit` receivers, or when it has looked at several hundred events of that millisecond.
   */
  async receivers(
    { revision, atMs }: ItemEvent,
    after: ReceiverPlace | undefined,
    limit: number,
  ): Promise<ReceiverPage> {
    const rows = await this.#db.all<{
      seller_id: string;
      sequence: number;
      notification_id: string;
      kind: string;
      revision: number | null;
      application: string | null;
    }>(
      `SELECT seller_id, sequence, notification_id, kind, revision, application FROM seller_event
        WHERE at_ms = $1 AND (seller_id, sequence) > ($2, $3) ORDER BY at_ms, seller_id, sequence LIMIT ${MAX_LOOKED_AT}`,
      [atMs, after?.sellerId ?? '', after?.sequence ?? -1],
    );
    const receivers: EventReceiver[] = [];
    for (const row of rows) {
      const { seller_id: sellerId, sequence } = row;
      if (row.revision === revision) {
        const { notification_id: notificationId, kind, application } = row;
        receivers.push({ sellerId, sequence, notificationId, kind, application });
      }
      if (receivers.length === limit) return { receivers, next: { sellerId, sequence } };
    }
    const last = rows.length === MAX_LOOKED_AT ? rows.at(-1) : undefined;
    return { receivers, next: last && { sellerId: last.seller_id, sequence: last.sequence } };
  }
}
