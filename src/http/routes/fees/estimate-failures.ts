import type { Problem } from '../../../domain/fault.ts';
import type { ItemFailure } from '../../../domain/fees/item-failure.ts';

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
