import type { Migration } from '../db/migration-plan.ts';

/**
 * What processes of the first release left behind, in the form of this program, so that no running code looks for it. They must be
 * stopped: what they would still do is not noticed any more.
 *
 * - `valid_until` 0 was their mark of a stale board. They did not judge the offers that they wrote, so all of the item are judged
 *   again, and they did not say whether a change was quiet, so it gives events. A board without a decision is built from all its offers anyway.
 * - They made no receiver of events of a seller with its first destination.
 * - They did not watch the fee schedules that they loaded.
 * - `0013` hid the deliveries of events from them by the form of the lease. All leases may have any form now.
 */
export const afterFirstRelease: Migration = {
  name: '0018 after first release',
  oldestProgram: 17,
  sql: `
    UPDATE offer SET turns_ms = 0 WHERE (marketplace_id, item_id) IN (
      SELECT marketplace_id, item_id FROM board WHERE valid_until = 0 AND decision IS NOT NULL);

    UPDATE board SET valid_until = -1, pending = COALESCE(pending, '\t\t') WHERE valid_until = 0;

    INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms)
      SELECT seller_id, 0, 1, MIN(created_ms) FROM destination
        WHERE status <> 'DELETED' AND seller_id NOT IN (SELECT seller_id FROM event_receiver) GROUP BY seller_id
      ON CONFLICT (seller_id) DO NOTHING;

    INSERT INTO fee_watch (marketplace_id, next_ms) SELECT DISTINCT marketplace_id, 0 FROM fee_schedule WHERE true
      ON CONFLICT (marketplace_id) DO NOTHING;

    DROP TRIGGER delivery_hidden {postgres: ON delivery};

    {postgres: DROP FUNCTION delivery_hidden()} {sqlite: SELECT 1};
  `,
};
