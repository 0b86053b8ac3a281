import type { Sql } from '../../db/db.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { writeOwnOfferText } from '../../wire/pricing/board.ts';
import { offers } from '../records/offer.ts';
import type { PreviousOffer } from '../records/record-change.ts';
import { type RankColumns, rankColumnTypes, rankValues } from './offer-ranking.ts';

/** An offer to write, with what is stored of it. */
export type OfferToStore = { offer: Offer; text: string; columns: RankColumns; before: PreviousOffer | undefined };

const types = { item_id: 'text', own: 'text', changed_ms: 'bigint', ...rankColumnTypes, record: 'text' };
const names = Object.keys(types);

const put = `INSERT INTO offer (${[...offers.keyColumns, ...names].join(', ')})
   VALUES {rows: text key, text key, text key, ${Object.values(types).join(', ')}}
   ON CONFLICT (${offers.keyColumns.join(', ')}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** A change of a price leaves the item and mostly the state: then the indexes on these columns are not written. */
const isKept = (name: string) => name === 'item_id' || name === 'state';
const changing = Object.entries(types).filter(([name]) => !isKept(name));
const change = `UPDATE offer SET ${changing.map(([name], n) => `${name} = k.column${n + 4}`).join(', ')}
   FROM (VALUES {rows: text key, text key, text key, ${changing.map(([, type]) => type).join(', ')}}) AS k
   WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`;

/** Writes records of offers with what the rule says about them. */
export async function writeOfferRows(tx: Sql, rows: readonly OfferToStore[], now: number): Promise<void> {
  const isChange = ({ before, offer, columns }: OfferToStore) =>
    before?.item_id === offer.itemId && before.state === columns.state;
  const { changed = [], other = [] } = Object.groupBy(rows, (row) => (isChange(row) ? 'changed' : 'other'));
  // The own-offer text is that of a seller without another offer on the item, as most have none. The rebuild corrects others.
  const values = ({ offer, text, columns }: OfferToStore) => [
    ...[offer.itemId, writeOwnOfferText([offer]), now, ...rankValues(columns), text],
  ];
  await tx.many(
    put,
    other.map((row) => [...offers.keyOf(row.offer), ...values(row)]),
  );
  await tx.many(
    change,
    changed.map((row) => [
      ...offers.keyOf(row.offer),
      ...values(row).filter((_value, n) => !isKept(names[n] as string)),
    ]),
  );
}
