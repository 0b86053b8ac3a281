import { DAY_MS } from '../../../domain/duration.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import { writeTime } from '../../../domain/time.ts';
import { ErrorElement } from '../../error.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { closedSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { unknownKeyWarnings } from '../../unknown-key-warnings.ts';
import { WarningsShape } from '../../warning.ts';
import { noListing } from '../no-product.ts';
import { ConditionText } from '../offer-summary.ts';
import { SellerSkuShape } from '../query.ts';
import { SinceShape } from './history-range.ts';
import { ownPricesShape } from './own-prices.ts';
import { ObservedSinceShape, StepShape, writeObservedSince } from './price-history.ts';

export const ShareQuery = Type.Object({ MarketplaceId: MarketplaceIdShape, since: SinceShape });

/** In one request. */
const MAX_LISTINGS = 50;
/** Steps of each listing in an answer about several. */
export const MAX_STEPS = 100;

export const ListingHistoryBody = Type.Named(
  'ListingHistoryBody',
  'The listings, and the begin of the time that is asked about.',
  {
    MarketplaceId: MarketplaceIdShape,
    SellerSKUs: Type.Array(SellerSkuShape, {
      minItems: 1,
      maxItems: MAX_LISTINGS,
      description: `Up to ${MAX_LISTINGS} of the caller's SKUs. Duplicates are answered once.`,
    }),
    since: SinceShape,
  },
  { examples: [{ MarketplaceId: 'STORE_US', SellerSKUs: ['DEMO-SKU-1', 'NOPE'] }] },
);

/** Unknown keys are ignored (decision 3): a misspelt `since` would silently be none. */
export const listingHistoryWarnings = unknownKeyWarnings(ListingHistoryBody);

const milliseconds = (description: string) => Type.Integer({ minimum: 0, description });

const Share = Type.Optional.Number({
  minimum: 0,
  maximum: 1,
  description: 'The first time divided by the second, to four decimals. Absent when the second is 0.',
});

const listingTimes = {
  HeldMilliseconds: milliseconds('How long the listing held the buy box.'),
  ObservedMilliseconds: milliseconds('The observed part: less than a whole day on the first day and today.'),
  Share,
};

const sellerTimes = {
  HeldMilliseconds: milliseconds("How long the caller's listings held buy boxes, added up."),
  OnSaleMilliseconds: milliseconds("How long the caller's listings were on sale, added up."),
  Share,
};

const daysOf = (times: object, title: string) =>
  Type.Array(
    Type.Named(title, 'One UTC day.', {
      Date: Type.String({ format: 'date', description: 'A UTC day.', examples: ['2026-11-15'] }),
      ...times,
    }),
    'Oldest first. Days before observedSince are missing: they are unknown, not zero.',
  );

const listingShares = {
  storeItemId: Type.String('The item.'),
  ItemCondition: ConditionText,
  observedSince: ObservedSinceShape,
  Days: daysOf(listingTimes, 'ListingShareDay'),
  Total: Type.Named('ListingShareTotal', 'All days together.', listingTimes),
};

export const ListingShareAnswer = Type.Named(
  'ListingShareAnswer',
  "How much of each day a listing held the consumers' buy box.",
  {
    payload: Type.Named('ListingShare', 'The share of one listing.', {
      MarketplaceId: Type.String('The marketplace.'),
      SellerSKU: Type.String("The caller's SKU."),
      ...listingShares,
    }),
  },
);

export const SellerShareAnswer = Type.Named(
  'SellerShareAnswer',
  "How much of their time on sale the caller's listings held buy boxes.",
  {
    payload: Type.Named('SellerShare', 'The share of all listings together.', {
      MarketplaceId: Type.String('The marketplace.'),
      observedSince: ObservedSinceShape,
      Days: daysOf(sellerTimes, 'SellerShareDay'),
      Total: Type.Named('SellerShareTotal', 'All days together.', sellerTimes),
    }),
  },
);

const { storeItemId, ItemCondition, observedSince, Days, Total } = listingShares;

export const ListingHistoryAnswer = Type.Named('ListingHistoryAnswer', 'The shares and prices of several listings.', {
  payload: Type.Named('ListingHistories', 'The histories of several listings.', {
    MarketplaceId: Type.String('The marketplace.'),
    Listings: Type.Array(
      Type.Named('ListingHistory', 'The history of one listing: with Success all members but errors.', {
        status: closedSet(['Success', 'ClientError'], 'Success, or ClientError: the caller has no such listing.'),
        SellerSKU: Type.String('The SKU of the request.'),
        storeItemId: Type.Optional(storeItemId),
        ItemCondition: Type.Optional(ItemCondition),
        observedSince,
        Days: Type.Optional(Days),
        Total: Type.Optional(Total),
        Steps: Type.Optional.Array(
          StepShape,
          `The newest states of the consumers' buy box of the listing's condition, oldest first, at most ${MAX_STEPS}. GET .../items/{storeItemId}/priceHistory has all.`,
        ),
        OwnPrices: ownPricesShape(
          `The newest own prices of the listing on its item, oldest first, at most ${MAX_STEPS}. GET .../items/{storeItemId}/priceHistory with SellerSKU has all.`,
        ),
        errors: Type.Optional.Array(ErrorElement, { minItems: 1, description: 'Why there is no history.' }),
      }),
      'One element for each SKU, in the order of the request.',
    ),
  }),
  warnings: WarningsShape,
});

/** A UTC day with two times, of which the first is a part of the second. */
type SharedDay = { day: number; heldMs: number; ofMs: number };

/** Four decimals; a part is never rounded to nothing or to the whole. */
function shareOf(heldMs: number, ofMs: number): { Share?: number } {
  if (ofMs === 0) return {};
  if (heldMs === 0 || heldMs === ofMs) return { Share: heldMs / ofMs };
  return { Share: Math.min(Math.max(Math.round((heldMs / ofMs) * 10_000), 1), 9_999) / 10_000 };
}

function writeDays(days: readonly SharedDay[], whole: 'ObservedMilliseconds' | 'OnSaleMilliseconds') {
  const times = (heldMs: number, ofMs: number) => ({
    HeldMilliseconds: heldMs,
    [whole]: ofMs,
    ...shareOf(heldMs, ofMs),
  });
  const sum = (part: 'heldMs' | 'ofMs') => days.reduce((total, one) => total + one[part], 0);
  return {
    Days: days.map(({ day, heldMs, ofMs }) => ({ Date: writeTime(day * DAY_MS).slice(0, 10), ...times(heldMs, ofMs) })),
    Total: times(sum('heldMs'), sum('ofMs')),
  };
}

type Observed = { observedSinceMs: number | undefined; days: readonly SharedDay[] };

export const writeListingShares = ({ offer, observedSinceMs, days }: Observed & { offer: Offer }) => ({
  SellerSKU: offer.sku,
  storeItemId: offer.itemId,
  ItemCondition: offer.condition,
  ...writeObservedSince(observedSinceMs),
  ...writeDays(days, 'ObservedMilliseconds'),
});

export const writeSellerShares = ({ observedSinceMs, days }: Observed) => ({
  ...writeObservedSince(observedSinceMs),
  ...writeDays(days, 'OnSaleMilliseconds'),
});

export const writeNoListing = (sku: string, marketplaceId: string) => ({
  status: 'ClientError',
  SellerSKU: sku,
  errors: [{ code: 'NotFound', ...noListing(marketplaceId) }],
});
