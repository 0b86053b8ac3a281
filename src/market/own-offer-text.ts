import type { Row, Sql } from '../db/db.ts';
import type { Offer } from '../domain/market/offer.ts';
import { writeOwnOfferText } from '../wire/pricing/board.ts';
import { offers, offersOfSellersOnItems, type StoredOffer } from './offer.ts';
import type { Pauses } from './pauses.ts';
import { keyText } from './record-table.ts';

/** A seller with more offers on an item has no own-offer text there: each of its texts would contain all of them. */
const MAX_OFFERS = 4;

type OwnOffer = Pick<StoredOffer, 'offer' | 'own'>;

/**
 * Stores on each offer the 4.3 text about all offers of its seller on that item, where the stored text differs. A read of
 * twenty SKUs then parses no record. This is part of rebuilding a board: while the board holds, the text is right or null.
 * `judged` are the offers of each item that were judged; the other offers of their sellers there are read here.
 */
export async function refreshOwnOfferTexts(
  tx: Sql,
  judged: Iterable<readonly StoredOffer[]>,
  pauses: Pauses,
): Promise<void> {
  const rows: Row[] = [];
  const withSiblings: Offer[] = [];
  for (const ofItem of judged) {
    for (const ofSeller of Map.groupBy(ofItem, ({ offer }) => offer.sellerId).values()) {
      await pauses.here();
      const [first] = ofSeller as [StoredOffer];
      // An offer that was inserted just now, and the only one of its seller, has its text.
      if (ofSeller.length === 1 && first.own === undefined) continue;
      if (first.siblings === undefined || first.siblings < ofSeller.length) addTexts(rows, ofSeller);
      else withSiblings.push(first.offer);
    }
  }
  if (withSiblings.length > 0) {
    const all = await offersOfSellersOnItems(tx, withSiblings);
    const own = all.map(({ record, own: text }) => ({ offer: JSON.parse(record) as Offer, own: text }));
    const bySeller = ({ offer }: OwnOffer) => keyText([offer.marketplaceId, offer.itemId, offer.sellerId]);
    for (const ofSeller of Map.groupBy(own, bySeller).values()) addTexts(rows, ofSeller);
  }
  await tx.many(
    `UPDATE offer SET own = k.column4 FROM (VALUES {rows: text key, text key, text key, text}) AS k
     WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}

/** Adds the rows of a seller's offers on an item whose text is another one than the stored one. */
function addTexts(rows: Row[], ofSeller: readonly OwnOffer[]): void {
  const text = ofSeller.length > MAX_OFFERS ? null : writeOwnOfferText(ofSeller.map(({ offer }) => offer));
  for (const { offer, own } of ofSeller) if (own !== text) rows.push([...offers.keyOf(offer), text]);
}
