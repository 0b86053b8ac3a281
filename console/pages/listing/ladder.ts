import type { BoxExplanation, Offer } from 'marketplace-seller-sdk';
import { fromMinor, toMinor } from '../../amounts.ts';
import { isOnSale } from './standing.ts';

/** One offer of the ladder. */
export type Rung = {
  readonly key: string;
  readonly whose: 'this' | 'mine' | 'other';
  readonly isHolder: boolean;
  readonly seller: string;
  readonly condition: string;
  readonly isFulfilledByFS: boolean;
  readonly isFeatured: boolean;
  readonly isBusinessPrice: boolean;
  readonly rating: number | undefined;
  readonly ratings: number | undefined;
  readonly listing: number;
  readonly shipping: number;
  readonly landed: number;
  /** Against the holder of the buy box, else against the cheapest offer. */
  readonly difference: number;
  /** Shares of the longest bar, 0 to 1. All bars begin at zero: a bar twice as long is twice the price. */
  readonly listingShare: number;
  readonly shippingShare: number;
  /** Whether the answer shows the offer. My own is added when it is not among those shown. */
  readonly isShown: boolean;
};

type Priced = Omit<Rung, 'difference' | 'listingShare' | 'shippingShare'>;

/** `own` is given where the ladder is about the condition of the listing. */
export function rungsOf(offers: readonly Offer[], own: BoxExplanation | undefined, decimals: number): Rung[] {
  const isThis = (offer: Offer) => own !== undefined && isOfferOf(own, offer, decimals);
  const rungs = offers.map((offer, n) => pricedOf(offer, n, isThis(offer), decimals));
  const mine = own && !offers.some(isThis) ? ownRung(own, decimals) : undefined;
  if (mine) rungs.push(mine);
  const top = Math.max(1, ...rungs.map(({ landed }) => landed));
  const base = rungs.find(({ isHolder }) => isHolder) ?? rungs[0];
  return rungs
    .toSorted((a, b) => a.landed - b.landed)
    .map((rung) => ({
      ...rung,
      listing: fromMinor(rung.listing, decimals),
      shipping: fromMinor(rung.shipping, decimals),
      landed: fromMinor(rung.landed, decimals),
      difference: fromMinor(rung.landed - (base?.landed ?? 0), decimals),
      listingShare: rung.listing / top,
      shippingShare: rung.shipping / top,
    }));
}

/** Offers carry no SKU. A seller's second listing of the item differs in its price, or in who ships. */
function isOfferOf({ Offer: own, offerType }: BoxExplanation, offer: Offer, decimals: number): boolean {
  const isSame = (a: number, b: number | undefined) => b !== undefined && toMinor(a, decimals) === toMinor(b, decimals);
  return (
    offer.MyOffer &&
    offer.offerType === offerType &&
    isSame(offer.ListingPrice.Amount, own.ListingPrice.Amount) &&
    isSame(offer.Shipping.Amount, own.Shipping?.Amount) &&
    offer.IsFulfilledByFS === (own.FulfillmentChannel === 'FS')
  );
}

function pricedOf(offer: Offer, n: number, isThis: boolean, decimals: number): Priced {
  const listing = toMinor(offer.ListingPrice.Amount, decimals);
  const shipping = toMinor(offer.Shipping.Amount, decimals);
  return {
    key: `${offer.SellerId}/${n}`,
    whose: isThis ? 'this' : offer.MyOffer ? 'mine' : 'other',
    isHolder: offer.IsBuyBoxWinner,
    seller: offer.SellerId,
    condition: offer.SubCondition,
    isFulfilledByFS: offer.IsFulfilledByFS,
    isFeatured: offer.IsFeaturedMerchant,
    isBusinessPrice: offer.offerType === 'B2B',
    rating: offer.SellerFeedbackRating.SellerPositiveFeedbackRating,
    ratings: offer.SellerFeedbackRating.FeedbackCount,
    listing,
    shipping,
    landed: listing + shipping,
    isShown: true,
  };
}

/** An offer that is not on sale is on no ladder. */
function ownRung(
  { Offer: own, Gates, ItemCondition, offerType }: BoxExplanation,
  decimals: number,
): Priced | undefined {
  if (!isOnSale(Gates)) return undefined;
  const listing = toMinor(own.ListingPrice.Amount, decimals);
  const shipping = toMinor(own.Shipping?.Amount ?? 0, decimals);
  return {
    key: 'own',
    whose: 'this',
    isHolder: false,
    seller: '',
    condition: ItemCondition,
    isFulfilledByFS: own.FulfillmentChannel === 'FS',
    isFeatured: true,
    isBusinessPrice: offerType === 'B2B',
    rating: undefined,
    ratings: undefined,
    listing,
    shipping,
    landed: listing + shipping,
    isShown: false,
  };
}
