import type { Static } from 'typebox';
import type { Problem } from '../../../domain/fault.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import type { BoxName, Contender } from '../../../domain/pricing/decision.ts';
import type { ExpectedPrice } from '../../../domain/pricing/expected-price.ts';
import { GATES } from '../../../domain/pricing/gates.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { batchAnswerOf } from '../batch-answer.ts';
import { inOneSpelling, type SpelledFields } from '../field-spellings.ts';
import { CustomerTypeText } from '../history/reference-price.ts';
import { ChannelText, ConditionText } from '../offer-summary.ts';
import { SellerSkuShape } from '../query.ts';
import { OfferTypeShape, SellerFeedbackShape, SubConditionShape } from '../shelf-offer.ts';
import { FeaturedPriceShape, writeFeaturedPrice, writeFeedback } from './featured-offer.ts';
import { EXPECTED_PRICE_STATUSES } from './winning-price.ts';

/** Expected prices in one batch. */
export const MAX_EXPECTED_PRICES = 40;

const noEffect = 'Accepted from clients that send it. It has no effect.';

/** One request of the batch, in its own spelling (decision 43). */
export const ExpectedPriceRequest = Type.Named(
  'ExpectedPriceRequest',
  "One of the caller's listings. MarketplaceId and SellerSKU mean the same as marketplaceId and sku.",
  {
    marketplaceId: MarketplaceIdShape,
    sku: SellerSkuShape,
    uri: Type.Optional.String(noEffect),
    method: Type.Optional.String(noEffect),
    segment: Type.Optional.Object({}, { additionalProperties: true, description: noEffect }),
  },
);
export type ExpectedPriceRequest = Static<typeof ExpectedPriceRequest>;

/** The documented body. */
export const ExpectedPriceBatch = Type.Named(
  'ExpectedPriceBatch',
  `Up to ${MAX_EXPECTED_PRICES} listings. An invalid request gets its own error; the others are still answered.`,
  {
    requests: Type.Array(ExpectedPriceRequest, {
      minItems: 1,
      maxItems: MAX_EXPECTED_PRICES,
      description: `Up to ${MAX_EXPECTED_PRICES} requests.`,
    }),
  },
  {
    examples: [
      {
        requests: [
          { marketplaceId: 'STORE_US', sku: 'DEMO-SKU-1' },
          { marketplaceId: 'STORE_US', sku: 'NOPE' },
        ],
      },
    ],
  },
);

/** A request as it was sent, in its own spelling and without unknown fields. */
export function knownRequestFields(sent: Record<string, unknown>): SpelledFields {
  const names = Object.keys(ExpectedPriceRequest.properties);
  return inOneSpelling(sent, names, { MarketplaceId: 'marketplaceId', SellerSKU: 'sku' });
}

/** The error of a request for a SKU that the caller does not have, with status 400. */
export const invalidSku = (marketplaceId: string): Problem & { code: string } => ({
  code: 'INVALID_SKU',
  message: 'There is no such listing.',
  details: `The caller has no listing with this sku in marketplace ${marketplaceId}.`,
});

const identifier = {
  marketplaceId: Type.String('The marketplace of the offer.'),
  sellerId: Type.String('The seller of the offer.'),
  storeItemId: Type.String('The item of the offer.'),
  fulfillmentType: ChannelText,
};

const FeaturedOfferShape = Type.Named(
  'IdentifiedFeaturedOffer',
  'An eligible offer, at the price that the customer type of the result sees.',
  {
    offerIdentifier: Type.Named('FeaturedOfferIdentifier', 'Which offer it is.', {
      ...identifier,
      sku: Type.Optional.String("The SKU. Only for the caller's own offers."),
    }),
    condition: ConditionText,
    subCondition: SubConditionShape,
    price: FeaturedPriceShape,
    SellerFeedbackRating: SellerFeedbackShape,
  },
);

