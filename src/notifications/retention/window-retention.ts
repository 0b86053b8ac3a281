import type { Db, Row } from '../../db/db.ts';
import { PIECE_ROWS, type SweepPiece } from '../../db/sweep.ts';
import { DAY_MS, dayOf } from '../../domain/duration.ts';
import { deliveryStatesOf } from '../deliveries/delivery-table.ts';
import { openIdsOf } from '../fan-out/window-table.ts';

type OldWindow = {
  touched_day: number;
  channel_id: string;
  marketplace_id: string;
  item_id: string;
  condition: string;
  kind: string;
  open: string;
};

const KEY = 'channel_id, marketplace_id, item_id, condition, kind';

/**
 * Removes windows that had no event for a day and of which no delivery is open. The next event then opens a new one, and what the
 * receiver knows is taken from that event.
 */
export function removeWindows(db: Db, nowMs: number): SweepPiece {
  let last: Row = [-1, '', '', '', '', ''];
  return async () => {
    const rows = await db.transaction(async (tx) => {
      const old = await tx.all<OldWindow>(
        `SELECT touched_day, ${KEY}, open FROM event_window WHERE touched_day < $7 AND (touched_day, ${KEY}) > ($1, $2, $3, $4, $5, $6)
         ORDER BY touched_day, ${KEY} LIMIT ${PIECE_ROWS}`,
        [...last, dayOf(nowMs - DAY_MS)],
      );
      const states = await deliveryStatesOf(tx, old.flatMap(openIdsOf));
      const isOpen = (id: string) => ['PENDING', 'SENDING'].includes(states.get(id) ?? '');
      await tx.many(
        `DELETE FROM event_window WHERE (${KEY}) IN (VALUES {rows: text key, text key, text key, text key, text key})`,
        old.filter((row) => !openIdsOf(row).some(isOpen)).map((row): Row => keyOf(row).slice(1)),
      );
      return old;
    });
    const end = rows.at(-1);
    if (end) last = keyOf(end);
    return rows.length;
  };
}

const keyOf = (row: OldWindow): Row => [
  ...[row.touched_day, row.channel_id, row.marketplace_id, row.item_id, row.condition, row.kind],
];
