import type { FeeEstimate } from '../../domain/fees/estimate.ts';
import type { EstimateIdentifier } from '../../domain/fees/estimate-subject.ts';
import { FAILURE_CODES, type ItemFailure } from '../../domain/fees/item-failure.ts';
import { writeTime } from '../../domain/time.ts';
import { FEE_TYPES } from '../../domain/vocabulary.ts';
import { MoneyShape, writeMoney } from '../money.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { WarningsShape } from '../warning.ts';
import { writeExplanation } from './explanation.ts';
import { FeeExplanationShape } from './explanation-shape.ts';

export const FeeTypeText = openSet(FEE_TYPES, {
  title: 'FeeType',
  description: 'ReferralFee, VariableClosingFee, PerItemFee or FSFulfillmentFee; an open set.',
});

const FeeDetail = Type.Named('FeeDetail', 'One fee: FinalFee = FeeAmount - FeePromotion + TaxAmount.', {
  FeeType: FeeTypeText,
  FeeAmount: MoneyShape,
  FeePromotion: MoneyShape,
  TaxAmount: MoneyShape,
  FinalFee: MoneyShape,
  Explanation: Type.Optional(FeeExplanationShape),
});

export const FeesEstimateIdentifier = Type.Named(
  'FeesEstimateIdentifier',
  'The item, price and seller of the estimate, with the values that counted: defaults are filled in.',
  {
    MarketplaceId: Type.Optional.String('The marketplace.'),
    IdType: Type.Optional.String('StoreItemId or SellerSKU.'),
    IdValue: Type.Optional.String('The item or listing.'),
    IsStoreFulfilled: Type.Optional.Boolean('Whether the store ships.'),
    PriceToEstimateFees: Type.Optional.Named('EstimatedPrice', 'What the buyer would pay.', {
      ListingPrice: MoneyShape,
      Shipping: MoneyShape,
      Points: Type.Optional.Object({ PointsNumber: Type.Integer() }),
    }),
    SellerId: Type.String('The seller that the caller acts for.'),
    SellerInputIdentifier: Type.Optional.String('The Identifier of the request.'),
    OptionalFulfillmentProgram: Type.Optional.String('The fulfilment program.'),
  },
);

/** What an estimate is, or why there is none. */
export const outcomeFields = {
  FeesEstimate: Type.Optional.Named('FeesEstimate', 'Present with Status Success.', {
    TimeOfFeesEstimation: Type.Time('The time of the estimate, RFC 3339.'),
    TotalFeesEstimate: MoneyShape,
    FeeDetailList: Type.Array(FeeDetail),
  }),
  Error: Type.Optional.Named('FeesEstimateError', 'Present with any other Status.', {
    Type: closedSet(['Sender', 'Receiver'], 'Sender (the request is wrong) or Receiver (the service failed).'),
    Code: closedSet(FAILURE_CODES, 'InvalidParameterValue, DataNotAvailable, MissingPrice or InternalError.'),
    Message: Type.String('What is wrong.'),
    Detail: Type.Array(Type.String(), { minItems: 1, description: 'The reasons, one per element.' }),
  }),
};

export const StatusShape = closedSet(['Success', 'ClientError', 'ServiceError'], {
  title: 'FeesEstimateStatus',
  description: 'Success, ClientError or ServiceError.',
});

const FeesEstimateResult = Type.Named('FeesEstimateResult', 'An estimate, or the reason why there is none.', {
  Status: StatusShape,
  FeesEstimateIdentifier,
  ...outcomeFields,
  warnings: WarningsShape,
});

export const FeesEstimateAnswer = Type.Named(
  'FeesEstimateAnswer',
  'The result. When the item cannot be estimated, it holds the reason.',
  {
    payload: Type.Named('FeesEstimatePayload', 'The result.', { FeesEstimateResult }),
    warnings: WarningsShape,
  },
);

export const FeesEstimateAnswers = Type.Array(FeesEstimateResult, {
  title: 'FeesEstimateAnswers',
  description: 'The results, in the order of the request.',
});

export function writeIdentifier(identifier: EstimateIdentifier): object {
  const { price } = identifier;
  return {
    MarketplaceId: identifier.marketplaceId,
    IdType: identifier.idType,
    IdValue: identifier.idValue,
    IsStoreFulfilled: identifier.isStoreFulfilled,
    PriceToEstimateFees: price && {
      ListingPrice: writeMoney(price.listingMinor, price.currency),
      Shipping: writeMoney(price.shippingMinor, price.currency),
      Points: price.points === undefined ? undefined : { PointsNumber: price.points },
    },
    SellerId: identifier.sellerId,
    SellerInputIdentifier: identifier.sellerInputIdentifier,
    OptionalFulfillmentProgram: identifier.program,
  };
}

export function writeFailure(identifier: EstimateIdentifier, failure: ItemFailure): object {
  return {
    Status: failure.status,
    FeesEstimateIdentifier: writeIdentifier(identifier),
    Error: writeError(failure),
  };
}

export function writeError({ status, code, message, reasons }: ItemFailure): object {
  return { Type: status === 'ClientError' ? 'Sender' : 'Receiver', Code: code, Message: message, Detail: reasons };
}

export function writeEstimate(
  identifier: EstimateIdentifier,
  estimate: FeeEstimate,
  now: number,
  explain: boolean,
): object {
  return {
    Status: 'Success',
    FeesEstimateIdentifier: writeIdentifier(identifier),
    FeesEstimate: writeFees(estimate, identifier.price?.currency ?? '', now, explain),
  };
}

export function writeFees(estimate: FeeEstimate, currency: string, now: number, explain: boolean) {
  return {
    TimeOfFeesEstimation: writeTime(now),
    TotalFeesEstimate: writeMoney(estimate.totalMinor, currency),
    FeeDetailList: estimate.details.map((detail) => ({
      FeeType: detail.feeType,
      FeeAmount: writeMoney(detail.feeAmountMinor, currency),
      FeePromotion: writeMoney(detail.promotionMinor, currency),
      TaxAmount: writeMoney(detail.taxMinor, currency),
      FinalFee: writeMoney(detail.finalMinor, currency),
      Explanation: explain ? writeExplanation(detail.explanation, currency) : undefined,
    })),
  };
}
