import { statSync } from 'node:fs';
import { openDb } from '../../src/db/open.ts';
import { importInChild, seedText } from '../import-child.ts';
import { type Figures, whole } from './section-tables.ts';

const OFFERS_PER_ITEM = 7.92;

/**
 * Imports a market of about `offers` offers into a new database file, as `npm run import` does. The records come through a pipe:
 * a file of ten million offers would take several gigabytes more.
 */
export async function importFigures(file: string, offers: number): Promise<Figures> {
  const text = seedText({ items: Math.round(offers / OFFERS_PER_ITEM) });
  const { records, seconds, peakMegabytes } = await importInChild(text, { file });
  const megabytes = statSync(file).size / 2 ** 20;
  return [
    ['offers', whole(await countOf(file, 'offer'))],
    ['items', whole(await countOf(file, 'item'))],
    ['import, s', seconds.toFixed(1)],
    ['records per second', whole(records / seconds)],
    ['database file, MB', whole(megabytes)],
    ['peak memory of the import, MB', whole(peakMegabytes)],
  ];
}

async function countOf(file: string, table: 'offer' | 'item'): Promise<number> {
  const db = await openDb({ file });
  const row = await db.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
  await db.close();
  return row?.count ?? 0;
}
