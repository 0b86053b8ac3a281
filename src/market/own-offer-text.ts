import type { Row, Sql } from '../db/db.ts';
import { writeOwnOfferText } from '../wire/pricing/board.ts';
import { offers, type StoredOffer } from './offer.ts';

/** Of a seller with more offers on an item than this nothing is written: each text would hold all of them. */
const MAX_OFFERS = 4;

/**
 * Writes down what each seller is told about its offers on an item, on each of them, where that is not what is written
 * already: reading twenty SKUs then opens no record. Part of making a board: whoever reads one that holds finds these
 * texts right, or none.
 */
export async function refreshOwnOfferTexts(tx: Sql, stored: Iterable<readonly StoredOffer[]>): Promise<void> {
  const rows: Row[] = [];
  for (const ofItem of stored) {
    for (const ofSeller of Map.groupBy(ofItem, ({ offer }) => offer.sellerId).values()) {
      if (ofSeller.length === 1 && ofSeller[0]?.own === undefined) continue;
      const text = ofSeller.length > MAX_OFFERS ? null : writeOwnOfferText(ofSeller.map(({ offer }) => offer));
      for (const { offer, own } of ofSeller) if (own !== text) rows.push([...offers.keyOf(offer), text]);
    }
  }
  await tx.many(
    `UPDATE offer SET own = k.column4 FROM (VALUES {rows: text key, text key, text key, text}) AS k
     WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}
