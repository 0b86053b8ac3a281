import type { ListingLimits } from '../../../domain/price-changes/limits.ts';
import type { PresentListing } from '../../../domain/pricing/decided-listing.ts';
import { OFFER_STATES, type OfferState } from '../../../domain/pricing/offer-state.ts';
import { writeTime } from '../../../domain/time.ts';
import { MoneyShape, writeMoney, writePrice } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { PriceShape } from '../competitive-price.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { LimitsShape, writeLimits } from '../price-changes/limits.ts';
import { NetAndProfitShape, writeNetProceeds } from './net-proceeds.ts';
import { ownPriceFields, writeOwnPrice } from './own-price.ts';
import { TermsRevisionShape } from './terms-revision.ts';
import { winningPriceFields, writeWinningPrice } from './winning-price.ts';

const StateText = openSet(OFFER_STATES, {
  title: 'ListingState',
  description: `Where the listing stands in the consumers' buy box: ${OFFER_STATES.join(', ')}; an open set.`,
});

export const OwnPriceShape = Type.Named(
  'ListingOwnPrice',
  'The price of the listing for consumers. Shipping and LandedPrice are absent while no shipping charge is set.',
  ownPriceFields,
);

const ListingWinningPrice = Type.Named(
  'ListingWinningPrice',
  "The highest listing price with which the offer, with its own shipping, holds the consumers' buy box at this moment. The prices are present with VALID_FOEP.",
  winningPriceFields,
);

const ListingShape = Type.Named(
  'Listing',
  "One of the caller's listings. BuyBoxPrice is the price of the holder of the consumers' buy box of its condition, absent when nobody holds it. GapToBuyBox is the own landed price minus that price: above zero means dearer; absent without BuyBoxPrice or shipping charge. NetAtWinningPrice is present when there is a winning price, Limits when any is set.",
  {
    SellerSKU: Type.String("The caller's SKU."),
    storeItemId: Type.String('The item.'),
    Title: Type.Optional.String('The title of the item, when the catalogue has one.'),
    ItemCondition: ConditionText,
    FulfillmentChannel: ChannelText,
    State: StateText,
    OwnPrice: OwnPriceShape,
    BuyBoxPrice: Type.Optional(PriceShape),
    GapToBuyBox: Type.Optional(MoneyShape),
    WinningPrice: ListingWinningPrice,
    NetAtOwnPrice: NetAndProfitShape,
    NetAtWinningPrice: Type.Optional(NetAndProfitShape),
    Limits: Type.Optional(LimitsShape),
    Quantity: Type.Integer('How many units of the listing are in stock.'),
    OffersCount: Type.Integer('The number of offers on sale on the item, of all conditions.'),
    TermsRevision: TermsRevisionShape,
    LastChanged: Type.Optional.Time(
      'When the record of the offer last changed. Absent: before the service recorded it.',
    ),
  },
);

const CountsShape = Type.Array(
  Type.Named('ListingCount', 'How many listings are in a state.', {
    State: StateText,
    Count: Type.Integer('The number of listings, at most 10,000.'),
    IsExact: Type.Boolean(
      'False: there are more than Count, or may be: for a while after an upgrade, and with `query` when the caller has more than 2,000 listings.',
    ),
  }),
  'With `counts=true`: the listings of the caller by state, whatever `state` is; with `query` those that match it.',
);

export const ListingsAnswer = Type.Named('ListingsAnswer', "A page of the caller's listings.", {
  payload: Type.Named('ListingsPayload', "A page of the caller's listings.", {
    MarketplaceId: Type.String('The marketplace.'),
    Listings: Type.Array(ListingShape, { maxItems: 100, description: 'The listings of this page, in order.' }),
    Counts: Type.Optional(CountsShape),
    nextToken: Type.Optional.String('There may be more: send it as nextToken to get the next page.'),
  }),
});

export type ListedListing = PresentListing & {
  /** With the cost only for callers that may read it. Undefined: none is set. */
  limits: ListingLimits | undefined;
};

/** Fields that are undefined are not in the JSON text. */
export function writeListing({ offer, title, overview, offersCount, ...more }: ListedListing): object {
  const { changedMs, termsRevision, limits } = more;
  const { currency, shippingMinor, listingPriceMinor } = offer;
  const { holder, gapMinor, netAtWinningPrice } = overview;
  return {
    SellerSKU: offer.sku,
    storeItemId: offer.itemId,
    Title: title,
    ItemCondition: offer.condition,
    FulfillmentChannel: offer.channel,
    State: overview.state,
    OwnPrice: writeOwnPrice(listingPriceMinor, shippingMinor, currency),
    BuyBoxPrice: holder && writePrice(holder.listingMinor, holder.shippingMinor, currency),
    GapToBuyBox: gapMinor === undefined ? undefined : writeMoney(gapMinor, currency),
    WinningPrice: writeWinningPrice(overview.winning, shippingMinor ?? 0, currency),
    NetAtOwnPrice: writeNetProceeds(overview.netAtOwnPrice, currency, limits?.costMinor),
    NetAtWinningPrice: netAtWinningPrice && writeNetProceeds(netAtWinningPrice, currency, limits?.costMinor),
    Limits: limits && writeLimits(limits, currency),
    Quantity: offer.quantity,
    OffersCount: offersCount,
    TermsRevision: termsRevision,
    LastChanged: changedMs === 0 ? undefined : writeTime(changedMs),
  };
}

export const writeCount = (one: { state: OfferState; count: number; isExact: boolean }) => ({
  State: one.state,
  Count: one.count,
  IsExact: one.isExact,
});
