import { randomInt } from 'node:crypto';
import type { Db, Sql } from '../db/db.ts';
import type { ImportCounts, ImportPhase, ImportState } from '../domain/market/import-run.ts';
import { type ImportRow, importColumns, importOf, type StoredImport } from './import-table.ts';

/** How long others wait for a process that died. */
export const LEASE_MS = 10_000;
/** How often a process that works on an import says so. */
export const IMPORT_BEAT_MS = 2_000;

export type ClaimedImport = { readonly run: StoredImport; readonly phase: ImportPhase; readonly lease: number };

/** Takes the lock of every rule over several imports (decision 59). */
export async function lockImports(tx: Sql): Promise<void> {
  await tx.run(
    `INSERT INTO market_import_turn (id, changes) VALUES (1, 0)
     ON CONFLICT (id) DO UPDATE SET changes = market_import_turn.changes + 1`,
  );
}

const isLeft = '(lease_until_ms IS NULL OR lease_until_ms <= $1)';

/** Whether there is work, in one read. */
export async function hasImportWork(sql: Sql, nowMs: number): Promise<boolean> {
  const found = await sql.get(
    `SELECT id FROM market_import WHERE state IN ('CHECK_QUEUED', 'APPLY_QUEUED')
       OR (state IN ('CHECKING', 'APPLYING') AND source = 'upload' AND ${isLeft}) ORDER BY state, created_ms LIMIT 1`,
    [nowMs],
  );
  return found !== undefined;
}

/**
 * Takes the next import to work on: one that a process left behind first, then the oldest. An import waits while another one is applied
 * to one of its marketplaces. Undefined: there is none.
 */
export async function claimImport(db: Db, nowMs: number): Promise<ClaimedImport | undefined> {
  if (!(await hasImportWork(db, nowMs))) return undefined;
  return db.transaction(async (tx) => {
    await lockImports(tx);
    const rows = await tx.all<ImportRow & { is_left: number }>(
      `SELECT ${importColumns}, CASE WHEN ${isLeft} THEN 1 ELSE 0 END AS is_left FROM market_import
        WHERE state IN ('CHECK_QUEUED', 'CHECKING', 'APPLY_QUEUED', 'APPLYING') AND source = 'upload' ORDER BY state, created_ms, id`,
      [nowMs],
    );
    const busy = new Set(rows.flatMap((row) => (row.state === 'APPLYING' ? JSON.parse(row.marketplaces) : [])));
    const isFree = (row: ImportRow) => (JSON.parse(row.marketplaces) as string[]).every((id) => !busy.has(id));
    const candidates = [
      ...rows.filter((row) => row.is_left === 1 && (row.state === 'CHECKING' || row.state === 'APPLYING')),
      ...rows.filter((row) => row.state === 'APPLY_QUEUED' && isFree(row)),
      ...rows.filter((row) => row.state === 'CHECK_QUEUED'),
    ];
    const [next] = candidates;
    if (next === undefined) return undefined;
    const phase: ImportPhase = next.state.startsWith('CHECK') ? 'check' : 'apply';
    const state: ImportState = phase === 'check' ? 'CHECKING' : 'APPLYING';
    const lease = randomInt(1, 2 ** 47);
    const row = await tx.get<ImportRow>(
      `UPDATE market_import SET state = $2, lease = $3, lease_until_ms = $4, started_ms = COALESCE(started_ms, $5), starts = starts + 1,
         read_bytes = 0, lines = 0 WHERE id = $1 RETURNING ${importColumns}`,
      [next.id, state, lease, nowMs + LEASE_MS, nowMs],
    );
    return row && { run: importOf(row), phase, lease };
  });
}

export type ImportProgress = { readonly readBytes: number; readonly lines: number; readonly counts?: ImportCounts };

/** `gone`: another process has it. `cancelled`: somebody wants it to end. */
export async function extendImport(
  db: Db,
  { run, phase, lease }: ClaimedImport,
  { readBytes, lines, counts }: ImportProgress,
  nowMs: number,
): Promise<'goes on' | 'cancelled' | 'gone'> {
  const column = phase === 'check' ? 'checked' : 'applied';
  const row = await db.get<{ cancel_ms: number | null }>(
    `UPDATE market_import SET lease_until_ms = $3, read_bytes = $4, lines = $5, ${column} = COALESCE($6, ${column})
      WHERE id = $1 AND lease = $2 RETURNING cancel_ms`,
    [run.id, lease, nowMs + LEASE_MS, readBytes, lines, counts === undefined ? null : JSON.stringify(counts)],
  );
  if (row === undefined) return 'gone';
  return row.cancel_ms === null ? 'goes on' : 'cancelled';
}

/** Stores once, at the first application, which marketplaces had items. Returns what is stored. */
export async function keepStocked(
  db: Db,
  { run, lease }: ClaimedImport,
  stocked: readonly string[],
): Promise<string[]> {
  const row = await db.get<{ stocked: string }>(
    'UPDATE market_import SET stocked = COALESCE(stocked, $3) WHERE id = $1 AND lease = $2 RETURNING stocked',
    [run.id, lease, JSON.stringify(stocked)],
  );
  return JSON.parse(row?.stocked ?? '[]');
}

export type ImportEnd = {
  readonly state: ImportState;
  readonly counts?: ImportCounts;
  readonly marketplaceIds?: readonly string[];
  readonly problem?: string;
  readonly progress?: ImportProgress;
};

/** Ends a phase, with what `record` adds to its transaction. False: the import is not this process's any more. */
export async function endPhase(
  db: Db,
  { run, phase, lease }: ClaimedImport,
  end: ImportEnd,
  { nowMs, record }: { readonly nowMs: number; readonly record: (tx: Sql) => unknown },
): Promise<boolean> {
  const column = phase === 'check' ? 'checked' : 'applied';
  const { counts, marketplaceIds, progress } = end;
  return db.transaction(async (tx) => {
    await lockImports(tx);
    const changed = await tx.run(
      `UPDATE market_import SET state = $3, ended_ms = $4, ${column} = COALESCE($5, ${column}), marketplaces = COALESCE($6, marketplaces),
         problem = $7, read_bytes = COALESCE($8, read_bytes), lines = COALESCE($9, lines), lease = NULL, lease_until_ms = NULL
       WHERE id = $1 AND lease = $2`,
      [
        ...[run.id, lease, end.state, nowMs, counts === undefined ? null : JSON.stringify(counts)],
        ...[marketplaceIds === undefined ? null : JSON.stringify(marketplaceIds), end.problem ?? null],
        ...[progress?.readBytes ?? null, progress?.lines ?? null],
      ],
    );
    if (changed > 0) await record(tx);
    return changed > 0;
  });
}

/** Lets another process go on at once. */
export async function releaseImport(db: Db, { run, lease }: ClaimedImport): Promise<void> {
  await db.run('UPDATE market_import SET lease_until_ms = 0 WHERE id = $1 AND lease = $2', [run.id, lease]);
}
