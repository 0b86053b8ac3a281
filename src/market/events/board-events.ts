import type { Sql } from '../../db/db.ts';
import { receiversAmong } from './concerned-sellers.ts';
import { healthEvents } from './health-events.ts';
import { addMarketEvents, type MarketEvent } from './market-event.ts';
import { type Arrivals, newSellersOf } from './new-sellers.ts';
import type { Occasion } from './occasion.ts';
import { isTold, type RebuiltItem } from './rebuilt-item.ts';
import { type Told, tell } from './told-changes.ts';
import type { TransactionNotes } from './transaction-notes.ts';

/**
 * Queues what a transaction changed, at its end. `rebuilt` are the items whose boards it rebuilt; the boards of other items in
 * `notes` it only marked as stale.
 */
export async function addEvents(
  tx: Sql,
  rebuilt: readonly RebuiltItem[],
  notes: TransactionNotes,
  occasion: Occasion,
): Promise<void> {
  const toldKeys = new Set<string>();
  const events: MarketEvent[] = [];
  const arrivals: (Arrivals & { told: Told })[] = [];
  for (const one of rebuilt) {
    if (!isTold(one, occasion)) continue;
    toldKeys.add(one.key);
    const ofItem = notes.items.get(one.key);
    const told = tell(one, ofItem, occasion);
    for (const event of told.events) events.push(event);
    if (told.newSellers.length > 0) arrivals.push({ one, notes: ofItem, sellers: told.newSellers, told });
  }
  if (arrivals.length > 0) {
    const newSellers = await newSellersOf(tx, arrivals);
    arrivals.forEach(({ told }, n) => {
      events.push(...told.newsOf(newSellers[n] ?? []));
    });
  }
  for (const event of await healthOf(tx, notes, occasion, toldKeys)) events.push(event);
  if (events.length > 0) await addMarketEvents(tx, events, occasion.trace);
}

async function healthOf(
  tx: Sql,
  notes: TransactionNotes,
  occasion: Occasion,
  toldKeys: ReadonlySet<string>,
): Promise<MarketEvent[]> {
  const sellers = notes.sellersWithHealthChange();
  if (sellers.size === 0) return [];
  const receivers = await receiversAmong(tx, sellers);
  if (receivers.size === 0) return [];
  return healthEvents(notes, occasion, receivers, (key) => toldKeys.has(key));
}

/** Whether a seller of this store receives events. If not, no texts are written for them: an import has many. */
export async function hasEventReceivers(tx: Sql): Promise<boolean> {
  return (await tx.get(`SELECT 1 AS found FROM event_receiver WHERE seller_id > '' LIMIT 1`)) !== undefined;
}
