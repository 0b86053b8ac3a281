import type { Row, Sql } from '../../db/db.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { writeOwnOfferText } from '../../wire/pricing/board.ts';
import { offers, siblingsOf } from '../offers/offer.ts';
import type { JudgedOffer } from '../offers/offer-judgement.ts';
import { keyText } from '../records/record-table.ts';
import type { Pauses } from './pauses.ts';

/** A seller with more offers on an item has no own-offer text there: each of its texts would contain all of them. */
const MAX_OFFERS = 4;

/** Undefined: the text of a seller without another offer on the item. */
type OwnOffer = { offer: Offer; own: string | null | undefined };

/**
 * Stores on each offer the 4.3 text about all offers of its seller on that item, where the stored text differs. A read of
 * twenty SKUs then parses no record. This is part of rebuilding a board: while the board holds, the text is right or null.
 * `judged` are the offers that were judged. The other offers of their sellers on the same items are read here, unless all
 * offers of the item are judged.
 */
export async function refreshOwnOfferTexts(
  tx: Sql,
  judged: { all: Iterable<readonly JudgedOffer[]>; some: Iterable<readonly JudgedOffer[]> },
  pauses: Pauses,
): Promise<void> {
  const own: OwnOffer[] = [];
  // One offer of each seller: several would find each other again and again.
  const ofSellers = new Map<string, Offer>();
  for (const list of judged.some) {
    for (const one of list) {
      own.push({ offer: one.offer, own: one.own });
      if (!one.isAlone) ofSellers.set(sellerOnItem(one), one.offer);
    }
  }
  const siblings = await siblingsOf(tx, [...ofSellers.values()]);
  const known = new Map(own.map((one) => [keyText(offers.keyOf(one.offer)), one]));
  for (const row of siblings) {
    const offer: Offer = JSON.parse(row.record);
    const text = keyText(offers.keyOf(offer));
    if (!known.has(text)) known.set(text, { offer, own: row.own });
  }
  for (const list of judged.all) {
    for (const one of list) known.set(keyText(offers.keyOf(one.offer)), { offer: one.offer, own: one.own });
  }
  const rows: Row[] = [];
  for (const ofSeller of Map.groupBy(known.values(), sellerOnItem).values()) {
    await pauses.here();
    if (ofSeller.length > 1 || ofSeller[0]?.own !== undefined) addTexts(rows, ofSeller);
  }
  await tx.many(
    `UPDATE offer SET own = k.column4 FROM (VALUES {rows: text key, text key, text key, text}) AS k
     WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}

const sellerOnItem = ({ offer }: Pick<OwnOffer, 'offer'>) =>
  keyText([offer.marketplaceId, offer.itemId, offer.sellerId]);

/** Adds the rows of a seller's offers on an item whose text is another one than the stored one. */
function addTexts(rows: Row[], ofSeller: readonly OwnOffer[]): void {
  const text = ofSeller.length > MAX_OFFERS ? null : writeOwnOfferText(ofSeller.map(({ offer }) => offer));
  for (const { offer, own } of ofSeller) if (own !== text) rows.push([...offers.keyOf(offer), text]);
}
