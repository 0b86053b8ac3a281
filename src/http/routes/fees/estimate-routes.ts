import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Fault, type Problem } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { andThen, type MaybePromise, mapConcurrently } from '../../../domain/maybe-promise.ts';
import { readTime, TIME_RULE } from '../../../domain/time.ts';
import {
  FeesEstimateBody,
  FeesEstimateElement,
  FeesEstimateElements,
  readFeesRequest,
} from '../../../wire/fees/estimate-request.ts';
import {
  FeesEstimateAnswer,
  FeesEstimateAnswers,
  type ItemFailure,
  type Subject,
  writeFailure,
} from '../../../wire/fees/estimate-result.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { bodyCheck } from '../../server/validator.ts';
import { estimate, type FeeFacts, type Question } from './estimate.ts';

const Options = Type.Object({
  explain: Type.Optional(
    Type.Boolean({ description: 'Whether each fee says why it is what it is.', examples: [true] }),
  ),
  asOf: Type.Optional(
    Type.String({
      description: 'Estimate with the fees in force then: a date or time (RFC 3339).',
      examples: ['2027-01-01'],
    }),
  ),
});

const idShape = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: [example] });

const config = { right: 'seller-api:pricing:read' } as const;

const howTo = `Without \`FeesEstimateRequest\` the estimate is made for the caller's own active offer in the default marketplace. What
keeps this one item from being estimated is a result with \`Error\`, not an error of the request. \`explain=true\` adds to each fee
the rule, the tier and every figure behind it; \`asOf\` estimates with the fees in force on another day.`;

/** Spec 4.1, and the by-SKU and batch forms of decision 20. */
export const feeRoutes = (facts: FeeFacts, now: () => number) => (scope: FastifyInstance) => {
  const single = (idType: Question['idType'], name: string) => (request: FastifyRequest) => {
    const { FeesEstimateRequest: body } = request.body as Static<typeof FeesEstimateBody>;
    const idValue = (request.params as Record<string, string>)[name] ?? '';
    const result = andThen(facts.marketplaces(), (marketplaces) => {
      const read = body && readFeesRequest(body, marketplaces);
      if (Array.isArray(read)) throw new Fault('InvalidInput', read);
      return estimate(facts, { ...optionsOf(request, now), idType, idValue, request: read });
    });
    return andThen(result, (FeesEstimateResult) => ({ payload: { FeesEstimateResult } }));
  };

  scope.post(
    '/items/:StoreItemId/feesEstimate',
    {
      config,
      schema: {
        operationId: 'getFeesEstimateForItem',
        summary: 'What will I pay for selling this item?',
        description: `Estimates the fees of one sale of an item, by its StoreItemId. ${howTo}`,
        params: Type.Object({ StoreItemId: idShape('The marketplace item ID.', 'ITEM000001') }),
        querystring: Options,
        body: FeesEstimateBody,
        response: { 200: FeesEstimateAnswer },
      },
    },
    single('StoreItemId', 'StoreItemId'),
  );

  scope.post(
    '/listings/:SellerSKU/feesEstimate',
    {
      config,
      schema: {
        operationId: 'getFeesEstimateForSku',
        summary: 'What will I pay for selling this listing of mine?',
        description: `Estimates the fees of one sale of a listing, by the caller's own SKU. ${howTo}`,
        params: Type.Object({ SellerSKU: idShape("The caller's SKU.", 'DEMO-SKU-1') }),
        querystring: Options,
        body: FeesEstimateBody,
        response: { 200: FeesEstimateAnswer },
      },
    },
    single('SellerSKU', 'SellerSKU'),
  );

  const checkElement = bodyCheck(FeesEstimateElement);

  /** One bad element does not spoil the others: what would be a 400 alone is a ClientError here (decision 20). */
  const element = (
    request: FastifyRequest,
    options: SharedOptions,
    marketplaces: readonly Marketplace[],
    value: unknown,
  ): MaybePromise<object> => {
    const subject = subjectOf(options.sellerId, value);
    const wrong = checkElement(value);
    if (wrong) return writeFailure(subject, notValid(wrong));
    const { IdType, IdValue, FeesEstimateRequest: body } = value as Static<typeof FeesEstimateElement>;
    const read = body && readFeesRequest(body, marketplaces);
    if (Array.isArray(read)) return writeFailure(subject, notValid(read));
    const failed = (error: unknown): object => {
      if (error instanceof Fault && error.code === 'ServiceUnavailable') throw error;
      if (error instanceof Fault) return writeFailure(subject, notValid(error.problems));
      request.log.error({ err: error, requestId: request.id }, 'an estimate of a batch failed');
      return writeFailure(subject, internalError(request.id));
    };
    try {
      const result = estimate(facts, { ...options, idType: IdType, idValue: IdValue, request: read });
      return result instanceof Promise ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  };

  scope.post(
    '/feesEstimate',
    {
      config: { ...config, documentedBody: FeesEstimateElements },
      schema: {
        operationId: 'getFeesEstimates',
        summary: 'What will I pay for selling these?',
        description: `Up to 20 estimates at once, by item or by SKU; the results are in the order of the request. ${howTo}`,
        querystring: Options,
        body: Type.Array(Type.Object({}), { minItems: 1, maxItems: 20 }),
        response: { 200: FeesEstimateAnswers },
      },
    },
    (request) => {
      const options = optionsOf(request, now);
      return andThen(facts.marketplaces(), (marketplaces) =>
        mapConcurrently(request.body as unknown[], 1, (value) => element(request, options, marketplaces, value)),
      );
    },
  );
};

type SharedOptions = Pick<Question, 'sellerId' | 'now' | 'asOfMs' | 'explain'>;

function optionsOf(request: FastifyRequest, now: () => number): SharedOptions {
  const { explain = false, asOf } = request.query as Static<typeof Options>;
  const asOfMs = asOf === undefined ? undefined : readTime(asOf);
  if (asOf !== undefined && asOfMs === undefined) {
    throw new Fault('InvalidInput', {
      message: 'asOf is not valid.',
      details: `Query parameter asOf must be ${TIME_RULE}. Write the + of a time zone as %2B.`,
    });
  }
  return { sellerId: sellerOf(request), now: now(), asOfMs, explain };
}

/** What can be told of an element that may be anything: each field that is of its kind and size. */
function subjectOf(sellerId: string, value: unknown): Subject {
  const given = (value ?? {}) as Record<string, unknown>;
  const asked = (given.FeesEstimateRequest ?? {}) as Record<string, unknown>;
  return {
    sellerId,
    idType: textOf(given.IdType),
    idValue: textOf(given.IdValue),
    marketplaceId: textOf(asked.MarketplaceId),
    identifier: textOf(asked.Identifier),
    program: textOf(asked.OptionalFulfillmentProgram),
    isStoreFulfilled: typeof asked.IsStoreFulfilled === 'boolean' ? asked.IsStoreFulfilled : undefined,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' && value.length <= 256 ? value : undefined);

function notValid(problems: readonly Problem[]): ItemFailure {
  return {
    status: 'ClientError',
    code: 'InvalidParameterValue',
    message: 'The request for this item is not valid.',
    reasons: problems.map(({ details }) => details),
  };
}

function internalError(requestId: string): ItemFailure {
  return {
    status: 'ServiceError',
    code: 'InternalError',
    message: 'The service failed to estimate the fees of this item.',
    reasons: [`The failure is on our side. Quote request id ${requestId} to the operator.`],
  };
}
