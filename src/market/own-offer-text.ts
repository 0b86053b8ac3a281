import type { Row, Sql } from '../db/db.ts';
import { writeOwnOfferText } from '../wire/pricing/board.ts';
import { offers, type StoredOffer } from './offer.ts';
import type { Pauses } from './pauses.ts';

/** A seller with more offers on an item has no own-offer text there: each of its texts would contain all of them. */
const MAX_OFFERS = 4;

/**
 * Stores on each offer the 4.3 text about all offers of its seller on that item, where the stored text differs. A read of
 * twenty SKUs then parses no record. This is part of rebuilding a board: while the board holds, the text is right or null.
 */
export async function refreshOwnOfferTexts(
  tx: Sql,
  stored: Iterable<readonly StoredOffer[]>,
  pauses: Pauses,
): Promise<void> {
  const rows: Row[] = [];
  for (const ofItem of stored) {
    for (const ofSeller of Map.groupBy(ofItem, ({ offer }) => offer.sellerId).values()) {
      await pauses.here();
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
