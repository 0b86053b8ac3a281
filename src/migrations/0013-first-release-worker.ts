import type { Migration } from '../db/migration-plan.ts';

/**
 * A worker of the first release that still runs during the upgrade knows no events: it would claim a delivery of one, find no body,
 * and send an empty message. It also would not know of windows, quiet hours and digests. The trigger hides such deliveries from
 * it, and from the pull endpoint of its API: an update that gives a lease to a delivery with a `sequence` skips the row, unless the lease
 * begins with a dot (`notifications/deliveries/delivery-attempt.ts`), which theirs never do. Everything else they may do with the row.
 *
 * The release after the next one may drop it: the first release never starts on a store with migrations that it does not know.
 */
export const firstReleaseWorker: Migration = {
  name: '0013 first release worker',
  oldestProgram: 3,
  sql: `
    {postgres: CREATE FUNCTION delivery_hidden() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'}
    {sqlite: SELECT 1};

    CREATE TRIGGER delivery_hidden BEFORE UPDATE OF lease ON delivery FOR EACH ROW
      WHEN {postgres: (}NEW.sequence IS NOT NULL AND NEW.lease IS NOT NULL AND substr(NEW.lease, 1, 1) <> '.'{postgres: )}
      {sqlite: BEGIN SELECT RAISE(IGNORE); END}
      {postgres: EXECUTE FUNCTION delivery_hidden()};
  `,
};
