import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Market } from '../../../market/market.ts';
import type { FoundKind, SearchHit, SearchPlace } from '../../../market/overview/search.ts';
import {
  DEFAULT_FOUND,
  MarketSearchAnswer,
  MarketSearchQuery,
  SEARCH_KINDS,
  writeFound,
} from '../../../wire/market/market-search.ts';
import { cutPage, type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/** Finds what the operator's people know the beginning of (decision 55). */
export const marketSearchRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/search', {
    config: { right: 'operator:market:read' },
    schema: {
      operationId: 'searchMarket',
      summary: 'Find items, sellers and offers',
      description:
        'What an item id, a SellerId or a SKU begins with finds items, sellers and offers of all marketplaces. Titles and names are shown, and not ' +
        'searched.',
      querystring: MarketSearchQuery,
      response: { 200: MarketSearchAnswer },
    },
    handler: async (request, reply) => {
      const query = request.query as Static<typeof MarketSearchQuery>;
      const { q, kinds = SEARCH_KINDS, limit = DEFAULT_FOUND, nextToken } = query;
      const list: PagedList = {
        ...{ scope: JSON.stringify(['market search', q, kinds]), checksum: 'last' },
        sameParameters: ', with the same q and kinds',
      };
      const from = nextToken === undefined ? undefined : readPageToken(list, nextToken, placeIn);
      const marketplaces = await market.facts.marketplaces();
      const marketplaceIds = marketplaces.map(({ marketplaceId }) => marketplaceId);
      const find = (prefix: string) =>
        market.overview.search({ prefix, kinds, marketplaceIds, after: from?.after, limit: limit + 1 });
      let prefix = from?.prefix ?? q;
      let found = await find(prefix);
      if (found.length === 0 && from === undefined && q.toUpperCase() !== q) {
        prefix = q.toUpperCase();
        found = await find(prefix);
      }
      void reply.header('cache-control', 'no-store');
      const { page, last } = cutPage(found, limit);
      const names = await sellerNames(market, page);
      return {
        results: page.map((found) =>
          writeFound(found.kind === 'offer' ? { ...found, name: names.get(found.sellerId) ?? null } : found),
        ),
        ...(last && { nextToken: writePageToken(list, JSON.stringify({ prefix, after: placeOf(last) })) }),
      };
    },
  });
};

/** The names of the sellers of the offers. */
async function sellerNames({ facts }: Market, found: readonly SearchHit[]): Promise<ReadonlyMap<string, string>> {
  const sellers = [...new Set(found.flatMap((hit) => (hit.kind === 'offer' ? [hit.sellerId] : [])))];
  return sellers.length === 0 ? new Map() : (await facts.names({ items: [], sellers })).sellers;
}

/** Where a page goes on behind this result: its key in the order of its list. */
function placeOf(found: SearchHit): SearchPlace {
  if (found.kind === 'item') return { kind: 'item', key: [found.itemId, found.marketplaceId] };
  if (found.kind === 'seller') return { kind: 'seller', key: [found.sellerId] };
  return { kind: 'offer', key: [found.sku, found.marketplaceId, found.sellerId] };
}

const KEY_PARTS: Readonly<Record<FoundKind, number>> = { item: 2, seller: 1, offer: 3 };

function placeIn(position: string): { prefix: string; after: SearchPlace } | undefined {
  try {
    const { prefix, after } = JSON.parse(position) as { prefix: string; after: SearchPlace };
    const isText = (part: unknown) => typeof part === 'string' && !part.includes('\0');
    const isPlace = after.key.length === KEY_PARTS[after.kind] && [prefix, ...after.key].every(isText);
    return isPlace ? { prefix, after } : undefined;
  } catch {
    return undefined;
  }
}
