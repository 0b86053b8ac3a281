import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import type { EstimateIdentifier } from '../../../domain/fees/estimate-subject.ts';
import type { ItemFailure } from '../../../domain/fees/item-failure.ts';
import { writtenProgram } from '../../../domain/fees/program.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { FeesEstimateElement, readFeesRequest } from '../../../wire/fees/estimate-request.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { internalError, invalidElement } from './estimate-failures.ts';
import { marketplaceFor } from './estimate-query.ts';
import type { SubjectQuery } from './estimate-subject.ts';

const checkElement = bodyCheck(FeesEstimateElement);

type ElementQuery =
  | { query: SubjectQuery; failure?: undefined }
  | { query?: undefined; identifier: EstimateIdentifier; failure: ItemFailure };

/** An element of several, checked on its own: an invalid one is a failure of this element (decision 20). */
export function readElement(sellerId: string, element: unknown, marketplaces: readonly Marketplace[]): ElementQuery {
  const failed = (problems: readonly Problem[]) => ({
    identifier: readableIdentifier(sellerId, element),
    failure: invalidElement(problems),
  });
  const problems = checkElement(element);
  if (problems) return failed(problems);
  const { IdType: idType, IdValue: idValue, FeesEstimateRequest: body } = element as Static<typeof FeesEstimateElement>;
  const request = body && readFeesRequest(body, marketplaces);
  if (Array.isArray(request)) return failed(request);
  const marketplace = marketplaceFor(request, marketplaces);
  return { query: { sellerId, idType, idValue, marketplace, request } };
}

/** What an element that failed says of itself: the identifying fields that have the right type and length. */
export function readableIdentifier(sellerId: string, element: unknown): EstimateIdentifier {
  const fields = (element ?? {}) as Record<string, unknown>;
  const request = (fields.FeesEstimateRequest ?? {}) as Record<string, unknown>;
  const program = shortText(request.OptionalFulfillmentProgram);
  return {
    sellerId,
    idType: shortText(fields.IdType),
    idValue: shortText(fields.IdValue),
    marketplaceId: shortText(request.MarketplaceId),
    sellerInputIdentifier: shortText(request.Identifier),
    program: program === undefined ? undefined : writtenProgram(program),
    isStoreFulfilled: typeof request.IsStoreFulfilled === 'boolean' ? request.IsStoreFulfilled : undefined,
  };
}

const shortText = (value: unknown) => (typeof value === 'string' && value.length <= 256 ? value : undefined);

/** An error is a failure of this element only. Without the database there is no answer at all: then it throws. */
export function failureOf(error: unknown, request: FastifyRequest): ItemFailure {
  if (error instanceof Fault && error.code === 'ServiceUnavailable') throw error;
  if (error instanceof Fault) return invalidElement(error.problems);
  request.log.error({ err: error, requestId: request.id }, 'an estimate of a batch failed');
  return internalError(request.id);
}