const ResultShape = Type.Named(
  'FeaturedOfferExpectedPriceResult',
  `The expected price for one buy box. competingFeaturedOffer is the best eligible other offer, also of the caller's own;
currentFeaturedOffer holds the buy box now, and may be the offer itself. Both are absent when there is none.`,
  {
    CustomerType: CustomerTypeText,
    offerType: OfferTypeShape,
    resultStatus: openSet(
      EXPECTED_PRICE_STATUSES,
      `VALID_FOEP: there is an expected price. NO_COMPETING_OFFER: no other offer is eligible and the item has no
competitive price threshold, so every price wins. OFFER_NOT_ELIGIBLE: no price wins, for the reasons given. NO_WINNING_PRICE: the
listing price would have to be negative. An open set.`,
    ),
    featuredOfferExpectedPrice: Type.Optional.Named(
      'FeaturedOfferExpectedPrice',
      `Only with VALID_FOEP: the highest listing price with which the offer, with its own shipping, holds the buy box
at this moment. For the B2B result it is a business price.`,
      { listingPrice: MoneyShape },
    ),
    reasons: Type.Optional.Array(
      openSet([...GATES, 'noBusinessPrice', 'hasBusinessPrice'], 'A gate, or a reason.'),
      `Only with OFFER_NOT_ELIGIBLE: the gates that the offer fails (${GATES.slice(0, -1).join(', ')}), or why it is not in
this buy box: noBusinessPrice (B2B), hasBusinessPrice (B2C for businesses). An open set.`,
    ),
    competingFeaturedOffer: Type.Optional(FeaturedOfferShape),
    currentFeaturedOffer: Type.Optional(FeaturedOfferShape),
  },
);

export const ExpectedPriceAnswer = batchAnswerOf(
  'ExpectedPrice',
  Type.Named('FeaturedOfferExpectedPrices', 'The expected prices of one listing.', {
    offerIdentifier: Type.Named('OwnOfferIdentifier', "The caller's offer.", {
      ...identifier,
      sku: Type.String("The caller's SKU."),
    }),
    featuredOfferExpectedPriceResults: Type.Array(
      ResultShape,
      'One for each buy box of the condition of the offer: Consumer B2C, Business B2B, Business B2C.',
    ),
  }),
);

/** The body of one answer of the batch. */
export function writeExpectedPrices(offer: Offer, results: readonly { box: BoxName; expected: ExpectedPrice }[]) {
  return {
    offerIdentifier: writeIdentifier(offer, offer, offer.sku),
    featuredOfferExpectedPriceResults: results.map(({ box, expected }) => writeResult(offer, box, expected)),
  };
}

function writeResult(own: Offer, { customer, offerType }: BoxName, expected: ExpectedPrice) {
  const { status, listingMinor, reasons, competing, current } = expected;
  return {
    CustomerType: customer,
    offerType,
    resultStatus: status,
    featuredOfferExpectedPrice:
      listingMinor === undefined ? undefined : { listingPrice: writeMoney(listingMinor, own.currency) },
    reasons,
    competingFeaturedOffer: competing && writeFeaturedOffer(own, competing),
    currentFeaturedOffer: current && writeFeaturedOffer(own, current),
  };
}

/** The SKU of another seller's offer is private. */
function writeFeaturedOffer(own: Offer, offer: Contender) {
  return {
    offerIdentifier: writeIdentifier(own, offer, offer.sellerId === own.sellerId ? offer.sku : undefined),
    condition: own.condition,
    subCondition: offer.subCondition,
    price: writeFeaturedPrice(offer, own.currency),
    SellerFeedbackRating: writeFeedback(offer),
  };
}

function writeIdentifier(
  { marketplaceId, itemId }: Offer,
  { sellerId, channel }: Pick<Contender, 'sellerId' | 'channel'>,
  sku: string | undefined,
) {
  return { marketplaceId, sellerId, sku, storeItemId: itemId, fulfillmentType: channel };
}
