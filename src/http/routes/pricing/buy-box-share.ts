import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../../domain/fault.ts';
import type { Market } from '../../../market/market.ts';
import type { ListingShares } from '../../../market/projections/history/market-history.ts';
import {
  listingHistoryExample,
  listingShareExample,
  sellerShareExample,
} from '../../../wire/pricing/examples/history.ts';
import {
  ListingHistoryAnswer,
  ListingHistoryBody,
  ListingShareAnswer,
  listingHistoryWarnings,
  MAX_STEPS,
  SellerShareAnswer,
  ShareQuery,
  writeListingShares,
  writeNoListing,
  writeSellerShares,
} from '../../../wire/pricing/history/buy-box-share.ts';
import {
  MAX_DAYS,
  MAX_DAYS_OF_SEVERAL,
  readHistoryRange,
  withinDays,
} from '../../../wire/pricing/history/history-range.ts';
import { writeOwnPriceStep } from '../../../wire/pricing/history/own-prices.ts';
import { writeStep } from '../../../wire/pricing/history/price-history.ts';
import { noListing } from '../../../wire/pricing/no-product.ts';
import { SellerSkuShape } from '../../../wire/pricing/query.ts';
import { Type } from '../../../wire/type.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { nextTurn } from './long-requests.ts';

const config = { right: 'seller-api:pricing:read' } as const;

const days = `UTC days from that of \`since\` until today. Days before \`observedSince\` are missing, because they are unknown; of the
first day and of today only the observed part counts. At most ${MAX_DAYS} days.`;

export const buyBoxShareRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.get('/listings/:SellerSKU/buyBoxShare', {
    config,
    schema: {
      operationId: 'getListingBuyBoxShare',
      summary: 'Get buy box share of a SKU',
      description: `How much of each day one of the caller's listings held the consumers' buy box of the condition that it had at the time. ${days}`,
      params: Type.Object({ SellerSKU: SellerSkuShape }),
      querystring: ShareQuery,
      response: { 200: successOf(ListingShareAnswer, 'The share of each day.', listingShareExample) },
    },
    handler: async (request) => {
      const { SellerSKU: sku } = request.params as { SellerSKU: string };
      const { marketplaceId, sinceMs } = await checkedQuery(market, request.query as Static<typeof ShareQuery>);
      const [shares] = await market.history.listingShares(marketplaceId, sellerOf(request), [sku], sinceMs);
      if (shares === undefined) throw new Fault('NotFound', noListing(marketplaceId));
      return { payload: { MarketplaceId: marketplaceId, ...writeListingShares(shares) } };
    },
  });

  scope.get('/buyBoxShare', {
    config,
    schema: {
      operationId: 'getBuyBoxShare',
      summary: 'Get your buy box share',
      description: `How much of their time on sale all listings of the caller held the consumers' buy boxes, together: a listing that
held its box half a day counts as much as two that held theirs a quarter of a day. ${days}`,
      querystring: ShareQuery,
      response: { 200: successOf(SellerShareAnswer, 'The share of each day.', sellerShareExample) },
    },
    handler: async (request) => {
      const { marketplaceId, sinceMs } = await checkedQuery(market, request.query as Static<typeof ShareQuery>);
      const shares = await market.history.sellerShares(marketplaceId, sellerOf(request), sinceMs);
      return { payload: { MarketplaceId: marketplaceId, ...writeSellerShares(shares) } };
    },
  });

  scope.post('/listings/history', {
    config,
    schema: {
      operationId: 'getListingHistory',
      summary: 'Get history of several SKUs',
      description: `The buy box shares of up to 50 of the caller's listings, and the newest ${MAX_STEPS} price steps of each one's buy box and
of the listing itself.
A SKU that the caller does not have gets the \`status\` ClientError; the others are still answered. At most
${MAX_DAYS_OF_SEVERAL} days.`,
      body: ListingHistoryBody,
      response: { 200: successOf(ListingHistoryAnswer, 'The history of each listing.', listingHistoryExample) },
    },
    handler: async (request) => {
      const body = request.body as Static<typeof ListingHistoryBody>;
      const { currency } = checkMarketplace(body.MarketplaceId, await market.facts.marketplaces());
      const now = market.now();
      const sinceMs = withinDays(readHistoryRange(body, now, false).sinceMs, now, MAX_DAYS_OF_SEVERAL);
      const caller = { marketplaceId: body.MarketplaceId, sellerId: sellerOf(request), currency };
      const listings = await historyOf(market, caller, [...new Set(body.SellerSKUs)], sinceMs);
      const payload = { MarketplaceId: body.MarketplaceId, Listings: listings };
      return { payload, ...writeWarnings(listingHistoryWarnings(body)) };
    },
  });
};

async function checkedQuery(market: Market, query: Static<typeof ShareQuery>) {
  const { MarketplaceId: marketplaceId } = query;
  checkMarketplace(marketplaceId, await market.facts.marketplaces());
  const now = market.now();
  return { marketplaceId, sinceMs: withinDays(readHistoryRange(query, now).sinceMs, now, MAX_DAYS) };
}

type Caller = { marketplaceId: string; sellerId: string; currency: string };

async function historyOf(
  market: Market,
  { marketplaceId, sellerId, currency }: Caller,
  skus: readonly string[],
  sinceMs: number,
): Promise<object[]> {
  await nextTurn();
  const found = await market.history.listingShares(marketplaceId, sellerId, skus, sinceMs);
  const bySku = new Map(found.map((shares) => [shares.offer.sku, shares]));
  const stepsOf = async ({ offer, observedSinceMs }: ListingShares) => {
    const { itemId, condition } = offer;
    const box = { marketplaceId, itemId, condition, customer: 'Consumer', offerType: 'B2C' } as const;
    if (observedSinceMs === undefined) return { Steps: [], OwnPrices: [] };
    const fromMs = Math.max(sinceMs, observedSinceMs);
    const steps = await market.history.newestSteps(box, fromMs, MAX_STEPS);
    const newest = { sinceMs: fromMs, nowMs: market.now(), limit: MAX_STEPS };
    const own = await market.listings.newestOwnPrices(offer, newest);
    return {
      Steps: steps.map((step) => writeStep(step, sellerId, currency)),
      OwnPrices: own.map((step) => writeOwnPriceStep(step, currency)),
    };
  };
  const listings: object[] = [];
  for (const sku of skus) {
    // Other requests do not wait for all listings.
    await nextTurn();
    const shares = bySku.get(sku);
    if (shares === undefined) listings.push(writeNoListing(sku, marketplaceId));
    else listings.push({ status: 'Success', ...writeListingShares(shares), ...(await stepsOf(shares)) });
  }
  return listings;
}
