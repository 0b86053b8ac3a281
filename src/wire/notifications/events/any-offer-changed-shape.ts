import { MoneyShape } from '../../money.ts';
import { ConditionText, SummaryShape } from '../../pricing/offer-summary.ts';
import { OffersStatusText } from '../../pricing/offers.ts';
import { OfferShape } from '../../pricing/shelf-offer.ts';
import { Type } from '../../type.ts';
import { causeFields, eventItemFields, eventShape } from './event-shape.ts';

const Offers = Type.Array(OfferShape, {
  maxItems: 20,
  description: 'The best offers of the condition, in order of landed price.',
});

export const AnyOfferChangedEvent = eventShape('ANY_OFFER_CHANGED', {
  title: 'AnyOfferChangedEvent',
  description:
    'The offers that customers see of an item and condition have changed, or the summary of the item: replace what you have with it. It goes to every seller with an offer on sale on the item. Sales ranks alone cause no event. LowestLandedPrice is the lowest price with shipping that consumers see in this condition, PreviousLowestLandedPrice the one before; each is absent while there is none, the second one also for a seller that is new on the item.',
  isAboutItem: true,
  isNumbered: true,
  data: {
    ...eventItemFields,
    ItemCondition: ConditionText,
    status: OffersStatusText,
    LowestLandedPrice: Type.Optional(MoneyShape),
    PreviousLowestLandedPrice: Type.Optional(MoneyShape),
    Summary: SummaryShape,
    Offers,
    Business: Type.Optional.Named(
      'BusinessOffers',
      'What business customers see. Absent: the same as consumers, in Summary and Offers.',
      { Summary: SummaryShape, Offers },
    ),
    ...causeFields,
    MySKUs: Type.Optional.Array(Type.String(), {
      maxItems: 20,
      description:
        "The receiver's own SKUs of this item and condition: those on sale first, then the cheapest. Absent in old events.",
    }),
  },
});
