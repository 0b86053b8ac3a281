import { BOX_CHANGES, CAUSES } from '../../../domain/notifications/market-event.ts';
import { CUSTOMER_TYPES } from '../../../domain/vocabulary.ts';
import { MoneyShape, priceFields } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { ConditionText } from '../../pricing/offer-summary.ts';
import { NetProceedsShape } from '../../pricing/position/net-proceeds.ts';
import { ownPriceFields } from '../../pricing/position/own-price.ts';
import { winningPriceFields } from '../../pricing/position/winning-price.ts';
import { OfferTypeShape } from '../../pricing/shelf-offer.ts';
import { Type } from '../../type.ts';
import { causeFields, eventItemFields, eventShape } from './event-shape.ts';

const HolderShape = Type.Named('BuyBoxHolder', 'Who holds a buy box, and at which price.', {
  condition: ConditionText,
  offerType: OfferTypeShape,
  ...priceFields,
  belongsToRequester: Type.Boolean('Whether that seller is the receiver.'),
  sellerId: Type.String('The seller that holds the buy box.'),
});

const BoxOfferShape = Type.Named(
  'BoxOffer',
  'One of the offers of the receiver that stand in this box, and what would win it. NetAtWinningPrice is present when there is a winning price.',
  {
    SellerSKU: Type.String("The receiver's SKU."),
    OwnPrice: Type.Named(
      'BoxOwnPrice',
      'The price of the offer as the customers of this box see it. Shipping and LandedPrice are absent while no shipping charge is set.',
      ownPriceFields,
    ),
    IsBuyBoxWinner: Type.Boolean('Whether this offer holds the box now.'),
    WinningPrice: Type.Named(
      'BoxWinningPrice',
      'The highest listing price with which the offer, with its own shipping, would hold this box at the time of the event. The prices are present with VALID_FOEP.',
      winningPriceFields,
    ),
    NetAtOwnPrice: NetProceedsShape,
    NetAtWinningPrice: Type.Optional(NetProceedsShape),
  },
);

export const BuyBoxChangedEvent = eventShape('BUY_BOX_CHANGED', {
  title: 'BuyBoxChangedEvent',
  description:
    'The holder of a buy box, or its price, has changed. It goes to every seller with an offer on sale on the item, and to the seller that held the box. One event for each buy box: an item without business terms has one for both customer types, told as that of consumers.',
  isAboutItem: true,
  isNumbered: true,
  data: {
    ...eventItemFields,
    ItemCondition: ConditionText,
    CustomerType: openSet(CUSTOMER_TYPES, `Whose buy box: ${CUSTOMER_TYPES.join(' or ')}; an open set.`),
    CustomerTypes: Type.Optional.Array(openSet(CUSTOMER_TYPES, `${CUSTOMER_TYPES.join(' or ')}; an open set.`), {
      minItems: 1,
      description:
        'All customers whose buy box this is. An item without business terms has one buy box for both. Absent in an event from before this field existed: CustomerType alone is known.',
    }),
    offerType: OfferTypeShape,
    Cause: openSet(CAUSES, {
      title: 'BuyBoxCause',
      description: `${CAUSES.join(', ')}; an open set. clock: a date passed. rules: the rules of the buy box changed. several: more than one change.`,
    }),
    BuyBoxPrice: Type.Optional(HolderShape),
    PreviousBuyBoxPrice: Type.Optional(HolderShape),
    PriceDifference: Type.Optional(MoneyShape),
    Change: openSet(BOX_CHANGES, {
      title: 'BuyBoxChange',
      description: `${BOX_CHANGES.join(', ')}; an open set. WON: you hold it now. LOST: you held it. HOLDER: it went from one other seller to another, or to the first one. PRICE: the same holder, another price. NONE: nobody holds it now.`,
    }),
    ...causeFields,
    PreviousSellerSKU: Type.Optional.String(
      "The receiver's SKU that held the box before. Absent: another seller did, or nobody.",
    ),
    PriceChangeId: Type.Optional.String(
      "The receipt of the receiver's own price change that the event follows. Never that of another seller.",
    ),
    MyOffers: Type.Array(BoxOfferShape, {
      maxItems: 20,
      description: 'The offers of the receiver that stand in this box, the best first.',
    }),
  },
});
