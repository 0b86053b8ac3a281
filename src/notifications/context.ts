import type { Db } from '../db/db.ts';
import type { OperatorKey } from './keys/operator-key.ts';

/** What the parts of the module share. */
export type NotificationContext = {
  readonly db: Db;
  readonly key: OperatorKey;
  readonly now: () => number;
  /** `source` of every event. */
  readonly source: string;
  /** How long a delivery is retried, unless its destination sets a retention. */
  readonly lifetimeMs: number;
  /** Called after deliveries were queued: a worker in the same process need not wait for its next poll. */
  readonly onQueued: () => void;
  /** Called with the number of deliveries that a receiver acknowledged. */
  readonly onPulled: (count: number) => void;
};
