import type { Row, Sql } from '../db/db.ts';
import { DURATION_BOUNDS_MS } from '../domain/usage/durations.ts';
import type { UsageKey } from '../domain/usage/usage-key.ts';
import type { UsageResolution } from '../domain/usage/usage-query.ts';

/** `at`: the number of the minute or day since 1970. */
export type UsageRow = UsageKey & { readonly at: number; readonly durations: readonly number[] };

/** The columns of the buckets of durations, in their order. */
export const DURATION_COLUMNS: readonly string[] = [...DURATION_BOUNDS_MS.map((bound) => `ms_${bound}`), 'ms_longer'];

const COUNTS = ['requests', ...DURATION_COLUMNS];

/** The statement that adds rows to a table. Written once: texts of statements are cached by their identity. */
function additionTo(at: UsageResolution): string {
  const keys = [at, 'seller_id', 'client_id', 'caller', 'operation', 'status', 'reason'];
  const types = ['bigint key', ...Array(4).fill('text key'), 'bigint key', 'text key', ...COUNTS.map(() => 'bigint')];
  return `INSERT INTO usage_${at} (${[...keys, ...COUNTS].join(', ')}) VALUES {rows: ${types.join(', ')}}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${COUNTS.map((name) => `${name} = usage_${at}.${name} + excluded.${name}`).join(', ')}`;
}

const ADDITIONS: Readonly<Record<UsageResolution, string>> = { minute: additionTo('minute'), day: additionTo('day') };

/** Adds to what is stored. Rows of one key must not occur twice. */
export async function addUsage(tx: Sql, resolution: UsageResolution, rows: readonly UsageRow[]): Promise<void> {
  await tx.many(ADDITIONS[resolution], rows.map(valuesOf));
}

function valuesOf({ at, sellerId, clientId, caller, operation, status, reason, durations }: UsageRow): Row {
  const requests = durations.reduce((sum, count) => sum + count, 0);
  return [at, sellerId, clientId, caller, operation, status, reason, requests, ...durations];
}
