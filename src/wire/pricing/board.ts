import type { Item } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import type { BoardView } from '../../domain/pricing/board-view.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import { ownOffers } from '../../domain/pricing/own-offers.ts';
import { type ShownOffer, toShelfOffer } from '../../domain/pricing/shelf-offer.ts';
import type { CustomerType } from '../../domain/vocabulary.ts';
import { writeAttributeSets, writeRelationships, writeSalesRankings } from './catalogue.ts';
import { writeCompetitivePricing } from './competitive-price.ts';
import { writeSummary } from './offer-summary.ts';
import { writeOwnOffers } from './own-offers.ts';
import { writeShelfOffer } from './shelf-offer.ts';

/**
 * The version of stored boards and own-offer texts. Raise it with every change of the content of a board (the rules in
 * `domain/pricing`) or how it is written (this folder): boards of an older version are rebuilt.
 * `test/contract/pricing/board-version.test.ts` fails when the written pieces change and this number does not.
 */
export const BOARD_VERSION = 2_006;

/**
 * The oldest version whose readers can use a board of this version. Set it to `BOARD_VERSION` when a change would make
 * an older process give a wrong answer: pieces are split in another way, or the placeholders for the caller look
 * different. Leave it when only values, members or their order change: an older process then serves the new text as it
 * is, and a rolling upgrade rebuilds each board once.
 */
export const OLDEST_READER_VERSION = 2_003;

/** The parts of answers that one view of a board gives, as JSON text. */
export type ViewPieces = {
  /** 4.2: the `Summary` object. */
  summary: string;
  /** 4.3: a line with the IDs of the sellers with a competitive price, then the members of `Product` without braces. */
  product: string;
};

/**
 * Writes the pieces of answers when the market changes, not when they are read: a read then touches few bytes and joins
 * texts (30 us of CPU instead of 68 for one SKU, 160 instead of 268 for twenty, measured on 50,000 items). What depends
 * on the caller is a placeholder that `withMyOffers` and `withMyPrices` fill.
 */
export function writeView(item: Item, view: BoardView<unknown>): ViewPieces {
  const product = {
    AttributeSets: writeAttributeSets(item),
    Relationships: writeRelationships(item),
    CompetitivePricing: writeCompetitivePricing(item, view),
    SalesRankings: writeSalesRankings(item),
  };
  return {
    summary: JSON.stringify(writeSummary(item, view)),
    product: `${competitorsIn(view)}\n${JSON.stringify(product).slice(1, -1)}`,
  };
}

/** One element of the `Offers` list of 4.2, as one type of customer sees it. */
export function writeShelfElement(
  one: MarketOffer,
  shown: ShownOffer,
  { customer, currency, nowMs }: { customer: CustomerType; currency: string; nowMs: number },
): string {
  return JSON.stringify(writeShelfOffer(toShelfOffer(one, shown, customer, nowMs), currency));
}

/** The text of an element with `IsBuyBoxWinner` as given. No text of a seller can imitate the member: its quotes are escaped. */
export function withWinner(element: string, isBuyBoxWinner: boolean): string {
  return element.replace(`,"IsBuyBoxWinner":${!isBuyBoxWinner},`, `,"IsBuyBoxWinner":${isBuyBoxWinner},`);
}

const competitorsIn = ({ buyBox }: BoardView<unknown>) => buyBox.map(({ sellerId }) => sellerId).join('\t');

/** The own-offer text: 4.3's `Offers` list of a seller with these offers on an item, at consumer prices. */
export function writeOwnOfferText(offers: readonly Offer[]): string {
  return writeOwnOffers(ownOffers(offers, { customer: 'Consumer' }));
}

/**
 * Fills the placeholders of an `Offers` list (4.2) for one caller: `MyOffer`. Placeholders (`MyOffer`, and `belongsToRequester`
 * in 4.3) are written as false, right before the seller's ID. No text of a seller can imitate one: quotes inside JSON text
 * are escaped.
 */
export const withMyOffers = (sellerId: string, offers: string): string => fill(offers, 'MyOffer', 'SellerId', sellerId);

/**
 * Returns the members of `Product` with the placeholders of competitive prices (4.3) filled for one caller. The attributes
 * from the catalogue come before the prices and may contain any text; nothing after them can look like the member's name.
 */
export function withMyPrices(sellerId: string, product: string): string {
  const lineEnd = product.indexOf('\n');
  const members = product.slice(lineEnd + 1);
  if (!product.slice(0, lineEnd).includes(sellerId)) return members;
  const at = members.lastIndexOf('"CompetitivePricing":');
  return members.slice(0, at) + fill(members.slice(at), 'belongsToRequester', 'sellerId', sellerId);
}

function fill(piece: string, placeholder: string, idName: string, sellerId: string): string {
  const id = `"${idName}":${JSON.stringify(sellerId)}`;
  return piece.replaceAll(`"${placeholder}":false,${id}`, `"${placeholder}":true,${id}`);
}
