import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type FeesInForce, feesInForce } from '../../../domain/fees/net-proceeds.ts';
import { triedListing } from '../../../domain/pricing/decided-listing.ts';
import type { CustomerType } from '../../../domain/vocabulary.ts';
import type { Market } from '../../../market/market.ts';
import type { CostReading } from '../../../market/price-changes/listing-limits.ts';
import type { ListingPosition } from '../../../market/projections/boards/listing-position.ts';
import { whatIfExample } from '../../../wire/pricing/examples/what-if.ts';
import { WhatIfAnswer, type WhatIfResult, writeWhatIf } from '../../../wire/pricing/position/what-if.ts';
import {
  MAX_WHAT_IF_LISTINGS,
  readWhatIf,
  type TriedPrice,
  WhatIfBody,
  whatIfWarnings,
} from '../../../wire/pricing/position/what-if-request.ts';
import { writeWarnings } from '../../../wire/warning.ts';
import { successOf } from '../../answers/success.ts';
import { sellerOf } from '../../guards/bearer.ts';
import { checkMarketplace } from '../check-marketplace.ts';
import { type CostOf, costReadingOf, costsOf } from './cost-reading.ts';
import { nextTurn } from './long-requests.ts';
import { notBuiltYet } from './offers.ts';

/** Listings that are read and judged at once: about 2 ms of work. */
const BATCH_SIZE = 50;
/** So many do not wait for a turn. */
const FEW = 10;

const description = `Says what new prices would do to up to ${MAX_WHAT_IF_LISTINGS} of the caller's listings, and changes nothing: which of them would hold
the buy box by its rule, ties included, and the net of each price after fees. Each listing is judged as if it alone changed. The
strategy gives the price: \`match\` and \`beatBy\` compare landed prices with the best eligible other offer, which may be another
SKU of the caller; \`setTo\` gives the listing price; \`win\` is the highest price that wins. With \`CustomerType=Business\` it is the business price of listings
that have one. A price below the \`floor\` is reported and not applied. A SKU that the caller does not have gets the status
INVALID_SKU; the others are still answered.`;

export const whatIfRoutes = (market: Market) => (scope: FastifyInstance) => {
  scope.post('/whatIf', {
    config: { right: 'seller-api:pricing:read' },
    schema: {
      operationId: 'tryPrices',
      summary: 'Try other prices',
      description,
      body: WhatIfBody,
      response: { 200: successOf(WhatIfAnswer, 'What the strategy would do with each listing.', whatIfExample) },
    },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof WhatIfBody>;
      const { MarketplaceId: marketplaceId, CustomerType: customer = 'Consumer' } = body;
      const { currency } = checkMarketplace(marketplaceId, await market.facts.marketplaces());
      const changes = readWhatIf(body, { marketplaceId, currency });
      const caller = { marketplaceId, sellerId: sellerOf(request), customer, cost: costReadingOf(request) };
      const results = await tryPrices(market, caller, changes);
      const payload = writeWhatIf({ marketplaceId, currency, customer }, results);
      void reply.type('application/json; charset=utf-8');
      return JSON.stringify({ payload, ...writeWarnings(whatIfWarnings(body)) });
    },
  });
};

type Caller = { marketplaceId: string; sellerId: string; customer: CustomerType; cost: CostReading };

/** Reads and judges the listings in batches, with an event-loop turn between them: other requests do not wait for all. */
async function tryPrices(market: Market, caller: Caller, changes: readonly TriedPrice[]): Promise<WhatIfResult[]> {
  const { marketplaceId, sellerId, customer, cost } = caller;
  const fees = feesInForce(await market.facts.feeSchedules(), marketplaceId, market.now());
  const results: WhatIfResult[] = [];
  for (let from = 0; from < changes.length; from += BATCH_SIZE) {
    if (changes.length > FEW) await nextTurn();
    const batch = changes.slice(from, from + BATCH_SIZE);
    const keys = batch.map(({ sku }) => ({ marketplaceId, sellerId, sku }));
    const found = await market.reader.listingPositions(keys);
    const costOf = await costsOf(market, keys, cost);
    const now = market.now();
    const positions = new Map(found.map((one) => [one.offer.sku, one]));
    for (const change of batch)
      results.push(tryPrice(change, positions.get(change.sku), { customer, fees, costOf, now }));
  }
  return results;
}

function tryPrice(
  { sku, strategy, floorMinor }: TriedPrice,
  position: ListingPosition | undefined,
  { customer, fees, costOf, now }: { customer: CustomerType; fees: FeesInForce; costOf: CostOf; now: number },
): WhatIfResult {
  if (position === undefined) return { sku };
  const { decision } = position;
  if (decision === null) throw notBuiltYet();
  const tried = triedListing({ ...position, decision }, customer, { strategy, floorMinor }, { fees, now });
  return { sku, found: { ...tried, costMinor: costOf(sku) } };
}
