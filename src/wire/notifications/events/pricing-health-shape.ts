import { HEALTH_WORDS } from '../../../domain/notifications/offer-health.ts';
import { openSet } from '../../open-set.ts';
import { ConditionText } from '../../pricing/offer-summary.ts';
import { GateVerdictShape } from '../../pricing/position/gate-verdict.ts';
import { OwnPriceShape } from '../../pricing/position/listings.ts';
import { Type } from '../../type.ts';
import { causeFields, eventItemFields, eventShape } from './event-shape.ts';

const HealthOfferShape = Type.Named('HealthOffer', 'An offer whose health has changed.', {
  SellerSKU: Type.String("The receiver's SKU."),
  ItemCondition: ConditionText,
  Health: openSet(HEALTH_WORDS, 'UNHEALTHY or RECOVERED; an open set.'),
  OwnPrice: OwnPriceShape,
  FailingGates: Type.Array(
    GateVerdictShape,
    'The gates that the offer fails, with their figures. Empty with RECOVERED.',
  ),
});

export const PricingHealthEvent = eventShape('PRICING_HEALTH', {
  title: 'PricingHealthEvent',
  description:
    'Active offers of the receiver are not eligible for the buy box of consumers any more, or are again; the boxes of businesses are not judged. Offers of one item that change together come in one event. `GET /products/pricing/v4/listings?state=unhealthy` lists those that are not at any time.',
  isAboutItem: true,
  isNumbered: true,
  data: {
    ...eventItemFields,
    Health: openSet(
      HEALTH_WORDS,
      'UNHEALTHY: at least one offer became so. RECOVERED: all are eligible again; an open set.',
    ),
    Offers: Type.Array(HealthOfferShape, { minItems: 1, description: 'The offers whose health has changed.' }),
    ...causeFields,
  },
});
