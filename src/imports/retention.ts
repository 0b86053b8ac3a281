import type { Db } from '../db/db.ts';
import { BATCH_ROWS, sweep } from '../db/sweep.ts';
import { DAY_MS } from '../domain/duration.ts';
import { lockImports } from './claim.ts';
import type { ImportFiles } from './import-files.ts';

/** How long an import is listed, with its rejected lines. */
const IMPORT_DAYS = 90;
/** How long a checked file waits for somebody to apply it. */
const CHECKED_DAYS = 7;

const OPEN = "('UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'CHECKED', 'APPLY_QUEUED', 'APPLYING')";

/** Removes old imports, files that nobody needs any more, and uploads whose process died. Returns how many. */
export function keepImports(db: Db, files: ImportFiles, nowMs: number, signal?: AbortSignal): Promise<number> {
  const ended = async () => {
    const changed = await db.transaction(async (tx) => {
      await lockImports(tx);
      const lost = await tx.run(
        `UPDATE market_import SET state = 'FAILED', ended_ms = $1, problem = 'The upload broke off: the process that took it ended.',
           lease_until_ms = NULL WHERE state = 'UPLOADING' AND lease_until_ms < $1`,
        [nowMs],
      );
      const commands = await tx.run(
        `UPDATE market_import SET state = 'FAILED', ended_ms = $1, problem = 'The command ended before the import did. Run it again: it does no harm.',
           lease_until_ms = NULL WHERE state = 'APPLYING' AND source = 'command' AND lease_until_ms < $1`,
        [nowMs],
      );
      const unused = await tx.run(
        `UPDATE market_import SET state = 'CANCELLED', ended_ms = $1 WHERE state = 'CHECKED' AND created_ms < $2`,
        [nowMs, nowMs - CHECKED_DAYS * DAY_MS],
      );
      return lost + commands + unused;
    });
    return changed === 0 ? 0 : Math.min(changed, BATCH_ROWS - 1);
  };
  const old = async () => {
    const rows = await db.all<{ id: string }>(
      `SELECT id FROM market_import WHERE created_ms < $1 AND state NOT IN ${OPEN} ORDER BY created_ms LIMIT ${BATCH_ROWS}`,
      [nowMs - IMPORT_DAYS * DAY_MS],
    );
    for (const { id } of rows) {
      await db.run('DELETE FROM market_import WHERE id = $1', [id]);
      await files.remove(id);
    }
    return rows.length;
  };
  return sweep([ended, old, () => removeLostFiles(db, files)], signal);
}

/** An import that has ended keeps its rejected lines alone; one that is gone has no files. */
async function removeLostFiles(db: Db, files: ImportFiles): Promise<number> {
  const ids = await files.importIds();
  const rows = await db.many<{ id: string; state: string }>(
    'SELECT market_import.id, market_import.state FROM (VALUES {rows: text}) AS k JOIN market_import ON market_import.id = k.column1',
    ids.map((id) => [id]),
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const lost = ids.filter((id) => !states.has(id)).slice(0, BATCH_ROWS - 1);
  for (const id of lost) await files.remove(id);
  for (const [id, state] of states) if (!OPEN.includes(`'${state}'`)) await files.remove(id, 'file');
  return lost.length;
}
