import type { Sql } from '../../db/db.ts';
import type { OwnChange } from '../../domain/changes/change-context.ts';
import { feesInForce } from '../../domain/fees/net-proceeds.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import { type Meaning, meaningOf, type OutcomeListing, type SentOutcome } from '../../domain/price-changes/outcome.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { termsOf, withTerms } from '../../domain/price-changes/terms.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import type { Intent } from '../apply-call.ts';
import type { AppliedIntents } from '../market-writer.ts';
import { feeSchedulesOf } from '../records/fee-schedule.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import type { PieceParts } from './apply-receipts.ts';
import { boxResult } from './box-result.ts';
import { currentListings, lockListings, type PlacedPosition } from './current-listings.ts';
import { receiptsById, type Settled, settleReceipts } from './receipt-table.ts';

/** An outcome of a change by its id. `read` gives it in the currency of the change's marketplace. */
export type OutcomeToSettle = {
  readonly id: string;
  read(currency: string): SentOutcome | { readonly problems: readonly FieldProblem[] };
};

/** The change as it is now, or why the outcome does not count. */
export type SettledOutcome = {
  readonly id: string;
  readonly receipt: Receipt | undefined;
  readonly problem: string | undefined;
};

/** The ids of the receipts that a transaction settled. */
type SettledIds = { readonly applied: readonly string[]; readonly rejected: readonly string[] };

/** Records what was settled, in its transaction. */
export type OnSettled = (tx: Sql, ids: SettledIds) => MaybePromise<void>;

/** A change, its listing, and what its outcome means. */
type Step = { readonly receipt: Receipt; readonly position: PlacedPosition | undefined; readonly meaning: Meaning };

/**
 * Settles changes of one marketplace by what the operator's system says, in one transaction: what was applied is written through the
 * stages of the market as a change of its seller.
 */
export async function settlePiece(
  tx: Sql,
  piece: readonly OutcomeToSettle[],
  parts: PieceParts,
  onSettled?: OnSettled,
): Promise<{ outcomes: SettledOutcome[]; applied: AppliedIntents | undefined }> {
  const ids = piece.map(({ id }) => id);
  const steps = await readSteps(tx, piece, parts);
  const applied = await applySteps(tx, steps, parts);
  const settled = await settledSteps(tx, steps, parts);
  await settleReceipts(tx, settled);
  if (settled.length > 0) await onSettled?.(tx, idsByOutcome(settled));
  const now = new Map((await receiptsById(tx, ids)).map((receipt) => [receipt.id, receipt]));
  const stepOf = new Map(steps.map((step) => [step.receipt.id, step]));
  const outcomes = ids.map((id): SettledOutcome => {
    const { meaning } = stepOf.get(id) ?? { meaning: { meaning: 'problem', reason: 'there is no such change' } };
    return { id, receipt: now.get(id), problem: meaning.meaning === 'problem' ? meaning.reason : undefined };
  });
  return { outcomes, applied };
}

/** Locks the boards, and says what each outcome means. Outcomes of unknown changes are missing. */
async function readSteps(tx: Sql, piece: readonly OutcomeToSettle[], parts: PieceParts): Promise<Step[]> {
  const found = await receiptsById(
    tx,
    piece.map(({ id }) => id),
  );
  const receipts = new Map(found.map((receipt) => [receipt.id, receipt]));
  await lockListings(tx, found, parts.engine);
  const listings = await currentListings(tx, found, parts);
  const positions = new Map(listings.map((one) => [keyText(offers.keyOf(one.offer)), one]));
  const recordMsOf = await recordTimes(tx, found);
  return piece.flatMap((sent): Step[] => {
    const receipt = receipts.get(sent.id);
    if (receipt === undefined) return [];
    const position = positions.get(keyText(offers.keyOf(receipt)));
    const listing = position && { terms: termsOf(position.offer), recordMs: recordMsOf(receipt) };
    const outcome = sent.read(position?.offer.currency ?? '');
    return [
      {
        receipt,
        position,
        meaning: 'problems' in outcome ? wrong(outcome.problems) : meaningIn(parts.mode, receipt, outcome, listing),
      },
    ];
  });
}

const wrong = (problems: readonly FieldProblem[]): Meaning => ({
  meaning: 'problem',
  reason: problems.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join('; '),
});

/** Only in `confirmed` does an outcome change anything: elsewhere this service keeps the terms, or nobody changes them. */
function meaningIn(
  mode: PriceChangeMode,
  receipt: Receipt,
  outcome: SentOutcome,
  listing: OutcomeListing | undefined,
): Meaning {
  const meaning = meaningOf(receipt, outcome, listing);
  if (mode === 'confirmed' || meaning.meaning === 'same' || meaning.meaning === 'problem') return meaning;
  return { meaning: 'problem', reason: 'PRICE_CHANGES is not confirmed: no change waits for an outcome' };
}

