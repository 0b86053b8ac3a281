import { PROMOTION_CHANGES } from '../../../domain/fees/fee-news.ts';
import { FEE_TYPES } from '../../../domain/vocabulary.ts';
import { MoneyShape } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { eventShape } from './event-shape.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const listing = {
  SellerSKU: Type.String("The receiver's SKU."),
  storeItemId: Type.String('The item that it lists.'),
};

const PromotedListingShape = Type.Named(
  'PromotedListing',
  'A listing, and what the promotion takes off the fee of one unit at its present price.',
  { ...listing, FeePromotion: MoneyShape },
);

export const FeePromotionEvent = eventShape('FEE_PROMOTION', {
  title: 'FeePromotionEvent',
  description:
    "A promotion on a fee of the receiver's active listings begins, changes or ends. It takes off an amount (FeePromotion) or a percentage (RatePercent). One event for each promotion and change.",
  isAboutItem: false,
  isNumbered: true,
  data: {
    marketplaceId: Type.String('The marketplace.'),
    PromotionId: Type.String('The promotion.'),
    PromotionName: Type.Optional.String('Its name.'),
    Change: openSet(PROMOTION_CHANGES, `${PROMOTION_CHANGES.join(', ')}; an open set.`),
    FeeType: openSet(FEE_TYPES, `The fee that it reduces: ${FEE_TYPES.join(', ')}; an open set.`),
    FeePromotion: Type.Optional(MoneyShape),
    RatePercent: Type.Optional.Number('How much less, in percent of the fee.'),
    EffectiveFrom: Type.Time('When it begins.'),
    EffectiveUntil: Type.Time('When it ends. With ENDS: when it ended, also earlier than planned.'),
    ListingCount: count('The number of listings whose fee it reduces; with ENDS: reduced until then.'),
    Listings: Type.Array(PromotedListingShape, 'The first 100 of them, by SKU.'),
  },
});

const ChangedListingShape = Type.Named(
  'ListingWithChangedFees',
  'All fees of one unit at the present price: just before the schedule takes effect, from then on, and After minus Before.',
  {
    ...listing,
    ...{ Before: MoneyShape, After: MoneyShape, Difference: MoneyShape },
  },
);

export const FeeChangedEvent = eventShape('FEE_CHANGED', {
  title: 'FeeChangedEvent',
  description:
    "A fee schedule changes what the receiver's active listings pay. Told 30, 7 and 1 days before it takes effect, and at once when the operator loads it later, or changes what was told. `POST /products/fees/v4/compare` explains the difference of each listing.",
  isAboutItem: false,
  isNumbered: true,
  data: {
    marketplaceId: Type.String('The marketplace.'),
    scheduleId: Type.String('The fee schedule.'),
    version: Type.String('Its version.'),
    EffectiveFrom: Type.Time('When it takes effect.'),
    DaysBefore: Type.Integer({
      minimum: 0,
      description: 'Which notice this is: 30, 7 or 1. 0: the schedule is in effect already; an open set.',
    }),
    ListingCount: count('The number of listings whose fees change. 0: a change that was told before does not come.'),
    TotalDifference: MoneyShape,
    Largest: Type.Array(
      ChangedListingShape,
      'The 20 largest differences, up or down; among equal ones by SKU. TotalDifference is the sum over all listings, one unit each.',
    ),
  },
});
