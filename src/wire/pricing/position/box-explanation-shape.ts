import { MoneyShape, priceFields } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { CustomerTypeText } from '../history/reference-price.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { OfferTypeShape, SellerFeedbackShape, SubConditionShape } from '../shelf-offer.ts';
import { GateVerdictShape } from './gate-verdict.ts';
import { NetProceedsShape } from './net-proceeds.ts';
import { winningPriceFields } from './winning-price.ts';

const RivalShape = Type.Object(
  {
    MyOffer: Type.Boolean({ description: 'Whether it is an offer of the caller, under another SKU.' }),
    SellerId: Type.String({ description: 'The seller of the offer.' }),
    SellerSKU: Type.Optional(Type.String({ description: "The SKU, only when it is the caller's own offer." })),
    SubCondition: SubConditionShape,
    FulfillmentChannel: ChannelText,
    ...priceFields,
    SellerFeedbackRating: SellerFeedbackShape,
  },
  { title: 'BuyBoxRival', description: 'The best eligible other offer of the buy box.' },
);

const TermsShape = Type.Object(
  {
    ListingPrice: Type.Optional(MoneyShape),
    Shipping: Type.Optional(MoneyShape),
    FulfillmentChannel: Type.Optional(ChannelText),
  },
  { title: 'AssumedTerms', description: 'The terms of the request, which the offer does not have.' },
);

const PresentOffer = Type.Object(
  {
    ListingPrice: MoneyShape,
    Shipping: Type.Optional(MoneyShape),
    LandedPrice: Type.Optional(MoneyShape),
    FulfillmentChannel: ChannelText,
    AfterFees: NetProceedsShape,
  },
  {
    title: 'ExplainedOffer',
    description:
      'The offer that is explained: as it is, or on the assumed terms. ListingPrice is the price that the customer type sees. Shipping and LandedPrice are absent while no shipping charge is set; AfterFees then counts none.',
  },
);

const WinningPrice = Type.Object(
  {
    ...winningPriceFields,
    AfterFees: Type.Optional(NetProceedsShape),
    Explanation: Type.String({ description: 'The result in a sentence.' }),
  },
  {
    title: 'WinningPrice',
    description:
      'The highest listing price with which the offer, with its own shipping, holds the buy box at this moment. Prices and AfterFees are present with VALID_FOEP.',
  },
);

const DECIDING_FIELDS = [
  ...['LandedPrice', 'FulfillmentChannel', 'SellerPositiveFeedbackRating', 'FeedbackCount', 'SellerId', 'SellerSKU'],
];

export const BoxExplanationAnswer = Type.Object(
  {
    payload: Type.Object(
      {
        MarketplaceId: Type.String({ description: 'The marketplace.' }),
        SellerSKU: Type.String({ description: "The caller's SKU." }),
        storeItemId: Type.String({ description: 'The item.' }),
        ItemCondition: ConditionText,
        CustomerType: CustomerTypeText,
        offerType: OfferTypeShape,
        Assumed: Type.Optional(TermsShape),
        Offer: PresentOffer,
        IsBuyBoxWinner: Type.Boolean({ description: 'Whether the offer holds the buy box.' }),
        Explanation: Type.String({ description: 'Why the offer holds the buy box or does not, in a sentence.' }),
        IsEligible: Type.Boolean({ description: 'Whether the offer passes every gate.' }),
        Gates: Type.Array(GateVerdictShape, { description: 'Every gate of the buy box rule, in its order.' }),
        Rank: Type.Optional(
          Type.Integer({ description: 'The place among the eligible offers; 1 wins. Absent when it is not eligible.' }),
        ),
        EligibleOffers: Type.Integer({ description: 'The number of eligible offers, this one included if it is one.' }),
        Holder: Type.Optional(RivalShape),
        GapToHolder: Type.Optional(MoneyShape),
        RunnerUp: Type.Optional(RivalShape),
        GapToRunnerUp: Type.Optional(MoneyShape),
        DecidedBy: Type.Optional(
          openSet(DECIDING_FIELDS, {
            description:
              'The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.',
          }),
        ),
        WinningPrice,
      },
      {
        title: 'BoxExplanation',
        description:
          'Why an offer of the caller holds the buy box or does not. Holder is another offer that holds it; RunnerUp is the next one when the offer itself does. A gap is the landed price of the offer minus that of the other: GapToHolder above zero means too dear, GapToRunnerUp below zero is the lead. Gaps are absent while no shipping charge is set.',
      },
    ),
  },
  { title: 'BoxExplanationAnswer', description: 'Why an offer of the caller holds the buy box or does not.' },
);
