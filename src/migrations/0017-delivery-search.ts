import type { Migration } from '../db/migration-plan.ts';

/** Finds the deliveries of a notification in the log of a destination, by the id that its receiver got. */
export const deliverySearch: Migration = {
  name: '0017 delivery search',
  oldestProgram: 3,
  sql: `
    CREATE INDEX delivery_notification ON delivery (channel_id, notification_id);
  `,
};
