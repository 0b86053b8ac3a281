import type { BoxChangeWord } from '../../../domain/notifications/market-event.ts';
import type { BoxOverview } from '../../../domain/pricing/listing-overview.ts';
import { writeNetProceeds } from '../../pricing/position/net-proceeds.ts';
import { writeOwnPrice } from '../../pricing/position/own-price.ts';
import { writeWinningPrice } from '../../pricing/position/winning-price.ts';
import { writeOwnPart } from './seller-part.ts';

/** One of the receiver's own offers that stand in the box. */
export type MyBoxOffer = { isBuyBoxWinner: boolean; overview: BoxOverview };

/** What else the receiver alone is told. */
type OwnPartOfBox = {
  /** The receiver's offer that held the box before. */
  readonly previousSku: string | undefined;
  /** The receiver's own price change that the event follows. */
  readonly receiptId: string | undefined;
};

/** The seller's part of BUY_BOX_CHANGED. It names no SKU but the receiver's own. */
export function writeBuyBoxChangedPart(
  change: BoxChangeWord,
  isOwn: boolean,
  mine: readonly MyBoxOffer[],
  { previousSku, receiptId }: OwnPartOfBox,
): string {
  const previous = previousSku === undefined ? '' : `,"PreviousSellerSKU":${JSON.stringify(previousSku)}`;
  const receipt = receiptId === undefined ? '' : `,"PriceChangeId":${JSON.stringify(receiptId)}`;
  const myOffers = JSON.stringify(mine.map(writeMyOffer));
  return `"Change":"${change}",${writeOwnPart(isOwn)}${previous}${receipt},"MyOffers":${myOffers}`;
}

/** Whether a part that `writeBuyBoxChangedPart` wrote tells that the receiver lost the buy box. */
export const isLostPart = (sellerPart: string): boolean => sellerPart.startsWith('"Change":"LOST",');

/** The names of `GET listings`. Fields that are undefined are not in the JSON text. */
function writeMyOffer({ isBuyBoxWinner, overview }: MyBoxOffer) {
  const { standing, winning, netAtOwnPrice, netAtWinningPrice } = overview;
  const { offer, listingMinor } = standing.seen;
  const { currency, shippingMinor } = offer;
  return {
    SellerSKU: offer.sku,
    OwnPrice: writeOwnPrice(listingMinor, shippingMinor, currency),
    IsBuyBoxWinner: isBuyBoxWinner,
    WinningPrice: writeWinningPrice(winning, shippingMinor ?? 0, currency),
    NetAtOwnPrice: writeNetProceeds(netAtOwnPrice, currency),
    NetAtWinningPrice: netAtWinningPrice && writeNetProceeds(netAtWinningPrice, currency),
  };
}
