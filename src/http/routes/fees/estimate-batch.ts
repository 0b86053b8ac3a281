import type { FastifyInstance, FastifyRequest } from 'fastify';
import { andThen, type MaybePromise, mapConcurrently, recovering } from '../../../domain/maybe-promise.ts';
import type { Market } from '../../../market/market.ts';
import { elementWarnings, FeesEstimateElements } from '../../../wire/fees/estimate-request.ts';
import { FeesEstimateAnswers, writeFailure } from '../../../wire/fees/estimate-result.ts';
import { batchExamples } from '../../../wire/fees/examples.ts';
import { Type } from '../../../wire/type.ts';
import { keysWithin, type NamedKey } from '../../../wire/unknown-key-warnings.ts';
import type { Warning } from '../../../wire/warning.ts';
import { successWith } from '../../answers/success.ts';
import { warnOfFields } from '../../requests/warning-header.ts';
import { estimate } from './estimate.ts';
import { failureOf, readableIdentifier, readElement } from './estimate-element.ts';
import { EstimateOptions, noEndpoint, type SharedQuery, sharedQueryOf } from './estimate-query.ts';
import { howToEstimate } from './estimate-routes.ts';
import { readTogether } from './read-together.ts';

/** One estimate after the other: a batch takes one connection of the pool. */
const MAX_CONCURRENT_ESTIMATES = 1;

type Element = { element: unknown; read: ReturnType<typeof readElement>; warnings: readonly Warning[] };

/** The batch form of 4.1 (decision 20). */
export const estimateBatchRoutes =
  ({ facts, now }: Market) =>
  (scope: FastifyInstance) => {
    /** The result of one element, with its warnings. */
    const answerElement = (request: FastifyRequest, shared: SharedQuery, { element, read, warnings }: Element) => {
      const result: MaybePromise<object> = read.failure
        ? writeFailure(read.identifier, read.failure)
        : recovering(
            () => estimate(facts, { ...shared, ...read.query }),
            (error) => writeFailure(readableIdentifier(shared.sellerId, element), failureOf(error, request)),
          );
      return warnings.length === 0 ? result : andThen(result, (found) => ({ ...found, warnings }));
    };

    scope.post('/feesEstimate', {
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
      handler: (request, reply) => {
        const shared = sharedQueryOf(request, now);
        return andThen(facts.marketplaces(), (marketplaces) => {
          const unknown: NamedKey[] = [];
          const elements = (request.body as unknown[]).map((element, n) => ({
            element,
            read: readElement(shared.sellerId, element, marketplaces),
            warnings: elementWarnings(element, (keys) => unknown.push(...keysWithin(`${n}`, keys))),
          }));
          if (unknown.length > 0) warnOfFields(reply, unknown);
          const queries = elements.flatMap(({ read }) => read.query ?? []);
          return andThen(readTogether(facts, shared.sellerId, queries), () =>
            mapConcurrently(elements, MAX_CONCURRENT_ESTIMATES, (element) => answerElement(request, shared, element)),
          );
        });
      },
    });
  };
