import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Fault } from '../../domain/fault.ts';
import { readTime, TIME_RULE } from '../../domain/time.ts';
import { sellerOf } from '../bearer.ts';
import { bodyCheck } from '../validator.ts';
import {
  FeesEstimateBody,
  FeesEstimateElement,
  type FeesEstimateRequest,
  readFeesRequest,
} from '../wire/fees-request.ts';
import { FeesEstimateAnswer, FeesEstimateAnswers, writeFailure } from '../wire/fees-result.ts';
import { estimate, type FeeFacts, type Question } from './fees-estimate.ts';

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
  const single = (idType: Question['idType'], name: string) => async (request: FastifyRequest) => {
    const { FeesEstimateRequest: body } = request.body as Static<typeof FeesEstimateBody>;
    const read = body && readFeesRequest(body, await facts.marketplaces());
    if (Array.isArray(read)) throw new Fault('InvalidInput', read);
    const idValue = (request.params as Record<string, string>)[name] ?? '';
    const result = await estimate(facts, { ...optionsOf(request, now), idType, idValue, request: read });
    return { payload: { FeesEstimateResult: result } };
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
  const element = async (options: SharedOptions, value: unknown): Promise<object> => {
    const wrong = checkElement(value);
    const given = value as Partial<Static<typeof FeesEstimateElement>>;
    const subject = {
      sellerId: options.sellerId,
      idType: textOf(given.IdType),
      idValue: textOf(given.IdValue),
      identifier: textOf((given.FeesEstimateRequest as Record<string, unknown> | undefined)?.Identifier),
    };
    const invalid = (reasons: readonly string[]) =>
      writeFailure(subject, {
        status: 'ClientError',
        code: 'InvalidParameterValue',
        message: 'The request for this item is not valid.',
        reasons,
      });
    if (wrong) return invalid(wrong.map(({ details }) => details));
    const { IdType, IdValue, FeesEstimateRequest: body } = value as Static<typeof FeesEstimateElement>;
    const read = body && readFeesRequest(body as Static<typeof FeesEstimateRequest>, await facts.marketplaces());
    if (Array.isArray(read)) return invalid(read.map(({ details }) => details));
    return estimate(facts, { ...options, idType: IdType, idValue: IdValue, request: read });
  };

  scope.post(
    '/feesEstimate',
    {
      config,
      schema: {
        operationId: 'getFeesEstimates',
        summary: 'What will I pay for selling these?',
        description: `Up to 20 estimates at once, by item or by SKU; the results are in the order of the request. ${howTo}`,
        querystring: Options,
        body: Type.Array(Type.Object({}), {
          minItems: 1,
          maxItems: 20,
          description: 'One FeesEstimateElement for each estimate.',
          examples: [
            [
              { IdType: 'StoreItemId', IdValue: 'ITEM000001' },
              { IdType: 'SellerSKU', IdValue: 'DEMO-SKU-2' },
            ],
          ],
        }),
        response: { 200: FeesEstimateAnswers },
      },
    },
    async (request) => {
      const options = optionsOf(request, now);
      const results: object[] = [];
      for (const value of request.body as unknown[]) results.push(await element(options, value));
      return results;
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
      details: `Query parameter asOf must be ${TIME_RULE}.`,
    });
  }
  return { sellerId: sellerOf(request), now: now(), asOfMs, explain };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
