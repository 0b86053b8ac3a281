import type { Migration } from '../db/migration-plan.ts';

/**
 * Notifications. `service_fact` holds values that the service stores about itself, such as its own keys.
 *
 * `delivery` is queue and log at once: a second table for jobs could contradict it. Open deliveries, which are not settled
 * (PENDING, or SENDING until `due_ms`, when the sender is presumed dead), have partial indexes of their own, so that a long
 * log costs the queue nothing. The event itself is in `delivery_body`: the small row is written three times, the long text
 * once.
 *
 * `lane` holds when a destination is due next. A worker that looks for work reads the due lanes: ten thousand deliveries
 * that wait for one dead receiver are one row there.
 *
 * `confirmation` holds an open confirmation request to the owner of an address, and the delivery that carried it; the link
 * and the code are derived from these. `message_count` counts such messages per day.
 *
 * `settings` of a destination are encrypted with the operator's key. A deleted destination stays as DELETED until cleanup has
 * deleted its log in batches. `destination_owner` is a row that all transactions of one seller write, so that the limit on
 * destinations holds.
 */
export const notifications: Migration = {
  name: '0002 notifications',
  oldestProgram: 2,
  sql: `
    CREATE TABLE service_fact (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    );

    CREATE TABLE destination_owner (
      seller_id TEXT PRIMARY KEY,
      destinations BIGINT NOT NULL
    );

    CREATE TABLE destination (
      channel_id TEXT PRIMARY KEY,
      seller_id TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      status TEXT NOT NULL,
      is_confirmed BIGINT NOT NULL,
      settings TEXT NOT NULL,
      event_types TEXT,
      secret_version BIGINT NOT NULL,
      previous_secret_until BIGINT,
      failing_since BIGINT,
      created_ms BIGINT NOT NULL,
      modified_ms BIGINT NOT NULL
    );

    CREATE INDEX destination_of_seller ON destination (seller_id, created_ms, channel_id);

    CREATE INDEX destination_deleted ON destination (channel_id) WHERE status = 'DELETED';

    CREATE TABLE confirmation (
      channel_id TEXT PRIMARY KEY REFERENCES destination ON DELETE CASCADE,
      delivery_id TEXT NOT NULL,
      expires_ms BIGINT NOT NULL,
      wrong_codes BIGINT NOT NULL
    );

    CREATE TABLE message_count (
      day BIGINT NOT NULL,
      whose TEXT NOT NULL,
      messages BIGINT NOT NULL,
      PRIMARY KEY (day, whose)
    );

    CREATE TABLE lane (
      channel_id TEXT PRIMARY KEY REFERENCES destination,
      due_ms BIGINT
    );

    CREATE INDEX lane_due ON lane (due_ms) WHERE due_ms IS NOT NULL;

    CREATE TABLE delivery (
      delivery_id TEXT PRIMARY KEY,
      channel_id TEXT NOT NULL REFERENCES destination,
      notification_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      is_test BIGINT NOT NULL,
      state TEXT NOT NULL,
      attempts BIGINT NOT NULL,
      tries BIGINT NOT NULL,
      due_ms BIGINT NOT NULL,
      lease TEXT,
      created_ms BIGINT NOT NULL,
      expires_ms BIGINT NOT NULL,
      settled_ms BIGINT
    );

    CREATE INDEX delivery_open ON delivery (channel_id, due_ms) WHERE settled_ms IS NULL;

    CREATE INDEX delivery_open_test ON delivery (channel_id, due_ms) WHERE settled_ms IS NULL AND is_test = 1;

    CREATE INDEX delivery_expiring ON delivery (expires_ms) WHERE settled_ms IS NULL;

    CREATE INDEX delivery_failed ON delivery (channel_id, created_ms, delivery_id)
      WHERE state IN ('DEAD', 'EXPIRED', 'CANCELED');

    CREATE INDEX delivery_log ON delivery (channel_id, created_ms, delivery_id);

    CREATE TABLE delivery_body (
      delivery_id TEXT PRIMARY KEY REFERENCES delivery ON DELETE CASCADE,
      body TEXT NOT NULL
    );

    CREATE TABLE delivery_attempt (
      delivery_id TEXT NOT NULL REFERENCES delivery ON DELETE CASCADE,
      number BIGINT NOT NULL,
      started_ms BIGINT NOT NULL,
      duration_ms BIGINT,
      code BIGINT,
      error TEXT,
      answer TEXT,
      PRIMARY KEY (delivery_id, number)
    );

    CREATE TABLE idempotency_key (
      caller TEXT NOT NULL,
      operation TEXT NOT NULL,
      key TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      made_id TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      PRIMARY KEY (caller, operation, key)
    );

    CREATE INDEX idempotency_key_age ON idempotency_key (created_ms);
  `,
};
