import type { Db } from '../db/db.ts';
import { BATCH_ROWS, sweep } from '../db/sweep.ts';
import { DAY_MS } from '../domain/duration.ts';
import { REPORT_DAYS } from '../domain/reports/report.ts';
import type { DocumentStore } from './files/document-files.ts';
import { lockEverybody, lockSeller } from './report-owners.ts';

/** Removes reports that were asked for a week ago, with their files. Returns how many. */
export function keepReports(
  db: Db,
  stores: readonly DocumentStore[],
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const horizonMs = nowMs - REPORT_DAYS * DAY_MS;
  const reports = async () => {
    const old = await db.all<{ id: string; seller_id: string }>(
      `SELECT id, seller_id FROM report WHERE created_ms < $1 ORDER BY created_ms LIMIT ${BATCH_ROWS}`,
      [horizonMs],
    );
    for (const { id, seller_id: sellerId } of old) {
      // First the row: nobody then finds a report whose files are gone.
      await db.transaction(async (tx) => {
        await lockSeller(tx, sellerId);
        await lockEverybody(tx);
        await tx.run('DELETE FROM report WHERE id = $1', [id]);
      });
      for (const store of stores) await store.remove(id);
    }
    return old.length;
  };
  return sweep([reports, ...stores.map((store) => () => removeLostFiles(db, store))], signal);
}

/** Files of reports that are gone, or never ended: their process was killed between two steps. Returns of how many. */
async function removeLostFiles(db: Db, store: DocumentStore): Promise<number> {
  const ids = await store.reportIds();
  const known = await db.many<{ id: string }>(
    `SELECT report.id FROM (VALUES {rows: text}) AS k JOIN report ON report.id = k.column1
     WHERE report.state IN ('DONE', 'IN_PROGRESS')`,
    ids.map((id) => [id]),
  );
  const kept = new Set(known.map(({ id }) => id));
  const lost = ids.filter((id) => !kept.has(id)).slice(0, BATCH_ROWS);
  for (const id of lost) await store.remove(id);
  return lost.length;
}
