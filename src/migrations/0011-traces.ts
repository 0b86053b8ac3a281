import type { Migration } from '../db/migration-plan.ts';

/**
 * The trace that a delivery belongs to, or a market event before it is addressed: see `storedTrace` in `domain/trace-context.ts`. Null:
 * no caller sent one, and nothing was recorded.
 */
export const traces: Migration = {
  name: '0011 traces',
  oldestProgram: 3,
  sql: `
    ALTER TABLE delivery ADD COLUMN trace TEXT;

    ALTER TABLE market_event ADD COLUMN trace TEXT;
  `,
};
