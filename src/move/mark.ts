import type { Db, Sql } from '../db/db.ts';

/**
 * What a move records in both stores. The source, once moved, must not be used again: what waits in its queue is sent from
 * the target, and would be sent twice. The target must not be used before it is complete.
 */
export type MoveMark =
  | { readonly state: 'unfinished'; readonly from: string }
  | { readonly state: 'moved'; readonly to: string };

/** A move that cannot be done, or a store that must not be used. The message is for the operator. */
export class MoveError extends Error {}

/** Whose data a store has. */
export type StoreOwner = 'service' | 'provider';

/** Where each has named values about itself. Both tables have the columns `name` and `value`; the mark is the row `move`. */
const TABLES = { service: 'service_fact', provider: 'idp_keeping' } as const;

export async function markOf(sql: Sql, owner: StoreOwner): Promise<MoveMark | undefined> {
  const row = await sql.get<{ value: string }>(`SELECT value FROM ${TABLES[owner]} WHERE name = 'move'`);
  return row && (JSON.parse(row.value) as MoveMark);
}

export async function setMark(sql: Sql, owner: StoreOwner, mark: MoveMark): Promise<void> {
  await sql.run(
    `INSERT INTO ${TABLES[owner]} (name, value) VALUES ('move', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(mark)],
  );
}

export async function removeMark(sql: Sql, owner: StoreOwner): Promise<void> {
  await sql.run(`DELETE FROM ${TABLES[owner]} WHERE name = 'move'`);
}

/** Throws a MoveError when this store is the source of a finished move, or the target of an unfinished one. */
export async function checkNotMoved(db: Db, owner: StoreOwner): Promise<void> {
  const mark = await markOf(db, owner);
  if (mark?.state === 'moved') {
    const why = owner === 'service' ? 'what waits here is sent from there' : "the identity provider's data is there";
    throw new MoveError(
      `This store was moved to ${mark.to}: ${why}. ${howToUse(mark.to, owner)}\n` +
        'To use this store again, without what has changed there, and never the other one: npm run move -- --undo',
    );
  }
  if (mark?.state === 'unfinished') {
    const option = owner === 'service' ? '--to' : '--provider-to';
    throw new MoveError(
      `The move from ${mark.from} into this store was interrupted: it is not complete. ` +
        `Run it again with the settings of that store: npm run move -- ${option} URL`,
    );
  }
}

function howToUse(to: string, owner: StoreOwner): string {
  const setting = owner === 'service' ? 'DATABASE_URL' : 'IDP_DATABASE_URL';
  return to.endsWith('.db') ? `Set DATA_DIR to that folder, and no ${setting}.` : `Set ${setting} to use it.`;
}
