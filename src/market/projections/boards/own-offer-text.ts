import { Pauses } from '../../../async/pauses.ts';
import type { Row, Sql } from '../../../db/db.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { writeOwnOfferText } from '../../../wire/pricing/board.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { knownItems } from '../../decisions/stored-items.ts';
import { ownTextOf } from '../../offers/write-offers.ts';
import { offers } from '../../records/offer.ts';
import { keyText } from '../../records/record-table.ts';

/** An offer, and its text as stored. Without one: presumed to be that of a seller without another offer on the item. */
type OfferWithText = { offer: Offer; own?: string | null };
/** The offers of a seller on an item, by their `keyText`. */
type OfSeller = Map<string, OfferWithText>;
/** By the `keyText` of item and seller. */
type BySeller = Map<string, OfSeller>;

const ownOf = ({ offer, own }: OfferWithText) => (own === undefined ? writeOwnOfferText([offer]) : own);

/**
 * Stores on each offer the 4.3 text about all offers of its seller on that item, where the stored text differs. A read of
 * twenty SKUs then parses no record. This is part of rebuilding a board: while the board is current, the text is right or null.
 *
 * Most sellers have one offer on an item. It was written with the right text (`offers/write-offers.ts`), and nothing is read of it.
 * All offers on new items are known.
 */
export async function refreshOwnOfferTexts(tx: Sql, change: MarketChange): Promise<void> {
  const pauses = new Pauses();
  const { added } = knownItems(change.records);
  const [onNew, onOthers]: [BySeller, BySeller] = [new Map(), new Map()];
  for (const { key, judged } of change.decided) {
    if (change.whole.has(key)) continue;
    for (const { offer } of judged) {
      await pauses.here();
      add(added.has(key) ? onNew : onOthers, { offer });
    }
  }
  const refreshed = new Set<OfSeller>();
  for (const ofSeller of onNew.values()) if (ofSeller.size > 1) refreshed.add(ofSeller);
  for (const { record, own } of await differing(tx, onOthers, change)) {
    await pauses.here();
    refreshed.add(add(onOthers, { offer: JSON.parse(record), own }));
  }
  const rows: Row[] = [];
  for (const ofSeller of refreshed) {
    await pauses.here();
    addTexts(rows, [...ofSeller.values()]);
  }
  await tx.many(
    `UPDATE offer SET own = k.column4 FROM (VALUES {rows: text key, text key, text key, text}) AS k
     WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    rows,
  );
}

/**
 * The stored offers of these sellers, except the first given one of each if its text is the presumed one, as of all that this
 * transaction wrote. Offers of sellers that are known to have one offer on the item are not read.
 */
function differing(tx: Sql, bySeller: BySeller, { records }: MarketChange) {
  const written = new Set<string>();
  const alone = new Set<string>();
  for (const change of records) {
    if (change.kind !== 'offer' || change.after === undefined) continue;
    const { before, after } = change;
    const key = keyText(offers.keyOf(change.key));
    written.add(key);
    // The last of several changes counts: it may have moved the offer to an item where its seller has others.
    if (before?.siblings === 0 && before.item_id === after.offer.itemId) alone.add(key);
    else alone.delete(key);
  }
  const rows: Row[] = [];
  for (const ofSeller of bySeller.values()) {
    const [first] = ofSeller.values();
    const { marketplaceId, itemId, sellerId, sku } = (first as OfferWithText).offer;
    const key = keyText([marketplaceId, sellerId, sku]);
    if (ofSeller.size === 1 && alone.has(key)) continue;
    rows.push([marketplaceId, itemId, sellerId, sku, written.has(key) ? null : ownOf(first as OfferWithText)]);
  }
  return tx.many<{ record: string; own: string | null }>(
    `SELECT offer.record, offer.own FROM (VALUES {rows: text, text, text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.seller_id = k.column3
            AND (offer.sku <> k.column4 OR k.column5 IS NOT NULL AND offer.own IS DISTINCT FROM k.column5)`,
    rows,
  );
}

function add(bySeller: BySeller, one: OfferWithText): OfSeller {
  const { marketplaceId, itemId, sellerId } = one.offer;
  const key = keyText([marketplaceId, itemId, sellerId]);
  const ofSeller: OfSeller = bySeller.get(key) ?? new Map();
  bySeller.set(key, ofSeller);
  return ofSeller.set(keyText(offers.keyOf(one.offer)), one);
}

/** Adds the rows of a seller's offers on an item whose text is another one than the stored one. */
function addTexts(rows: Row[], ofSeller: readonly OfferWithText[]): void {
  const text = ownTextOf(ofSeller.map(({ offer }) => offer));
  for (const one of ofSeller) if (ownOf(one) !== text) rows.push([...offers.keyOf(one.offer), text]);
}
