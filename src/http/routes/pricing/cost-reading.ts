import type { FastifyRequest } from 'fastify';
import type { OfferKey } from '../../../domain/market/offer.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { Receipt } from '../../../domain/price-changes/receipt.ts';
import type { Market } from '../../../market/market.ts';
import type { CostReading } from '../../../market/price-changes/listing-limits.ts';
import { hasRight } from '../../guards/bearer.ts';

/** Costs are in no answer to another right (decision 50). */
export const mayReadCosts = (request: FastifyRequest): boolean => hasRight(request, 'seller-api:costs:read');

export const costReadingOf = (request: FastifyRequest): CostReading =>
  mayReadCosts(request) ? 'with cost' : 'without cost';

/** What one unit of a listing costs the seller: undefined where no cost is set, or the caller may not read it. */
export type CostOf = (sku: string) => number | undefined;

const NO_COST: CostOf = () => undefined;

/** What one unit cost the seller when a change was applied. Undefined: the caller may not read costs. */
export const receiptCosts = (
  market: Market,
  request: FastifyRequest,
): ((receipt: Receipt) => number | undefined) | undefined =>
  mayReadCosts(request) ? (receipt) => costIn(market, receipt) : undefined;

function costIn({ limits }: Market, receipt: Receipt): number | undefined {
  const sealed = receipt.result.box?.sealedCost;
  return sealed === undefined ? undefined : limits.openCost(sealed, receipt);
}

/** Costs are read for each answer: no cached or stored answer has one. */
export function costsOf(market: Market, keys: readonly OfferKey[], cost: CostReading): MaybePromise<CostOf> {
  if (cost === 'without cost') return NO_COST;
  return andThen(
    market.limits.of(keys, cost),
    (limits): CostOf =>
      (sku) =>
        limits.get(sku)?.costMinor,
  );
}
