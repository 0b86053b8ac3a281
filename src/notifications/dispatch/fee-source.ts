import type { Sql } from '../../db/db.ts';
import type { FeeEvent } from '../../domain/notifications/fee-event.ts';

/** The fees of the market as the worker sees them: `roles/` passes it in, because the modules do not import each other. */
export type FeeSource = {
  /** Whether there is anything to do: one read. */
  isDue(sql: Sql, nowMs: number): Promise<boolean>;
  /**
   * A piece of the work, about `limit` listings, in the caller's transaction, which appends the events that it returns, in their
   * order. Undefined: there is nothing to do.
   */
  piece(tx: Sql, nowMs: number, limit: number): Promise<FeeEvent[] | undefined>;
};
