import type { Migration } from '../db/migration-plan.ts';

/**
 * `replay_pace` of a receiver: JSON, for each receiving host (a digest) and for the seller as a whole (an empty key) when all that replays
 * queued would be sent at their steady rate. Entries of the past are dropped when it is written.
 *
 * `consent` of a destination: what its receiver said about webhooks from this service, `ALLOWED`; null: it was not asked, or does not know
 * the question. One that denies is not created.
 */
export const receivingHosts: Migration = {
  name: '0015 receiving hosts',
  oldestProgram: 3,
  sql: `
    ALTER TABLE event_receiver ADD COLUMN replay_pace TEXT;
    ALTER TABLE destination ADD COLUMN consent TEXT;
  `,
};
