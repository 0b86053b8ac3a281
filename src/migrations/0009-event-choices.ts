import type { Migration } from '../db/migration-plan.ts';

/**
 * What a destination wants of the events, and when.
 *
 * `window_seconds` of a destination: null is the default window (decision 42). `filter` and `quiet_hours` are JSON, null when there
 * is none.
 *
 * `failure` of a destination: why it was last SUSPENDED, null when that is not known.
 *
 * `name` of a delegated application: the one that people know it by, where the provider has it.
 *
 * `reason` of a delivery: why it is not sent yet, or which key of the filter kept it back (FILTERED). `supersedes`: the sequences
 * that it replaces, with commas between them; it is set once, when the delivery is queued. `superseded_by`: the notification that
 * replaces it (SUPERSEDED). `message_id`: the message to a person that contains it; several deliveries in one message are a digest.
 * `asked_ms`: when it was last requested again.
 * `delivery_settled` finds a page of the log by state, `delivery_held` counts what waits, by reason. `delivery_open_message` finds what
 * waits for another attempt of its message, `delivery_quiet` what waits for the end of quiet hours.
 *
 * `event_window`: the window of one destination, marketplace, item, condition and kind. It ends at `until_ms`; `has_held` is 1 when
 * a delivery waits for its end. `sent` is the content of the events that were sent last, `open` the deliveries that were not settled at
 * the last look; both are JSON. `touched_ms` is the time of its last event. `touched_day`, the day of that, is what retention looks for: an index
 * of the time itself would be written with every event.
 *
 * `message`: an e-mail, an SMS or a push message. Its id is the secret part of the link in it. The rows also count how many messages a
 * destination got in an hour or a day: `sent_ms` is the last attempt of a message that was not asked for again.
 */
export const eventChoices: Migration = {
  name: '0009 event choices',
  oldestProgram: 3,
  sql: `
    ALTER TABLE destination ADD COLUMN window_seconds BIGINT;
    ALTER TABLE destination ADD COLUMN filter TEXT;
    ALTER TABLE destination ADD COLUMN quiet_hours TEXT;
    ALTER TABLE destination ADD COLUMN failure TEXT;

    ALTER TABLE delegated_application ADD COLUMN name TEXT;

    ALTER TABLE delivery ADD COLUMN reason TEXT;
    ALTER TABLE delivery ADD COLUMN supersedes TEXT;
    ALTER TABLE delivery ADD COLUMN superseded_by TEXT;
    ALTER TABLE delivery ADD COLUMN message_id TEXT;
    ALTER TABLE delivery ADD COLUMN asked_ms BIGINT;

    CREATE INDEX delivery_settled ON delivery (channel_id, state, created_ms, delivery_id) WHERE settled_ms IS NOT NULL;
    CREATE INDEX delivery_held ON delivery (reason) WHERE settled_ms IS NULL AND reason IS NOT NULL;
    CREATE INDEX delivery_open_message ON delivery (channel_id, kind) WHERE settled_ms IS NULL AND message_id IS NOT NULL;
    CREATE INDEX delivery_quiet ON delivery (channel_id, due_ms) WHERE settled_ms IS NULL AND reason = 'QUIET_HOURS';
    CREATE INDEX delivery_message ON delivery (message_id) WHERE message_id IS NOT NULL;

    CREATE TABLE event_window (
      channel_id TEXT NOT NULL,
      marketplace_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      condition TEXT NOT NULL,
      kind TEXT NOT NULL,
      until_ms BIGINT NOT NULL,
      touched_ms BIGINT NOT NULL,
      touched_day BIGINT NOT NULL,
      has_held BIGINT NOT NULL,
      sent TEXT NOT NULL,
      open TEXT NOT NULL,
      PRIMARY KEY (channel_id, marketplace_id, item_id, condition, kind)
    ) {sqlite: WITHOUT ROWID};

    CREATE INDEX event_window_age ON event_window (touched_day, channel_id, marketplace_id, item_id, condition, kind);

    CREATE TABLE message (
      message_id TEXT PRIMARY KEY,
      channel_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      sent_ms BIGINT NOT NULL
    );

    CREATE INDEX message_sent ON message (channel_id, sent_ms);
    CREATE INDEX message_age ON message (created_ms);
  `,
};
