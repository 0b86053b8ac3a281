import { MoneyShape, priceFields } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { CustomerTypeText } from '../history/reference-price.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { OfferTypeShape, SellerFeedbackShape, SubConditionShape } from '../shelf-offer.ts';
import { GateVerdictShape } from './gate-verdict.ts';
import { NetAndProfitShape } from './net-proceeds.ts';
import { TermsRevisionShape } from './terms-revision.ts';
import { winningPriceFields } from './winning-price.ts';

const RivalShape = Type.Named('BuyBoxRival', 'The best eligible other offer of the buy box.', {
  MyOffer: Type.Boolean('Whether it is an offer of the caller, under another SKU.'),
  SellerId: Type.String('The seller of the offer.'),
  SellerSKU: Type.Optional.String("The SKU, only when it is the caller's own offer."),
  SubCondition: SubConditionShape,
  FulfillmentChannel: ChannelText,
  ...priceFields,
  SellerFeedbackRating: SellerFeedbackShape,
});

const TermsShape = Type.Named('AssumedTerms', 'The terms of the request, which the offer does not have.', {
  ListingPrice: Type.Optional(MoneyShape),
  Shipping: Type.Optional(MoneyShape),
  FulfillmentChannel: Type.Optional(ChannelText),
});

const PresentOffer = Type.Named(
  'ExplainedOffer',
  'The offer that is explained: as it is, or on the assumed terms. ListingPrice is the price that the customer type sees. Shipping and LandedPrice are absent while no shipping charge is set; AfterFees then counts none.',
  {
    ListingPrice: MoneyShape,
    Shipping: Type.Optional(MoneyShape),
    LandedPrice: Type.Optional(MoneyShape),
    FulfillmentChannel: ChannelText,
    AfterFees: NetAndProfitShape,
  },
);

const WinningPrice = Type.Named(
  'WinningPrice',
  'The highest listing price with which the offer, with its own shipping, holds the buy box at this moment. Prices and AfterFees are present with VALID_FOEP.',
  {
    ...winningPriceFields,
    AfterFees: Type.Optional(NetAndProfitShape),
    Explanation: Type.String('The result in a sentence.'),
  },
);

const DECIDING_FIELDS = [
  ...['LandedPrice', 'FulfillmentChannel', 'SellerPositiveFeedbackRating', 'FeedbackCount', 'SellerId', 'SellerSKU'],
];

export const DecidedByShape = Type.Optional(
  openSet(
    DECIDING_FIELDS,
    'The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.',
  ),
);

export const BoxExplanationAnswer = Type.Named(
  'BoxExplanationAnswer',
  'Why an offer of the caller holds the buy box or does not.',
  {
    payload: Type.Named(
      'BoxExplanation',
      'Why an offer of the caller holds the buy box or does not. Holder is another offer that holds it; RunnerUp is the next one when the offer itself does. A gap is the landed price of the offer minus that of the other: GapToHolder above zero means too dear, GapToRunnerUp below zero is the lead. Gaps are absent while no shipping charge is set.',
      {
        MarketplaceId: Type.String('The marketplace.'),
        SellerSKU: Type.String("The caller's SKU."),
        storeItemId: Type.String('The item.'),
        TermsRevision: TermsRevisionShape,
        ItemCondition: ConditionText,
        CustomerType: CustomerTypeText,
        offerType: OfferTypeShape,
        Assumed: Type.Optional(TermsShape),
        Offer: PresentOffer,
        IsBuyBoxWinner: Type.Boolean('Whether the offer holds the buy box.'),
        Explanation: Type.String('Why the offer holds the buy box or does not, in a sentence.'),
        IsEligible: Type.Boolean('Whether the offer passes every gate.'),
        Gates: Type.Array(GateVerdictShape, 'Every gate of the buy box rule, in its order.'),
        Rank: Type.Optional.Integer('The place among the eligible offers; 1 wins. Absent when it is not eligible.'),
        EligibleOffers: Type.Integer('The number of eligible offers, this one included if it is one.'),
        Holder: Type.Optional(RivalShape),
        GapToHolder: Type.Optional(MoneyShape),
        RunnerUp: Type.Optional(RivalShape),
        GapToRunnerUp: Type.Optional(MoneyShape),
        DecidedBy: DecidedByShape,
        WinningPrice,
      },
    ),
  },
);