/** As of when the operator's last record of a listing was true: without a time of its own, when the record last changed. */
async function recordTimes(tx: Sql, listings: readonly OfferKey[]): Promise<(listing: OfferKey) => number> {
  const rows = await tx.many<{ key: string; record_ms: number | null; changed_ms: number }>(
    `SELECT offer.marketplace_id || '\n' || offer.seller_id || '\n' || offer.sku AS key, offer.record_ms, offer.changed_ms
       FROM (VALUES {rows: text, text, text}) AS k JOIN offer ON offer.marketplace_id = k.column1
        AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    listings.map((one) => offers.keyOf(one)),
  );
  const times = new Map(rows.map(({ key, record_ms, changed_ms }) => [key, record_ms ?? changed_ms]));
  return (listing) => times.get(keyText(offers.keyOf(listing))) ?? 0;
}

/** Writes the terms that the operator's system applied, as changes of their sellers. */
async function applySteps(
  tx: Sql,
  steps: readonly Step[],
  { writer, now }: PieceParts,
): Promise<AppliedIntents | undefined> {
  const own = new Map<string, OwnChange>();
  const confirmed: OfferKey[] = [];
  const intents = steps.flatMap(({ receipt, position, meaning }): Intent[] => {
    if (meaning.meaning === 'confirm') confirmed.push(receipt);
    if (meaning.meaning !== 'apply' || position === undefined) return [];
    own.set(keyText(offers.keyOf(receipt)), { receiptId: receipt.id, by: receipt.by, requestId: receipt.requestId });
    return [{ kind: 'offer', op: 'upsert', value: withTerms(position.offer, meaning.terms), terms: { by: 'seller' } }];
  });
  // The present terms are those of the seller's change from now on: a later record overrides it.
  await tx.many(
    `UPDATE offer SET terms_set_ms = k.column4 FROM (VALUES {rows: text key, text key, text key, bigint}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    confirmed.map((one) => [...offers.keyOf(one), now()]),
  );
  if (intents.length === 0) return undefined;
  const ownChange = (offer: OfferKey) => own.get(keyText(offers.keyOf(offer)));
  const applied = await writer.applyIn(tx, intents, { boards: 'now', ownChange });
  const failed = applied.outcomes.find((outcome) => outcome !== 'changed');
  if (failed !== undefined) throw new Error(`A confirmed price change was not applied: ${JSON.stringify(failed)}`);
  return applied;
}

/** What the receipts say, with where their listings stand now. */
async function settledSteps(tx: Sql, steps: readonly Step[], parts: PieceParts): Promise<Settled[]> {
  const atMs = parts.now();
  const [first] = steps;
  const marketplaceId = first?.receipt.marketplaceId ?? '';
  const fees = feesInForce(await feeSchedulesOf(tx, new Set([marketplaceId])), marketplaceId, atMs);
  const listings = await currentListings(
    tx,
    steps.flatMap(({ receipt, meaning }) => ('terms' in meaning ? [receipt] : [])),
    parts,
  );
  const positions = new Map(listings.map((one) => [keyText(offers.keyOf(one.offer)), one]));
  const costs = await parts.limits.sealedCosts(
    listings.map(({ offer }) => offer),
    tx,
  );
  return steps.flatMap(({ receipt, position, meaning }): Settled[] => {
    const { id, itemId } = receipt;
    const { refusal: _ended, replacedBy: _newer, ...rest } = receipt.result;
    if (meaning.meaning === 'reject') {
      const refusal = { code: 'RejectedByOperator', message: meaning.reason } as const;
      return [
        { id, state: 'REJECTED', itemId, atMs, termsRevision: receipt.termsRevision, result: { ...rest, refusal } },
      ];
    }
    const key = keyText(offers.keyOf(receipt));
    const now = positions.get(key);
    if (!('terms' in meaning) || now === undefined || position === undefined) return [];
    const about = { id, itemId: now.item_id, atMs, termsRevision: now.termsRevision };
    const after = meaning.terms;
    // It made no revision. With that of the record, an undo would take back the record.
    if (meaning.meaning === 'override') {
      const { termsRevision } = receipt;
      return [{ ...about, termsRevision, state: 'OVERRIDDEN', result: { ...rest, after, overriddenMs: atMs } }];
    }
    const view = { customer: receipt.asked.customer, fees, sealedCost: costs.get(key) };
    const box = boxResult(now, { ...view, now: boardTime(now.valid_from, atMs) });
    const before = meaning.meaning === 'apply' ? termsOf(position.offer) : rest.before;
    return [{ ...about, state: 'APPLIED', result: { ...rest, before, after, box } }];
  });
}

function idsByOutcome(settled: readonly Settled[]): SettledIds {
  const { rejected = [], applied = [] } = Object.groupBy(settled, ({ state }) =>
    state === 'REJECTED' ? 'rejected' : 'applied',
  );
  return { applied: applied.map(({ id }) => id), rejected: rejected.map(({ id }) => id) };
}
