import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import { type FeesInForce, feesInForce } from '../../../domain/fees/net-proceeds.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { ListingLimits } from '../../../domain/price-changes/limits.ts';
import { presentListing } from '../../../domain/pricing/decided-listing.ts';
import { OFFER_STATES, type OfferState } from '../../../domain/pricing/offer-state.ts';
import { readWord } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { CostReading } from '../../../market/price-changes/listing-limits.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import type { ListingCount } from '../../../market/projections/listings/listing-counts.ts';
import type { ListingPage, ListingPageRequest } from '../../../market/projections/listings/listing-page.ts';
import { listingsExamples } from '../../../wire/pricing/examples/listings.ts';
import {
  type ListedListing,
  ListingsAnswer,
  writeCount,
  writeListing,
} from '../../../wire/pricing/position/listings.ts';
import { DEFAULT_LISTINGS_PAGE_SIZE, ListingsQuery } from '../../../wire/pricing/position/listings-query.ts';
import { compressedForPages } from '../../answers/compressed-for-pages.ts';
import { ConditionalHeaders, conditionalAnswers, conditionalReply, tagAnswer } from '../../answers/conditional-get.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { costReadingOf } from './cost-reading.ts';
import { type ListingsScope, readListingsToken, writeListingsToken } from './listings-token.ts';
import { notBuiltYet } from './offers.ts';

const description = `The caller's listings, page by page, each with its state in the consumers' buy box, its price, the price that holds the
box, the highest price that wins, and the net of both after fees. \`nextToken\` gets the next page. A page can have fewer than
\`pageSize\` listings, even none, and still have a \`nextToken\`: the list ends where there is none. A listing whose
price, gap, time of change or state changes between two pages may be listed twice, or not at all.

The figures are those of this moment. The order and the filter by \`state\` follow a change of the market within seconds: a listing
that is found not to be in the state any more is left out. Listings that were not evaluated yet, after an import or an upgrade of
the service, are evaluated when they are listed; in the orders by price, by gap and by change they come last. In the order by gap so do
listings without \`GapToBuyBox\`, and those that are not on sale (\`inactive\`).

\`query\` compares up to 2,000 listings for one page, in the order of the list. Listings whose SKU or item ID is exactly the query
come first, whatever the order. \`Counts\` then counts what matches, among up to 2,000 listings in the order of SKUs.`;

export const listingsRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/listings', {
    config: { right: 'seller-api:pricing:read' },
    schema: {
      operationId: 'getListings',
      summary: 'List your listings',
      description,
      querystring: ListingsQuery,
      headers: ConditionalHeaders,
      response: conditionalAnswers(ListingsAnswer, "A page of the caller's listings.", listingsExamples),
    },
    onSend: compressedForPages,
    handler: (request, reply) => {
      const query = request.query as Static<typeof ListingsQuery>;
      const answer = andThen(market.facts.marketplaces(), (marketplaces) => {
        checkMarketplace(query.MarketplaceId, marketplaces);
        const asked = { hasCounts: query.counts === true, cost: costReadingOf(request) };
        return listingsAnswer(market, pageRequestOf(query, sellerOf(request)), asked);
      });
      return andThen(answer, (body) => conditionalReply(request, reply, tagAnswer(JSON.stringify(body))));
    },
  });
};

/** Throws a fault when a state or the token is not valid. */
function pageRequestOf(query: Static<typeof ListingsQuery>, sellerId: string): ListingPageRequest {
  const {
    MarketplaceId: marketplaceId,
    sort = 'sku',
    order,
    nextToken,
    pageSize: limit = DEFAULT_LISTINGS_PAGE_SIZE,
  } = query;
  const scope: ListingsScope = {
    marketplaceId,
    sellerId,
    sort,
    descending: (order ?? (sort === 'changed' ? 'desc' : 'asc')) === 'desc',
    states: statesOf(query.state ?? []),
    query: query.query === '' ? undefined : query.query,
  };
  const start = nextToken === undefined || nextToken === '' ? undefined : readListingsToken(scope, nextToken);
  return { ...scope, start, limit };
}

/** In the order of `OFFER_STATES`, so that a token does not depend on the order of the request. All states are no filter. */
function statesOf(values: readonly string[]): OfferState[] {
  const words = values.flatMap((value) => value.split(',')).filter((word) => word !== '');
  const states = new Set(words.map(stateOfWord));
  return states.size === OFFER_STATES.length ? [] : OFFER_STATES.filter((state) => states.has(state));
}

function stateOfWord(word: string): OfferState {
  const state = readWord(OFFER_STATES, word);
  if (state !== undefined) return state;
  throw new Fault('InvalidInput', {
    message: 'state is not valid.',
    details: `Query parameter state must be one or several of ${OFFER_STATES.join(', ')}.`,
  });
}

function listingsAnswer(
  market: Market,
  request: ListingPageRequest,
  { hasCounts, cost }: { hasCounts: boolean; cost: CostReading },
): MaybePromise<object> {
  const { marketplaceId, sellerId } = request;
  return andThen(market.facts.feeSchedules(), (schedules) =>
    andThen(market.listings.page(request), (page) =>
      andThen(positionsOf(market, request, page), (positions) =>
        andThen(market.limits.of(keysOf(request, page), cost), (limits) => {
          const now = market.now();
          const fees = feesInForce(schedules, marketplaceId, now);
          const listed = listedOf(request, page, positions, { fees, limits, now });
          const counts = hasCounts ? market.listings.counts(marketplaceId, sellerId, request.query) : undefined;
          return andThen(counts, (found) => payloadOf(request, page, listed, found));
        }),
      ),
    ),
  );
}

function positionsOf(market: Market, request: ListingPageRequest, page: ListingPage) {
  return page.listings.length === 0 ? [] : market.reader.listingPositions(keysOf(request, page));
}

const keysOf = ({ marketplaceId, sellerId }: ListingPageRequest, { listings }: ListingPage): OfferKey[] =>
  listings.map(({ sku }) => ({ marketplaceId, sellerId, sku }));

/**
 * The listings of the page, in its order. The state is decided from the figures that are shown, which are newer than the
 * index: listings that are not in a state of the filter any more, or not there at all, are left out.
 */
function listedOf(
  { states }: ListingPageRequest,
  { listings }: ListingPage,
  positions: readonly ListingPosition[],
  { fees, limits, now }: { fees: FeesInForce; limits: ReadonlyMap<string, ListingLimits>; now: number },
): ListedListing[] {
  const bySku = new Map(positions.map((position) => [position.offer.sku, position]));
  const listed: ListedListing[] = [];
  for (const { sku } of listings) {
    const position = bySku.get(sku);
    if (position === undefined) continue;
    const { decision } = position;
    if (decision === null) throw notBuiltYet();
    const present = presentListing({ ...position, decision }, fees, now);
    if (states.length > 0 && !states.includes(present.overview.state)) continue;
    listed.push({ ...present, limits: limits.get(sku) });
  }
  return listed;
}

function payloadOf(
  request: ListingPageRequest,
  { next }: ListingPage,
  listed: readonly ListedListing[],
  counts: readonly ListingCount[] | undefined,
): object {
  return {
    payload: {
      MarketplaceId: request.marketplaceId,
      Listings: listed.map(writeListing),
      ...(counts && { Counts: counts.map(writeCount) }),
      ...(next && { nextToken: writeListingsToken(request, next) }),
    },
  };
}
