import type { Sql } from '../../db/db.ts';
import type { PriceGuard } from '../../domain/market/price-guard.ts';
import { together } from '../../domain/maybe-promise.ts';
import { confirmationRefusal } from '../../domain/price-changes/confirmation-check.ts';
import { type GuardFacts, guardRefusal } from '../../domain/price-changes/guard-check.ts';
import type { ListingPosition } from '../projections/boards/listing-position.ts';
import { offers } from '../records/offer.ts';
import { priceGuardOf } from '../records/price-guard.ts';
import { keyText } from '../records/record-table.ts';
import type { Check } from './check.ts';
import { guardFactsOf } from './guard-facts.ts';

/**
 * Checks changes by the price guards of their marketplaces, and whether they need a confirmation. An undo needs none: its seller saw the
 * prices that it restores.
 */
export async function readGuard(tx: Sql, positions: readonly ListingPosition[], nowMs: number): Promise<Check> {
  const marketplaceIds = [...new Set(positions.map(({ offer }) => offer.marketplaceId))];
  const [factsOf, guards] = await together([
    guardFactsOf(tx, positions, nowMs),
    together(marketplaceIds.map((id) => priceGuardOf(tx, id))),
  ]);
  const noGuard: PriceGuard = { marketplaceId: '' };
  return ({ wanted, position: { offer }, after }) => {
    const facts = factsOf.get(keyText(offers.keyOf(offer))) as GuardFacts;
    const guard = guards[marketplaceIds.indexOf(offer.marketplaceId)] ?? noGuard;
    const refusal = guardRefusal(guard, facts, offer, after);
    if (refusal !== undefined || wanted.confirm === true || wanted.undoOf !== undefined) return refusal;
    return confirmationRefusal(facts, offer, after, offer.currency);
  };
}
