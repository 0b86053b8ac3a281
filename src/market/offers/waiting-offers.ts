import type { Sql } from '../../db/db.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { items } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import type { OfferChange } from '../records/record-change.ts';
import { keyText } from '../records/record-table.ts';
import { type JudgingTime, type OfferToStore, writeOfferRows } from './write-offers.ts';

/**
 * Whether the rows of changed offers may be written after the decision about their items: then an offer that wins or loses the buy box is
 * written once, with its new state, instead of twice. Each time costs an entry in every index of offers. All stages until then must work
 * without these rows: nothing else in the batch may read or change them, and no date of theirs may count.
 */
export function mayWait(changes: readonly OfferChange[], { isMarked }: JudgingTime): boolean {
  return changes.every(
    ({ before, after }) =>
      before !== undefined &&
      before.item_id === after?.offer.itemId &&
      before.turns_ms === null &&
      !isMarked(keyText(items.keyOf(after.offer))),
  );
}

/** Offers that were judged, and whose rows in the store are still the ones before. */
export class WaitingOffers {
  readonly #now: number;
  readonly #byItem: Map<string, OfferToStore[]>;

  constructor(rows: readonly OfferToStore[], now: number) {
    this.#now = now;
    this.#byItem = Map.groupBy(rows, ({ offer }) => keyText(items.keyOf(offer)));
  }

  /** Writes those of these items, given by their `keyText`, with the states that their own gates give them: the store is read next. */
  async write(tx: Sql, itemKeys: readonly string[]): Promise<void> {
    await writeOfferRows(tx, this.#take(itemKeys), this.#now);
  }

  /** Writes the others, with these states by the `keyText` of the offer. Returns whose states need no other statement. */
  async writeDecided(tx: Sql, states: ReadonlyMap<string, OfferState>): Promise<ReadonlySet<string>> {
    const rows = this.#take([...this.#byItem.keys()]).map((row) => {
      const state = states.get(keyText(offers.keyOf(row.offer)));
      return state === undefined ? row : { ...row, columns: { ...row.columns, state } };
    });
    await writeOfferRows(tx, rows, this.#now);
    return new Set(rows.map(({ offer }) => keyText(offers.keyOf(offer))));
  }

  #take(itemKeys: readonly string[]): OfferToStore[] {
    return itemKeys.flatMap((key) => {
      const rows = this.#byItem.get(key) ?? [];
      this.#byItem.delete(key);
      return rows;
    });
  }
}
