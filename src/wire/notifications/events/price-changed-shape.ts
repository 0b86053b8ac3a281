import { ConditionText } from '../../pricing/offer-summary.ts';
import { TermsRevisionShape } from '../../pricing/position/terms-revision.ts';
import { ChangedByShape } from '../../pricing/price-changes/receipt-shape.ts';
import { OfferTermsShape } from '../../pricing/price-changes/terms.ts';
import { Type } from '../../type.ts';
import { causeFields, eventItemFields, eventShape } from './event-shape.ts';

export const PriceChangedEvent = eventShape('PRICE_CHANGED', {
  title: 'PriceChangedEvent',
  description:
    'The terms of an offer of the receiver have changed, by whomever: its price, shipping, business price or quantity discounts, or the item that it is on. New and removed offers are not told this way. None while price changes are off (priceChanges of marketplaceParticipations).',
  isAboutItem: true,
  isNumbered: true,
  data: {
    ...eventItemFields,
    SellerSKU: Type.String("The receiver's SKU."),
    ItemCondition: ConditionText,
    TermsRevision: TermsRevisionShape,
    TermsBefore: OfferTermsShape,
    TermsAfter: OfferTermsShape,
    PreviousStoreItemId: Type.Optional.String('The item that the offer was on. Absent: it is the same.'),
    LimitsCrossed: Type.Optional.Boolean(
      "Whether the terms cross a limit that the receiver has set for the listing. Only of the operator's records: limits bind every other change.",
    ),
    PriceChangeId: Type.Optional.String("The receipt. Absent: the operator's record changed the terms."),
    ...causeFields,
    ChangedBy: ChangedByShape,
  },
});
