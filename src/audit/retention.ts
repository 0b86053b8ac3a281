import type { Db } from '../db/db.ts';
import { factOf, setFact } from '../db/service-fact.ts';
import { PIECE_ROWS, type Piece, sweep } from '../db/sweep.ts';
import { DAY_MS } from '../domain/day.ts';
import { readLink, writeLink } from './chain.ts';

/**
 * Removes entries that are older than `days`, the oldest first, in small pieces; 0: never. The chain stays whole: what remains begins
 * at the stored horizon, the last entry that was removed. Several processes may run it at once. Returns how many it removed.
 */
export async function keepAudit(db: Db, nowMs: number, days: number, signal?: AbortSignal): Promise<number> {
  return days === 0 ? 0 : sweep([removePiece(db, nowMs - days * DAY_MS)], signal);
}

const removePiece =
  (db: Db, beforeMs: number): Piece =>
  () =>
    db.transaction(async (tx) => {
      const { number: horizon } = readLink(await factOf(tx, 'audit horizon'));
      const oldest = await tx.all<{ number: number; at_ms: number; digest: string }>(
        `SELECT number, at_ms, digest FROM audit_entry WHERE number > $1 ORDER BY number LIMIT ${PIECE_ROWS}`,
        [horizon],
      );
      const young = oldest.findIndex(({ at_ms }) => at_ms >= beforeMs);
      const last = oldest.slice(0, young === -1 ? PIECE_ROWS : young).at(-1);
      if (last === undefined) return 0;
      await setFact(tx, 'audit horizon', writeLink(last));
      return tx.run('DELETE FROM audit_entry WHERE number <= $1', [last.number]);
    });
