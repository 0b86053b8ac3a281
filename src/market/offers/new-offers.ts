import type { Sql, Value } from '../../db/db.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { keyText, putRecords, type RecordToPut } from '../records/record-table.ts';
import { offers } from './offer.ts';
import type { NewState } from './offer-states.ts';

type NewOffer = Omit<RecordToPut<OfferKey>, 'others'> & { others: Value[] };

const columns = Object.keys(offers.otherColumns ?? {});
const [STATE, OWN] = [columns.indexOf('state'), columns.indexOf('own')];

/**
 * Offers that a transaction adds to items that it adds, too. They are written when the boards of these items are decided: the
 * decision gives states and own-offer texts, and PostgreSQL writes a row, and its entry in every index, again for each update.
 * Nothing may read them before `write`.
 */
export class NewOffers {
  readonly #offers = new Map<string, NewOffer>();

  add(record: RecordToPut<OfferKey>): void {
    this.#offers.set(keyText(offers.keyOf(record.key)), { ...record, others: [...record.others] });
  }

  /** Sets the states of these offers. Returns those of offers that are written already. */
  setStates(states: readonly NewState[]): NewState[] {
    return states.filter(({ offer, state }) => !this.#set(offer, STATE, state));
  }

  /** Returns false when the offer is written already. */
  setOwnText(key: OfferKey, text: string | null): boolean {
    return this.#set(keyText(offers.keyOf(key)), OWN, text);
  }

  async write(tx: Sql): Promise<void> {
    const added = [...this.#offers.values()];
    this.#offers.clear();
    await putRecords(tx, offers, added);
  }

  #set(offer: string, column: number, value: Value): boolean {
    const found = this.#offers.get(offer);
    if (found) found.others[column] = value;
    return found !== undefined;
  }
}
