import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { andThen, type MaybePromise, mapConcurrently } from '../../../domain/maybe-promise.ts';
import {
  BatchAnswer,
  type BatchElement,
  type BatchKind,
  batchBody,
  batchElement,
  batchExample,
  ITEMS,
  knownFields,
  LISTINGS,
  withUri,
} from '../../../wire/pricing/offer-batch.ts';
import { conditionalHeaders, type TaggedAnswer } from '../../answers/conditional-get.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { batchHeaders, batchOf, batchResponse, failedResponse } from './batch-response.ts';
import type { OfferAnswers, OffersKey } from './offers.ts';

/** Per batch. Each read takes a PostgreSQL connection; a batch must leave most of the pool (10) to other requests. */
const MAX_CONCURRENT_READS = 4;

const config = { right: 'seller-api:pricing:read' } as const;

const Body = batchOf(20, 'uri or an identifier, MarketplaceId and ItemCondition');

const about = `Takes up to 20 requests. Each gets the answer of the single request: its \`status\`, its \`body\`, and the \`request\` as the
service understood it. The outer status is 200 even when some of them failed.`;

const ANSWERS = 'The answers, in the order of the requests.';

/** The batch forms of spec 4.2 (decision 25). */
export const offerBatchRoutes = (offers: OfferAnswers) => (scope: FastifyInstance) => {
  const answerWith = (kind: BatchKind) => {
    const checked = { kind, check: bodyCheck(batchElement(kind)) };
    return (request: FastifyRequest, reply: FastifyReply): MaybePromise<string> => {
      const { requests } = request.body as { requests: Record<string, unknown>[] };
      void reply.type('application/json; charset=utf-8');
      const responses = mapConcurrently(requests, MAX_CONCURRENT_READS, (element) =>
        respond(offers, checked, request, element),
      );
      return andThen(responses, (texts) => `{"responses":[${texts.join(',')}]}`);
    };
  };

  scope.post('/listingOffers', {
    config: { ...config, documentedBody: batchBody(LISTINGS) },
    schema: {
      operationId: 'getListingOffersBatch',
      summary: 'Get offers for several SKUs',
      description: `The offers on the items of the caller's SKUs. ${about}`,
      body: Body,
      response: { 200: successOf(BatchAnswer, ANSWERS, batchExample(LISTINGS)) },
    },
    handler: answerWith(LISTINGS),
  });

  scope.post('/itemOffers', {
    config: { ...config, documentedBody: batchBody(ITEMS) },
    schema: {
      operationId: 'getItemOffersBatch',
      summary: 'Get offers for several items',
      description: `The offers on items, by their item IDs. ${about}`,
      body: Body,
      response: { 200: successOf(BatchAnswer, ANSWERS, batchExample(ITEMS)) },
    },
    handler: answerWith(ITEMS),
  });
};

/** One element of the answer, as text. It never throws: an error concerns this element only. */
function respond(
  offers: OfferAnswers,
  { kind, check }: { kind: BatchKind; check: ReturnType<typeof bodyCheck> },
  request: FastifyRequest,
  sent: Record<string, unknown>,
): MaybePromise<string> {
  let understood = knownFields(kind, sent);
  const succeeded = ({ text, etag }: TaggedAnswer) =>
    batchResponse(200, { ...batchHeaders(request), ...conditionalHeaders(etag) }, text, understood);
  const failed = (error: unknown) => failedResponse(request, error, understood);
  try {
    understood = withUri(kind, understood);
    const problems = check(understood);
    if (problems) throw new Fault('InvalidInput', problems);
    const element = { method: 'GET', ...understood } as BatchElement;
    understood = element;
    const answer = offers(sellerOf(request), keyOf(kind, element), element);
    return answer instanceof Promise ? answer.then(succeeded, failed) : succeeded(answer);
  } catch (error) {
    return failed(error);
  }
}

function keyOf({ field }: BatchKind, element: BatchElement): OffersKey {
  const id = element[field] ?? '';
  return field === 'SellerSKU' ? { sku: id } : { itemId: id };
}
