import type { Migration } from '../db/migration-plan.ts';

/**
 * Events: what sellers receive about changes of the market.
 *
 * `market_event` is a queue. The transaction that rebuilds a board also writes its changes: one row for each kind, condition
 * and buy box. `id` is also the revision of the item: changes of an item exclude each other (they write its board), so its
 * numbers rise in the order of commits, also across its removal. The dispatcher addresses each row to the sellers concerned, in
 * the order of their ids (`after_seller` says how far it is), and then deletes it. `lane` 0 are live changes, 1 is all else:
 * neither waits for the other. `audience`: `active` are all sellers with an offer on sale, and those in `named`; `named` are
 * these alone. `owners` are the sellers whose records changed. The row is written only while at least one seller receives events.
 *
 * `pending` of a board: the events of its last change are not queued yet, because the board was only marked as stale: a line for
 * each change, the seller and the request of the operator. Null: there are no such events, or the change was a quiet one.
 * `quiet` of a seller's walk: all changes of the seller that it brings to boards are quiet ones. `request_id`: the operator's request
 * that made them, if there is one for all.
 *
 * `event_receiver` has a seller from its first destination or its first look at the list of events on, and the numbers of its
 * last event and of the oldest one that is kept. `event_content` is the part of an event that is the same for all its
 * receivers, stored once; `seller_event` is the part of one seller. `application` is the one delegated application that may see
 * the event beside the seller itself; null: all. A delivery with a `sequence` has no body of its own: it is written from these
 * when it is sent. `latest_sequence` of a destination is the last event that was queued for it.
 *
 * `lease` lets one process at a time do a work that must be done in order. `token` rises with each holder.
 */
export const events: Migration = {
  name: '0008 events',
  oldestProgram: 3,
  sql: `
    ALTER TABLE board ADD COLUMN pending TEXT;

    ALTER TABLE seller_ripple ADD COLUMN quiet BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE seller_ripple ADD COLUMN request_id TEXT;

    CREATE TABLE market_event (
      id BIGINT {postgres: GENERATED ALWAYS AS IDENTITY} PRIMARY KEY {sqlite: AUTOINCREMENT},
      kind TEXT NOT NULL,
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      condition TEXT NOT NULL,
      customer TEXT NOT NULL,
      offer_type TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      lane BIGINT NOT NULL,
      audience TEXT NOT NULL,
      after_seller TEXT NOT NULL,
      named TEXT NOT NULL,
      owners TEXT NOT NULL,
      facts TEXT NOT NULL,
      item_part TEXT NOT NULL
    );

    CREATE INDEX market_event_lane ON market_event (lane, id);

    CREATE INDEX market_event_item ON market_event (marketplace_id, item_id, id);

    CREATE TABLE event_receiver (
      seller_id TEXT PRIMARY KEY,
      latest_sequence BIGINT NOT NULL,
      oldest_sequence BIGINT NOT NULL,
      since_ms BIGINT NOT NULL
    );

    INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms)
      SELECT seller_id, 0, 1, MIN(created_ms) FROM destination WHERE status <> 'DELETED' GROUP BY seller_id;

    CREATE TABLE event_content (
      revision BIGINT PRIMARY KEY,
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      item_part TEXT NOT NULL
    );

    CREATE INDEX event_content_age ON event_content (at_ms, revision);

    CREATE TABLE seller_event (
      seller_id TEXT NOT NULL,
      sequence BIGINT NOT NULL,
      notification_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      revision BIGINT,
      application TEXT,
      seller_part TEXT NOT NULL,
      PRIMARY KEY (seller_id, sequence)
    );

    CREATE INDEX seller_event_age ON seller_event (at_ms, seller_id, sequence);

    ALTER TABLE delivery ADD COLUMN sequence BIGINT;
    ALTER TABLE delivery ADD COLUMN previous_sequence BIGINT;
    ALTER TABLE destination ADD COLUMN latest_sequence BIGINT;

    CREATE INDEX delivery_sequence ON delivery (channel_id, sequence) WHERE sequence IS NOT NULL;

    CREATE TABLE lease (
      name TEXT PRIMARY KEY,
      token BIGINT NOT NULL,
      until_ms BIGINT NOT NULL
    );
  `,
};
