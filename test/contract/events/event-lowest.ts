import assert from 'node:assert/strict';
import type { Decision } from '../../../src/domain/pricing/decision.ts';
import type { Condition } from '../../../src/domain/vocabulary.ts';
import type { EventsApp } from './events-app.ts';

/** The lowest landed price of each item and condition at a moment when all boards and events are up to date. */
type Moment = { revision: number; lowest: Map<string, number> };

/**
 * Compares `PreviousLowestLandedPrice` of the first ANY_OFFER_CHANGED about an item and condition after such a moment with the
 * price of that moment, whoever gets the event.
 */
export class LowestMarks {
  #last: Moment | undefined;
  compared = 0;

  /** Something changed that is not told: nothing can be compared until the next `settled`. */
  clear(): void {
    this.#last = undefined;
  }

  /** All boards and events are up to date. */
  async settled(app: EventsApp): Promise<void> {
    const rows = await app.db.all<{ revision: number; item_id: string; item_part: string }>(
      'SELECT revision, item_id, item_part FROM event_content WHERE revision > $1 ORDER BY revision',
      [this.#last?.revision ?? 0],
    );
    if (this.#last !== undefined) this.#compare(rows, this.#last.lowest);
    const revision = rows.at(-1)?.revision ?? this.#last?.revision ?? 0;
    const boards = await app.db.all<{ item_id: string; decision: string }>('SELECT item_id, decision FROM board');
    const lowest = new Map<string, number>();
    for (const { item_id, decision } of boards)
      for (const { condition, customer, listingMinor, shippingMinor } of (JSON.parse(decision) as Decision).lowest) {
        const key = `${item_id} ${condition}`;
        const landed = listingMinor + shippingMinor;
        if (customer === 'Consumer') lowest.set(key, Math.min(landed, lowest.get(key) ?? landed));
      }
    this.#last = { revision, lowest };
  }

  #compare(rows: readonly { item_id: string; item_part: string }[], lowest: ReadonlyMap<string, number>): void {
    const seen = new Set<string>();
    for (const { item_id, item_part } of rows) {
      const part = JSON.parse(`{${item_part}}`) as { ItemCondition?: Condition; Summary?: object } & {
        PreviousLowestLandedPrice?: { Amount: number };
      };
      const key = `${item_id} ${part.ItemCondition}`;
      if (part.Summary === undefined || seen.has(key)) continue;
      seen.add(key);
      const known = lowest.get(key);
      assert.equal(part.PreviousLowestLandedPrice?.Amount, known && known / 100, `the price before of ${key}`);
      this.compared += 1;
    }
  }
}
