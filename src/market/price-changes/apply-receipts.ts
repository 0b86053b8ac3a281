import type { Sql } from '../../db/db.ts';
import type { OwnChange } from '../../domain/changes/change-context.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { together } from '../../domain/maybe-promise.ts';
import { evaluateChange } from '../../domain/price-changes/evaluate-change.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { equalTerms, withTerms } from '../../domain/price-changes/terms.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import type { Intent } from '../apply-call.ts';
import type { AppliedIntents, MarketWriter } from '../market-writer.ts';
import type { Validity } from '../projections/boards/board-table.ts';
import { items } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { readChecks } from './checks.ts';
import { currentListings, type PlacedPosition } from './current-listings.ts';
import { type FeesOf, readFees } from './fees-of.ts';
import { markListings } from './limits-table.ts';
import type { ListingLimitsStore } from './listing-limits.ts';
import { pendingOf, type Settled, settleReceipts } from './receipt-table.ts';
import { type EvaluatedChange, settledRound } from './settled-round.ts';

/** What a piece needs beside its transaction. */
export type PieceParts = {
  readonly writer: MarketWriter;
  readonly engine: 'sqlite' | 'postgres';
  readonly mode: PriceChangeMode;
  readonly limits: ListingLimitsStore;
  isCurrent(validity: Validity): boolean;
  now(): number;
};

/** What became of changes, and what to announce after the commit. */
export type AppliedReceipts = { readonly settled: Settled[]; readonly announced: AppliedIntents[] };

/**
 * Applies changes in the caller's transaction, who has locked their boards and stores what became of them. A listing occurs once. Several
 * changes of one item are applied one after the other, each on what those before it left (decision 48).
 */
export async function applyReceipts(
  tx: Sql,
  receipts: readonly Receipt[],
  parts: PieceParts,
): Promise<AppliedReceipts> {
  const settled: Settled[] = [];
  const announced: AppliedIntents[] = [];
  const [feesOf, first] = await together([readFees(tx, receipts, parts.now()), currentPositions(tx, receipts, parts)]);
  let positions = first;
  for (const round of roundsOf(receipts, positions)) {
    if (announced.length > 0) positions = await currentPositions(tx, round, parts);
    const steps = await evaluateRound(tx, round, positions, { feesOf, parts });
    announced.push(await applyRound(tx, steps, parts));
    for (const one of await settledRound(tx, round, steps, { feesOf, parts })) settled.push(one);
  }
  await replacePending(tx, settled, receipts, parts.now());
  return { settled, announced };
}

/** By the key of the offer. */
type Positions = ReadonlyMap<string, PlacedPosition>;

const keyOf = (listing: OfferKey) => keyText(offers.keyOf(listing));

/** Where the listings of these receipts stand. */
async function currentPositions(tx: Sql, receipts: readonly Receipt[], parts: PieceParts): Promise<Positions> {
  const found = await currentListings(tx, receipts, parts);
  return new Map(found.map((one) => [keyOf(one.offer), one]));
}

/** The first change of each item, then the second of each, and so on. Those of unknown SKUs are in the first round. */
function roundsOf(receipts: readonly Receipt[], positions: Positions): Receipt[][] {
  const counts = new Map<string, number>();
  const rounds: Receipt[][] = [];
  for (const receipt of receipts) {
    const position = positions.get(keyOf(receipt));
    const item = position && keyText(items.keyOf(position.offer));
    const round = item === undefined ? 0 : (counts.get(item) ?? 0);
    if (item !== undefined) counts.set(item, round + 1);
    const list = rounds[round];
    if (list) list.push(receipt);
    else rounds[round] = [receipt];
  }
  return rounds;
}

/** Says what becomes of each change, without changing anything. */
async function evaluateRound(
  tx: Sql,
  round: readonly Receipt[],
  positions: Positions,
  { feesOf, parts }: { feesOf: FeesOf; parts: PieceParts },
): Promise<EvaluatedChange[]> {
  const found = round.flatMap((receipt) => positions.get(keyOf(receipt)) ?? []);
  const nowMs = parts.now();
  const { refusalOf, sealedCostOf } = await readChecks(tx, found, { feesOf, limits: parts.limits, nowMs });
  return round.flatMap((receipt): EvaluatedChange[] => {
    const position = positions.get(keyOf(receipt));
    if (position === undefined) return [];
    const { asked: wanted } = receipt;
    const change = { receipt, position, sealedCost: sealedCostOf(receipt) };
    const evaluated = evaluateChange(wanted, position, position.termsRevision, boardTime(position.valid_from, nowMs));
    if ('refusal' in evaluated) return [{ ...change, refusal: evaluated.refusal }];
    const { terms } = evaluated;
    if (equalTerms(terms, position.offer)) return [{ ...change, terms, isChanged: false }];
    const refusal = refusalOf({ wanted, position, after: terms });
    return [refusal ? { ...change, refusal } : { ...change, terms, isChanged: true }];
  });
}

/** In `confirmed` nothing is applied before the operator's system says so. */
async function applyRound(
  tx: Sql,
  steps: readonly EvaluatedChange[],
  { writer, mode }: PieceParts,
): Promise<AppliedIntents> {
  const own = new Map<string, OwnChange>();
  const intents = steps.flatMap(({ receipt, position, ...step }): Intent[] => {
    if (mode !== 'direct' || !('terms' in step) || !step.isChanged) return [];
    own.set(keyOf(receipt), { receiptId: receipt.id, by: receipt.by, requestId: receipt.requestId });
    const value = withTerms(position.offer, step.terms);
    return [{ kind: 'offer', op: 'upsert', value, terms: { by: 'seller' } }];
  });
  if (intents.length === 0) return { outcomes: [], records: [], decided: [], marked: [] };
  const ownChange = (offer: OfferKey) => own.get(keyOf(offer));
  const applied = await writer.applyIn(tx, intents, { boards: 'now', ownChange });
  const failed = applied.outcomes.find((outcome) => outcome !== 'changed');
  if (failed !== undefined) throw new Error(`A price change was not applied: ${JSON.stringify(failed)}`);
  return applied;
}

/**
 * A listing has one pending change at most: an older one is replaced. The row of the offer is the one that all writers of its limits, its
 * terms and its pending change update (decision 59).
 */
async function replacePending(
  tx: Sql,
  settled: readonly Settled[],
  receipts: readonly Receipt[],
  atMs: number,
): Promise<void> {
  const ids = new Set(settled.filter(({ state }) => state === 'PENDING').map(({ id }) => id));
  const pending = receipts.filter(({ id }) => ids.has(id));
  await markListings(
    tx,
    pending.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  );
  const older = await pendingOf(tx, pending);
  const idOf = new Map(pending.map((receipt) => [keyOf(receipt), receipt.id]));
  await settleReceipts(
    tx,
    older.map((receipt) => {
      const { id, itemId, termsRevision, result } = receipt;
      const replacedBy = idOf.get(keyOf(receipt));
      return { ...{ id, itemId, atMs, termsRevision }, state: 'REPLACED', result: { ...result, replacedBy } } as const;
    }),
  );
}
