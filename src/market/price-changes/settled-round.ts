import type { Sql } from '../../db/db.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Receipt, Refusal } from '../../domain/price-changes/receipt.ts';
import { type OfferTerms, termsOf } from '../../domain/price-changes/terms.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import { readListingPositions } from '../projections/boards/listing-position.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { boxResult } from './box-result.ts';
import type { PlacedPosition } from './current-listings.ts';
import type { FeesOf } from './fees-of.ts';
import type { Settled } from './receipt-table.ts';

/** A change on its way: its receipt, where its listing stands, and what becomes of it. */
export type EvaluatedChange = {
  readonly receipt: Receipt;
  readonly position: PlacedPosition;
  /** What one unit costs the seller, as its limits have it: encrypted. */
  readonly sealedCost: string | undefined;
} & ({ readonly refusal: Refusal } | { readonly terms: OfferTerms; readonly isChanged: boolean });

/** What the receipts of a round say, with where their listings stand now. */
export async function settledRound(
  tx: Sql,
  round: readonly Receipt[],
  steps: readonly EvaluatedChange[],
  { feesOf, parts }: { feesOf: FeesOf; parts: { readonly mode: PriceChangeMode; now(): number } },
): Promise<Settled[]> {
  const stepOf = new Map(steps.map((step) => [step.receipt.id, step]));
  const after = await readListingPositions(
    tx,
    steps.filter((step) => 'terms' in step).map(({ receipt }) => receipt),
  );
  const positions = new Map(after.map((one) => [keyText(offers.keyOf(one.offer)), one as PlacedPosition]));
  const atMs = parts.now();
  return round.map((receipt): Settled => {
    const step = stepOf.get(receipt.id);
    if (step === undefined) return unknownSku(receipt, atMs);
    const { position, sealedCost } = step;
    const itemId = position.item_id;
    const before = termsOf(position.offer);
    const about = { id: receipt.id, itemId, atMs, termsRevision: position.termsRevision };
    if ('refusal' in step) return { ...about, state: 'REJECTED', result: { before, refusal: step.refusal } };
    if (parts.mode === 'off') return switchedOff(receipt, atMs);
    if (step.isChanged && parts.mode === 'confirmed')
      return { ...about, state: 'PENDING', atMs: undefined, result: { before, after: step.terms } };
    const now = positions.get(keyText(offers.keyOf(receipt))) ?? position;
    const fees = feesOf(receipt.marketplaceId);
    const view = { customer: receipt.asked.customer, fees, sealedCost };
    const box = boxResult(now, { ...view, now: boardTime(now.valid_from, atMs) });
    const result = { before, after: step.terms, box };
    const state = step.isChanged ? 'APPLIED' : 'UNCHANGED';
    return { ...about, state, termsRevision: now.termsRevision, result };
  });
}

const unknownSku = ({ id }: Receipt, atMs: number): Settled => ({
  ...{ id, state: 'REJECTED', itemId: undefined, atMs, termsRevision: undefined },
  result: { refusal: { code: 'INVALID_SKU', message: 'You have no listing with this SKU in the marketplace.' } },
});

/** The call was stored before the setting was changed. */
const switchedOff = ({ id }: Receipt, atMs: number): Settled => ({
  ...{ id, state: 'REJECTED', itemId: undefined, atMs, termsRevision: undefined },
  result: { refusal: { code: 'PriceChangesOff', message: 'The marketplace has switched price changes off.' } },
});
