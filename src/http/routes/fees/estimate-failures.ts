import type { Problem } from '../../../domain/fault.ts';
import { noScheduleInForce } from '../../../domain/fees/net-proceeds.ts';
import type { ItemFailure } from '../../../wire/fees/estimate-result.ts';

/** The reasons why one item has no estimate. Each is a result with `Error`, not an error of the request (decision 17). */

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

/** An element of a batch that would be a 400 if it were sent alone (decision 20). */
export function invalidElement(problems: readonly Problem[]): ItemFailure {
  return {
    status: 'ClientError',
    code: 'InvalidParameterValue',
    message: 'The request for this item is not valid.',
    reasons: problems.map(({ details }) => details),
  };
}

export function internalError(requestId: string): ItemFailure {
  return {
    status: 'ServiceError',
    code: 'InternalError',
    message: 'The service failed to estimate the fees of this item.',
    reasons: [`The failure is on our side. Quote request id ${requestId} to the operator.`],
  };
}
