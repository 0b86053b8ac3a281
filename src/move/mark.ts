import type { Db, Sql } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';

/**
 * What a move records in both stores. The source, once moved, must not be used again: what waits in its queue is sent from
 * the target, and would be sent twice. The target must not be used before it is complete.
 */
export type MoveMark =
  | { readonly state: 'unfinished'; readonly from: string }
  | { readonly state: 'moved'; readonly to: string };

/** A move that cannot be done, or a store that must not be used. The message is for the operator. */
export class MoveError extends Error {}

export async function markOf(sql: Sql): Promise<MoveMark | undefined> {
  const text = await factOf(sql, 'move');
  return text === undefined ? undefined : (JSON.parse(text) as MoveMark);
}

export const setMark = (sql: Sql, mark: MoveMark): Promise<void> => setFact(sql, 'move', JSON.stringify(mark));

export async function removeMark(sql: Sql): Promise<void> {
  await sql.run(`DELETE FROM service_fact WHERE name = 'move'`);
}

/** Throws a MoveError when this store is the source of a finished move, or the target of an unfinished one. */
export async function checkNotMoved(db: Db): Promise<void> {
  const mark = await markOf(db);
  if (mark?.state === 'moved') {
    throw new MoveError(
      `This store was moved to ${mark.to}: what waits here is sent from there. ${howToUse(mark.to)}\n` +
        'To use this store again, without what has changed there, and never the other one: npm run move -- --undo',
    );
  }
  if (mark?.state === 'unfinished') {
    throw new MoveError(
      `The move from ${mark.from} into this store was interrupted: it is not complete. ` +
        'Run it again with the settings of that store: npm run move -- --to URL',
    );
  }
}

const howToUse = (to: string) =>
  to.endsWith('service.db') ? 'Set DATA_DIR to that folder, and no DATABASE_URL.' : 'Set DATABASE_URL to use it.';
