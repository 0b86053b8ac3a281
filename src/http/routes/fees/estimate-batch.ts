import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { andThen, type MaybePromise, mapConcurrently, recovering } from '../../../domain/maybe-promise.ts';
import { elementWarnings, FeesEstimateElements } from '../../../wire/fees/estimate-request.ts';
import { FeesEstimateAnswers, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { batchExamples } from '../../../wire/fees/examples.ts';
import { Type } from '../../../wire/type.ts';
import { successWith } from '../../server/success.ts';
import { estimate } from './estimate.ts';
import { failureOf, readElement } from './estimate-element.ts';
import { EstimateOptions, noEndpoint, type SharedQuery, sharedQueryOf } from './estimate-query.ts';
import { howToEstimate } from './estimate-routes.ts';
import type { FeeFacts } from './estimate-subject.ts';

/** One estimate after the other: a batch takes one connection of the pool. */
const MAX_CONCURRENT_ESTIMATES = 1;

/** The batch form of 4.1 (decision 20). */
export const estimateBatchRoutes = (facts: FeeFacts, now: () => number) => (scope: FastifyInstance) => {
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
    const read = readElement(shared.sellerId, element, marketplaces);
    if (read.failure) return writeFailure(read.identifier, read.failure);
    return recovering(
      () => estimate(facts, { ...shared, ...read.query }),
      (error) => writeFailure(read.identifier, failureOf(error, request)),
    );
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
