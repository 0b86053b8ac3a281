import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import { andThen, type MaybePromise, mapConcurrently } from '../../../domain/maybe-promise.ts';
import { boardTime } from '../../../domain/pricing/board-time.ts';
import { boxNames } from '../../../domain/pricing/decision.ts';
import { expectedPrice } from '../../../domain/pricing/expected-price.ts';
import type { Market } from '../../../market/market.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import { unknownMarketplace } from '../../../wire/marketplace-id.ts';
import { expectedPriceExample } from '../../../wire/pricing/examples/expected-price.ts';
import {
  ExpectedPriceAnswer,
  ExpectedPriceBatch,
  ExpectedPriceRequest,
  invalidSku,
  knownRequestFields,
  MAX_EXPECTED_PRICES,
  writeExpectedPrices,
} from '../../../wire/pricing/position/expected-price.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { bodyCheck } from '../../requests/validator.ts';
import { batchHeaders, batchOf, batchResponse, failedResponse } from './batch-response.ts';
import { notBuiltYet } from './offers.ts';

const Body = batchOf(MAX_EXPECTED_PRICES, 'marketplaceId and sku');

/** One request of the batch as it was understood, and the listing that it names or what is wrong with it. */
type ReadRequest = { understood: object; listing: ExpectedPriceRequest | Fault };

/** A read takes a PostgreSQL connection. A batch has few marketplaces, and takes one connection for all of them. */
const MAX_CONCURRENT_READS = 1;

/** The price with which an offer holds the buy box (decision 43), for each buy box of decision 44. */
export const expectedPriceRoutes = (market: Market) => (scope: FastifyInstance) => {
  const check = bodyCheck(ExpectedPriceRequest);

  scope.post('/offer/featuredOfferExpectedPrice', {
    config: { right: 'seller-api:pricing:read', documentedBody: ExpectedPriceBatch },
    schema: {
      operationId: 'getFeaturedOfferExpectedPriceBatch',
      summary: 'Get expected prices',
      description: `The highest listing price with which each of the caller's offers holds the buy box at this moment, for each buy box
of its condition. It follows from the documented rule: at this price the offer wins against the best eligible other
offer, the caller's other SKUs included, and one minor unit above it does not. A \`CompetitivePriceThreshold\` caps it. Takes
up to ${MAX_EXPECTED_PRICES} requests; the outer status is 200 even when some of them failed. A SKU that the caller does not have is a 400
\`INVALID_SKU\` of that request.`,
      body: Body,
      response: {
        200: successOf(ExpectedPriceAnswer, 'The answers, in the order of the requests.', expectedPriceExample),
      },
    },
    handler: (request, reply) => {
      const { requests } = request.body as { requests: Record<string, unknown>[] };
      void reply.type('application/json; charset=utf-8');
      return andThen(market.facts.marketplaces(), (marketplaces) => {
        const reads = requests.map((sent) => readRequest(sent, check, marketplaces));
        return andThen(positionsOf(market, sellerOf(request), reads), (positions) => {
          const now = market.now();
          const texts = reads.map((read) => respond(request, read, positions, now));
          return `{"responses":[${texts.join(',')}]}`;
        });
      });
    },
  });
};

function readRequest(
  sent: Record<string, unknown>,
  check: ReturnType<typeof bodyCheck>,
  marketplaces: readonly Marketplace[],
): ReadRequest {
  const { fields: understood, problems } = knownRequestFields(sent);
  const found = problems.length > 0 ? problems : check(understood);
  if (found) return { understood, listing: new Fault('InvalidInput', found) };
  const listing = understood as ExpectedPriceRequest;
  if (marketplaces.some(({ marketplaceId }) => marketplaceId === listing.marketplaceId)) return { understood, listing };
  const unknown = unknownMarketplace('marketplaceId', listing.marketplaceId, marketplaces);
  return { understood, listing: new Fault('InvalidInput', unknown) };
}

/** The listings of all requests that are valid: one read for each marketplace. */
function positionsOf(
  market: Market,
  sellerId: string,
  reads: readonly ReadRequest[],
): MaybePromise<Map<string, ListingPosition>> {
  const wanted = reads.flatMap(({ listing }) => (listing instanceof Fault ? [] : [listing]));
  const keys = new Map(
    wanted.map(({ marketplaceId, sku }) => [keyText(marketplaceId, sku), { marketplaceId, sellerId, sku }]),
  );
  const byMarketplace = [...Map.groupBy(keys.values(), ({ marketplaceId }) => marketplaceId).values()];
  const found = mapConcurrently(byMarketplace, MAX_CONCURRENT_READS, (some) => market.reader.listingPositions(some));
  return andThen(
    found,
    (lists) => new Map(lists.flat().map((one) => [keyText(one.offer.marketplaceId, one.offer.sku), one])),
  );
}

/** A line break separates the parts: marketplace IDs have no control characters. */
const keyText = (marketplaceId: string, sku: string) => `${marketplaceId}\n${sku}`;

/** One element of the answer, as text. An error concerns this element only. */
function respond(
  request: FastifyRequest,
  { understood, listing: wanted }: ReadRequest,
  positions: ReadonlyMap<string, ListingPosition>,
  now: number,
): string {
  if (wanted instanceof Fault) return failedResponse(request, wanted, understood);
  const { marketplaceId, sku } = wanted;
  const position = positions.get(keyText(marketplaceId, sku));
  if (position === undefined) {
    const body = JSON.stringify({ errors: [invalidSku(marketplaceId)] });
    return batchResponse(400, batchHeaders(request), body, understood);
  }
  const { decision, ...listing } = position;
  if (decision === null) return failedResponse(request, notBuiltYet(), understood);
  const boardMs = boardTime(listing.valid_from, now);
  const results = boxNames(listing.offer.condition).map((box) => ({
    box,
    expected: expectedPrice({ ...listing, decision }, box, boardMs),
  }));
  return batchResponse(
    200,
    batchHeaders(request),
    JSON.stringify(writeExpectedPrices(listing.offer, results)),
    understood,
  );
}
