import type { Sql } from '../../db/db.ts';
import { addMarketEvents, type MarketEvent } from './market-event.ts';
import type { Occasion } from './occasion.ts';
import { isTold, type RebuiltItem } from './rebuilt-item.ts';
import { type Told, tell } from './told-changes.ts';
import type { TransactionNotes } from './transaction-notes.ts';

/** Queues what changed about items, at the end of the transaction that rebuilt their boards. */
export async function addEvents(
  tx: Sql,
  rebuilt: readonly RebuiltItem[],
  notes: TransactionNotes,
  occasion: Occasion,
): Promise<void> {
  const events: MarketEvent[] = [];
  for (const one of rebuilt) {
    if (!isTold(one, occasion)) continue;
    const told: Told = tell(one, notes.items.get(one.key), occasion);
    events.push(...told.events);
  }
  if (events.length > 0) await addMarketEvents(tx, events);
}
