import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import {
  BatchAnswer,
  type BatchElement,
  type BatchKind,
  batchBody,
  batchElement,
  ITEMS,
  knownFields,
  LISTINGS,
  withUri,
} from '../../../wire/pricing/offer-batch.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { headersOf, list, statusOf } from '../../server/envelope.ts';
import { loggedFault } from '../../server/failure.ts';
import { bodyCheck } from '../../server/validator.ts';
import { conditionalHeaders } from './conditional.ts';
import type { OfferAnswers, OffersKey } from './offers.ts';

const config = { right: 'seller-api:pricing:read' } as const;

/** The least that a batch is; each element is judged by itself (decision 25). */
const Body = Type.Object({
  requests: Type.Array(Type.Object({}), {
    minItems: 1,
    maxItems: 20,
    description: 'A list of 1 to 20 requests, each with uri or an identifier, MarketplaceId and ItemCondition.',
  }),
});

const about = `Up to 20 at once, each answered as the single request would be: its \`status\`, its \`body\`, and the \`request\` as it was
understood. The outer status is 200 also when some of them failed.`;

/** The batch forms of 4.2 (decision 25). */
export const offerBatchRoutes = (offers: OfferAnswers) => (scope: FastifyInstance) => {
  const answerWith = (kind: BatchKind) => {
    const check = bodyCheck(batchElement(kind));
    return async (request: FastifyRequest): Promise<string> => {
      const { requests } = request.body as { requests: Record<string, unknown>[] };
      const texts = await Promise.all(requests.map((given) => respond(offers, kind, check, request, given)));
      return `{"responses":[${texts.join(',')}]}`;
    };
  };

  const listings = answerWith(LISTINGS);
  scope.post(
    '/listingOffers',
    {
      config: { ...config, documentedBody: batchBody(LISTINGS) },
      schema: {
        operationId: 'getListingOffersBatch',
        summary: 'What are the lowest priced offers on the items of these listings?',
        description: `By the caller's SKUs. ${about}`,
        body: Body,
        response: { 200: BatchAnswer },
      },
    },
    async (request, reply) => reply.type('application/json; charset=utf-8').send(await listings(request)),
  );

  const items = answerWith(ITEMS);
  scope.post(
    '/itemOffers',
    {
      config: { ...config, documentedBody: batchBody(ITEMS) },
      schema: {
        operationId: 'getItemOffersBatch',
        summary: 'What are the lowest priced offers on these items?',
        description: `By item IDs. ${about}`,
        body: Body,
        response: { 200: BatchAnswer },
      },
    },
    async (request, reply) => reply.type('application/json; charset=utf-8').send(await items(request)),
  );
};

/** One element of the answer, as text. Whatever goes wrong with it is its own affair. */
async function respond(
  offers: OfferAnswers,
  kind: BatchKind,
  check: ReturnType<typeof bodyCheck>,
  request: FastifyRequest,
  given: Record<string, unknown>,
): Promise<string> {
  const headers: Record<string, string> = { 'x-request-id': request.id };
  let asked = knownFields(kind, given);
  try {
    asked = withUri(kind, asked);
    const wrong = check(asked);
    if (wrong) throw new Fault('InvalidInput', wrong);
    const element = { method: 'GET', ...asked } as BatchElement;
    asked = element;
    const { text, etag } = await offers(sellerOf(request), keyOf(kind, element), element);
    return written(200, { ...headers, ...conditionalHeaders(etag) }, text, asked);
  } catch (error) {
    const fault = loggedFault(error, request);
    const body = JSON.stringify(list.write(fault));
    return written(statusOf[fault.code], { ...headers, ...headersOf(fault) }, body, asked);
  }
}

function keyOf({ field }: BatchKind, element: BatchElement): OffersKey {
  const id = element[field] ?? '';
  return field === 'SellerSKU' ? { sku: id } : { itemId: id };
}

function written(statusCode: number, headers: object, body: string, request: object): string {
  const status = { statusCode, reasonPhrase: STATUS_CODES[statusCode] };
  return `{"headers":${JSON.stringify(headers)},"status":${JSON.stringify(status)},"body":${body},"request":${JSON.stringify(request)}}`;
}
