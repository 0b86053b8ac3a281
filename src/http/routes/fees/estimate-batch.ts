import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { andThen, type MaybePromise, mapConcurrently } from '../../../domain/maybe-promise.ts';
import {
  elementWarnings,
  FeesEstimateElement,
  FeesEstimateElements,
  readFeesRequest,
} from '../../../wire/fees/estimate-request.ts';
import { type EstimateIdentifier, FeesEstimateAnswers, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { batchExamples } from '../../../wire/fees/examples.ts';
import { successWith } from '../../server/success.ts';
import { bodyCheck } from '../../server/validator.ts';
import { estimate, type FeeFacts } from './estimate.ts';
import { internalError, invalidElement } from './estimate-failures.ts';
import { EstimateOptions, marketplaceFor, noEndpoint, type SharedQuery, sharedQueryOf } from './estimate-query.ts';
import { howToEstimate } from './estimate-routes.ts';

/** One estimate after the other: a batch takes one connection of the pool. */
const MAX_CONCURRENT_ESTIMATES = 1;

/** The batch form of 4.1 (decision 20). */
export const estimateBatchRoutes = (facts: FeeFacts, now: () => number) => (scope: FastifyInstance) => {
  const checkElement = bodyCheck(FeesEstimateElement);

  /** The result of one element, with its warnings. */
  const answerElement = (...given: Parameters<typeof estimateElement>): MaybePromise<object> => {
    const warnings = elementWarnings(given[3]);
    const result = estimateElement(...given);
    return warnings.length === 0 ? result : andThen(result, (found) => ({ ...found, warnings }));
  };

  const estimateElement = (
    request: FastifyRequest,
    shared: SharedQuery,
    marketplaces: readonly Marketplace[],
    element: unknown,
  ): MaybePromise<object> => {
    const identifier = readableIdentifier(shared.sellerId, element);
    const problems = checkElement(element);
    if (problems) return writeFailure(identifier, invalidElement(problems));
    const { IdType: idType, IdValue: idValue, FeesEstimateRequest: body } = element as Element;
    const read = body && readFeesRequest(body, marketplaces);
    if (Array.isArray(read)) return writeFailure(identifier, invalidElement(read));

    const failed = (error: unknown): object => {
      if (error instanceof Fault && error.code === 'ServiceUnavailable') throw error;
      if (error instanceof Fault) return writeFailure(identifier, invalidElement(error.problems));
      request.log.error({ err: error, requestId: request.id }, 'an estimate of a batch failed');
      return writeFailure(identifier, internalError(request.id));
    };
    try {
      const marketplace = marketplaceFor(read, marketplaces);
      const result = estimate(facts, { ...shared, idType, idValue, marketplace, request: read });
      return result instanceof Promise ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  };

  scope.post(
    '/feesEstimate',
    {
      config: { right: 'seller-api:pricing:read', documentedBody: FeesEstimateElements },
      schema: {
        operationId: 'getFeesEstimates',
        summary: 'Estimate fees in a batch',
        description: `Makes up to 20 estimates, by item or by SKU. The results are in the order of the request. ${howToEstimate}`,
        querystring: EstimateOptions,
        // Each element is checked on its own: an invalid one must not fail the others.
        body: Type.Array(Type.Object({}), { minItems: 1, maxItems: 20 }),
        response: {
          200: successWith(FeesEstimateAnswers, 'The results, in the order of the request.', batchExamples),
          ...noEndpoint,
        },
      },
    },
    (request) => {
      const shared = sharedQueryOf(request, now);
      return andThen(facts.marketplaces(), (marketplaces) =>
        mapConcurrently(request.body as unknown[], MAX_CONCURRENT_ESTIMATES, (element) =>
          answerElement(request, shared, marketplaces, element),
        ),
      );
    },
  );
};

type Element = Static<typeof FeesEstimateElement>;

/** The identifying fields of an element that may be invalid: those that have the right type and length. */
function readableIdentifier(sellerId: string, element: unknown): EstimateIdentifier {
  const fields = (element ?? {}) as Record<string, unknown>;
  const request = (fields.FeesEstimateRequest ?? {}) as Record<string, unknown>;
  return {
    sellerId,
    idType: shortText(fields.IdType),
    idValue: shortText(fields.IdValue),
    marketplaceId: shortText(request.MarketplaceId),
    sellerInputIdentifier: shortText(request.Identifier),
    program: shortText(request.OptionalFulfillmentProgram),
    isStoreFulfilled: typeof request.IsStoreFulfilled === 'boolean' ? request.IsStoreFulfilled : undefined,
  };
}

const shortText = (value: unknown) => (typeof value === 'string' && value.length <= 256 ? value : undefined);
