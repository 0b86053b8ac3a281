import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../db/db.ts';
import type { FolderDocuments } from './folder-documents.ts';
import { TableDocuments } from './table-documents.ts';

/**
 * For a store that was copied to another place: puts the files of reports that are in a folder beside the first one into rows, which
 * both engines read. The files stay where they are. Returns how many reports.
 */
export async function moveDocuments(db: Db, from: FolderDocuments): Promise<number> {
  const table = new TableDocuments(db);
  const rows = await db.all<{ id: string }>('SELECT id FROM report WHERE stored_in = $1 ORDER BY id', [from.name]);
  let moved = 0;
  for (const { id } of rows) {
    const folder = join(from.folder, id);
    if (!existsSync(folder)) continue;
    await table.keep(id, folder);
    await db.run('UPDATE report SET stored_in = $2 WHERE id = $1', [id, table.name]);
    moved += 1;
  }
  return moved;
}
