import type { Migration } from '../db/migration-plan.ts';

/**
 * A destination belongs to the delegated application that created it (decision 38); null: to the seller, as all that exist
 * before this migration. `created_by` is the application that created it, also when that is the seller's own.
 *
 * A destination whose application has lost its access has the status WITHDRAWN, which the API shows as SUSPENDED, with
 * `suspension`, the reason. `status_before` is what it was before, for the day on which the access comes back. An older process
 * of the service knows no such status and sends nothing to it.
 *
 * `delegated_application` has a row for each application that owns destinations: when it last showed a valid token of the
 * seller, and when the seller was notified that it no longer does.
 */
export const destinationOwners: Migration = {
  name: '0005 destination owners',
  oldestProgram: 3,
  sql: `
    ALTER TABLE destination ADD COLUMN application TEXT;

    ALTER TABLE destination ADD COLUMN created_by TEXT;

    ALTER TABLE destination ADD COLUMN suspension TEXT;

    ALTER TABLE destination ADD COLUMN status_before TEXT;

    CREATE INDEX destination_of_application ON destination (seller_id, application) WHERE application IS NOT NULL;

    CREATE TABLE delegated_application (
      seller_id TEXT NOT NULL,
      application TEXT NOT NULL,
      used_ms BIGINT NOT NULL,
      warned_ms BIGINT,
      PRIMARY KEY (seller_id, application)
    );
  `,
};
