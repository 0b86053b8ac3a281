import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '../../db/db.ts';
import { RawCopy } from './raw-copy.ts';

/** Moves the complete copy that another process made for this report into `folder`, and removes what else it left. */
export function takeOver(workFolder: string, reportId: string, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(workFolder)) {
    const other = join(workFolder, name);
    if (other === folder || !name.startsWith(`${reportId}-`)) continue;
    const [from, to] = [join(other, 'copy'), join(folder, 'copy')];
    if (RawCopy.open(to) === undefined && RawCopy.open(from) !== undefined) {
      rmSync(to, { recursive: true, force: true });
      renameSync(from, to);
    }
    rmSync(other, { recursive: true, force: true });
  }
}

/** Removes what is left of reports that nobody makes any more: their processes were killed. */
export async function removeLeftWork(sql: Sql, workFolder: string): Promise<void> {
  if (!existsSync(workFolder)) return;
  const names = readdirSync(workFolder);
  const ids = names.map((name) => name.slice(0, name.lastIndexOf('-')));
  const open = await sql.many<{ id: string }>(
    `SELECT report.id FROM (VALUES {rows: text}) AS k JOIN report ON report.id = k.column1
     WHERE report.state = 'IN_PROGRESS'`,
    [...new Set(ids)].map((id) => [id]),
  );
  const kept = new Set(open.map(({ id }) => id));
  for (const [n, name] of names.entries())
    if (!kept.has(ids[n] as string)) rmSync(join(workFolder, name), { recursive: true, force: true });
}
