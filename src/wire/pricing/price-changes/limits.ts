import type { ListingLimits } from '../../../domain/price-changes/limits.ts';
import { writeTime } from '../../../domain/time.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';

/** The limits of a listing in answers. The cost is present only for callers with `seller-api:costs:read`. */
const limitFields = {
  MinimumPrice: Type.Optional(MoneyShape),
  MaximumPrice: Type.Optional(MoneyShape),
  MinimumNet: Type.Optional(MoneyShape),
  Cost: Type.Optional(MoneyShape),
};

const MEANING = `MinimumPrice and MaximumPrice are landed prices: no change of the seller leaves a listing price, business price or quantity
tier, with shipping, outside them. MinimumNet is the least net of a sale at such a price, less the cost where one is set. A limit that is absent is not set. Cost is
what one unit costs the seller; it is present only for callers with the right seller-api:costs:read.`;

export const LimitsShape = Type.Named('ListingLimits', MEANING, limitFields);

const ChangedShape = Type.Optional.Time('When limits or cost last changed. Absent while none is set.');

const SkuShape = Type.String("The caller's SKU.");

export const LimitsAnswer = Type.Named('ListingLimitsAnswer', 'The limits of a listing.', {
  payload: Type.Named('LimitsOfListing', MEANING, {
    MarketplaceId: Type.String('The marketplace.'),
    SellerSKU: SkuShape,
    ...limitFields,
    LastChanged: ChangedShape,
    PresentPriceOutside: Type.Optional.String(
      'After a change: which of the limits the present price breaks, in a sentence. The price stays: limits bind changes of prices. For callers without the right seller-api:costs:read the net of MinimumNet is that before the cost.',
    ),
  }),
});

const STATUSES = ['CHANGED', 'UNCHANGED', 'INVALID_SKU'];

const ResultShape = Type.Named('ListingLimitsResult', 'What became of the limits of one listing.', {
  SellerSKU: SkuShape,
  status: openSet(
    STATUSES,
    'CHANGED; UNCHANGED: they were so before; INVALID_SKU: the caller has no such listing. An open set.',
  ),
  Limits: Type.Optional(LimitsShape),
  PresentPriceOutside: Type.Optional.String('Which of the limits the present price breaks, in a sentence.'),
});

export const LimitsResultsAnswer = Type.Named('ListingLimitsResultsAnswer', 'What became of the limits.', {
  payload: Type.Named('ListingLimitsResults', 'What became of the limits.', {
    MarketplaceId: Type.String('The marketplace.'),
    Results: Type.Array(ResultShape, 'In the order of the request.'),
  }),
});

export const LimitsPageAnswer = Type.Named('ListingLimitsPageAnswer', 'A page of listings with limits.', {
  payload: Type.Named('ListingLimitsPage', 'A page of listings with limits.', {
    MarketplaceId: Type.String('The marketplace.'),
    Listings: Type.Array(
      Type.Named('LimitedListing', 'A listing with limits or a cost.', {
        SellerSKU: SkuShape,
        Limits: LimitsShape,
        LastChanged: ChangedShape,
      }),
      'In the order of SKUs.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  }),
});

/** Fields that are undefined are not in the JSON text. The caller removes the cost where it is not to be seen. */
export function writeLimits(limits: ListingLimits, currency: string) {
  const money = (minor: number | undefined) => (minor === undefined ? undefined : writeMoney(minor, currency));
  return {
    MinimumPrice: money(limits.minimumPriceMinor),
    MaximumPrice: money(limits.maximumPriceMinor),
    MinimumNet: money(limits.minimumNetMinor),
    Cost: money(limits.costMinor),
  };
}

export const writeChanged = (changedMs: number): string | undefined =>
  changedMs === 0 ? undefined : writeTime(changedMs);
