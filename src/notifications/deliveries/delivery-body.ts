import type { Sql } from '../../db/db.ts';
import { type EventRow, eventColumns, eventTextOf, joinContent } from '../events/event-table.ts';

export type BodyRow = {
  delivery_id: string;
  channel_id: string;
  /** Null: the delivery has a body of its own. */
  sequence: number | null;
  previous_sequence: number | null;
  /** The sequences that it replaces, with commas between them. */
  supersedes: string | null;
};

/** Rows: delivery, destination and sequence. PostgreSQL would read all events of the seller until it has counted the rows of the table. */
export const eventsOfDeliveries = `FROM (VALUES {rows: text, text, bigint}) AS k
  JOIN destination ON destination.channel_id = k.column2
  {sqlite: JOIN seller_event ON seller_event.seller_id = destination.seller_id AND seller_event.sequence = k.column3}
  {postgres: CROSS JOIN LATERAL (SELECT * FROM seller_event AS own
    WHERE own.seller_id = destination.seller_id AND own.sequence = k.column3 LIMIT 1) AS seller_event} ${joinContent}`;

/**
 * The bodies of deliveries, by delivery id. A test has its own; an event is written from its stored parts, which never change:
 * every attempt, the log and a receiver that pulls get the same bytes, as the application sees them that the destination belongs to.
 */
export async function bodiesOf(sql: Sql, rows: readonly BodyRow[], source: string): Promise<Map<string, string>> {
  const { own = [], written = [] } = Object.groupBy(rows, ({ sequence }) => (sequence === null ? 'own' : 'written'));
  const [ownBodies, events] = await Promise.all([
    sql.many<{ delivery_id: string; body: string }>(
      `SELECT delivery_body.delivery_id, delivery_body.body FROM (VALUES {rows: text}) AS k
         JOIN delivery_body ON delivery_body.delivery_id = k.column1`,
      own.map(({ delivery_id }) => [delivery_id]),
    ),
    sql.many<EventRow & { delivery_id: string; application: string | null }>(
      `SELECT k.column1 AS delivery_id, destination.application, ${eventColumns} ${eventsOfDeliveries}`,
      written.map(({ delivery_id, channel_id, sequence }) => [delivery_id, channel_id, sequence]),
    ),
  ]);
  const rowOf = new Map(written.map((row) => [row.delivery_id, row]));
  const bodies = new Map(ownBodies.map(({ delivery_id, body }) => [delivery_id, body]));
  for (const event of events) {
    const row = rowOf.get(event.delivery_id);
    const { previous_sequence: previousSequence, supersedes } = row ?? {};
    const { application, delivery_id } = event;
    bodies.set(delivery_id, eventTextOf(event, source, { application, previousSequence, supersedes }));
  }
  return bodies;
}
