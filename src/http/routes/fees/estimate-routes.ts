import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { andThen } from '../../../domain/maybe-promise.ts';
import type { Market } from '../../../market/market.ts';
import { bodyWarnings, FeesEstimateBody, readFeesRequest } from '../../../wire/fees/estimate-request.ts';
import { FeesEstimateAnswer } from '../../../wire/fees/estimate-result.ts';
import { estimateExamples } from '../../../wire/fees/examples.ts';
import { identifierShape } from '../../../wire/identifier.ts';
import { Type } from '../../../wire/type.ts';
import { successWith } from '../../answers/success.ts';
import { warnOfFields } from '../../requests/warning-header.ts';
import { type EstimateQuery, estimate } from './estimate.ts';
import {
  marketplaceFor,
  marketplaceFromQuery,
  noEndpoint,
  SingleEstimateOptions,
  sharedQueryOf,
} from './estimate-query.ts';

const config = { right: 'seller-api:pricing:read' } as const;

export const howToEstimate = `Without \`FeesEstimateRequest\` the estimate is for the caller's own active offer in the default
marketplace. When one item cannot be estimated, its result has an \`Error\`; the request itself succeeds. \`explain=true\` adds to
each fee the rule, the tier and every figure behind it. \`asOf\` estimates with the fees in force on another day. Unknown keys of the
body are ignored; those that are nearly a known key are named in \`warnings\`.`;

const answer = (...ids: Parameters<typeof estimateExamples>) =>
  successWith(
    FeesEstimateAnswer,
    'The result. When the item cannot be estimated, it holds the reason.',
    estimateExamples(...ids),
  );

/** Spec 4.1, and the same by SKU (decision 20). */
export const estimateRoutes =
  ({ facts, now }: Market) =>
  (scope: FastifyInstance) => {
    const estimateBy = (idType: EstimateQuery['idType']) => (request: FastifyRequest, reply: FastifyReply) => {
      const { FeesEstimateRequest: body } = request.body as Static<typeof FeesEstimateBody>;
      const idValue = (request.params as Record<string, string>)[idType] ?? '';
      const result = andThen(facts.marketplaces(), (marketplaces) => {
        const read = body && readFeesRequest(body, marketplaces);
        if (Array.isArray(read)) throw new Fault('InvalidInput', read);
        const { MarketplaceId: inQuery } = request.query as Static<typeof SingleEstimateOptions>;
        const marketplace = marketplaceFor(read, marketplaces, inQuery);
        return estimate(facts, { ...sharedQueryOf(request, now), idType, idValue, marketplace, request: read });
      });
      const warnings = bodyWarnings(request.body, (keys) => warnOfFields(reply, keys));
      return andThen(result, (FeesEstimateResult) =>
        warnings.length === 0 ? { payload: { FeesEstimateResult } } : { payload: { FeesEstimateResult }, warnings },
      );
    };

    scope.post('/items/:StoreItemId/feesEstimate', {
      config,
      preValidation: marketplaceFromQuery,
      schema: {
        operationId: 'getFeesEstimateForItem',
        summary: 'Estimate fees for an item',
        description: `Estimates the fees of one sale of an item, by its StoreItemId. ${howToEstimate}`,
        params: Type.Object({ StoreItemId: identifierShape('The marketplace item ID.', 'ITEM000001') }),
        querystring: SingleEstimateOptions,
        body: FeesEstimateBody,
        response: { 200: answer('StoreItemId', 'ITEM000001'), ...noEndpoint },
      },
      handler: estimateBy('StoreItemId'),
    });

    scope.post('/listings/:SellerSKU/feesEstimate', {
      config,
      preValidation: marketplaceFromQuery,
      schema: {
        operationId: 'getFeesEstimateForSku',
        summary: 'Estimate fees for a SKU',
        description: `Estimates the fees of one sale of a listing, by the caller's own SKU. ${howToEstimate}`,
        params: Type.Object({ SellerSKU: identifierShape("The caller's SKU.", 'DEMO-SKU-1') }),
        querystring: SingleEstimateOptions,
        body: FeesEstimateBody,
        response: { 200: answer('SellerSKU', 'DEMO-SKU-1'), ...noEndpoint },
      },
      handler: estimateBy('SellerSKU'),
    });
  };
