import { noScheduleInForce } from './net-proceeds.ts';

export const FAILURE_CODES = ['InvalidParameterValue', 'DataNotAvailable', 'MissingPrice', 'InternalError'] as const;

/** The reason why one item has no estimate (decision 17): a value, not a fault. `reasons` is never empty. */
export type ItemFailure = {
  status: 'ClientError' | 'ServiceError';
  code: (typeof FAILURE_CODES)[number];
  message: string;
  reasons: readonly string[];
};

export function invalidId(idType: string, idValue: string, marketplaceId: string): ItemFailure {
  const message = `${idValue} is an invalid ${idType} for marketplace ${marketplaceId}`;
  const reason =
    idType === 'SellerSKU'
      ? `The caller has no listing with SellerSKU ${idValue} in ${marketplaceId}.`
      : `There is no item ${idValue} in ${marketplaceId}.`;
  return { status: 'ClientError', code: 'InvalidParameterValue', message, reasons: [reason] };
}

export function missingPrice(idValue: string, marketplaceId: string): ItemFailure {
  return {
    status: 'ClientError',
    code: 'MissingPrice',
    message: 'There is no price to estimate the fees of.',
    reasons: [
      `The caller has no active offer on ${idValue} in ${marketplaceId}. Send FeesEstimateRequest with PriceToEstimateFees.`,
    ],
  };
}

export const noDefaultMarketplace: ItemFailure = {
  status: 'ServiceError',
  code: 'DataNotAvailable',
  message: 'There is no default marketplace.',
  reasons: ['Send FeesEstimateRequest with a MarketplaceId.'],
};

/** A date of the caller's own choice makes it a ClientError; without one the operator has left a gap. */
export function noSchedule(marketplaceId: string, atMs: number, isCallersDate: boolean): ItemFailure {
  return {
    status: isCallersDate ? 'ClientError' : 'ServiceError',
    ...noScheduleInForce(marketplaceId, atMs),
  };
}

/** Such an estimate throws: it must not keep others from theirs. */
export const feeTooLarge: ItemFailure = {
  status: 'ServiceError',
  code: 'InternalError',
  message: 'The service failed to estimate the fees of this item.',
  reasons: ['A fee is too large for an exact number.'],
};
