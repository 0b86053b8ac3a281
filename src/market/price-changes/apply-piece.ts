import type { Sql } from '../../db/db.ts';
import type { OwnChange } from '../../domain/changes/change-context.ts';
import { type FeesInForce, feesInForce } from '../../domain/fees/net-proceeds.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { evaluateChange } from '../../domain/price-changes/evaluate-change.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Receipt, Refusal } from '../../domain/price-changes/receipt.ts';
import { equalTerms, type OfferTerms, termsOf, withTerms } from '../../domain/price-changes/terms.ts';
import { boardTime } from '../../domain/pricing/board-time.ts';
import type { Decision } from '../../domain/pricing/decision.ts';
import type { Intent } from '../apply-call.ts';
import type { AppliedIntents, MarketWriter } from '../market-writer.ts';
import { lockChangedBoards, type Validity } from '../projections/boards/board-table.ts';
import { type ListingPosition, readListingPositions } from '../projections/boards/listing-position.ts';
import { feeSchedulesOf } from '../records/fee-schedule.ts';
import { items } from '../records/item.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { boxResult } from './box-result.ts';
import { readChecks } from './checks.ts';
import { addToFeed } from './feed-rows.ts';
import type { ListingLimitsStore } from './listing-limits.ts';
import { newerChanges, pendingOf, receiptsIn, type Settled, settleReceipts } from './receipt-table.ts';

/** A call that is older is unfinished: its own request is no longer at work. */
export const UNFINISHED_MS = 5_000;

/** What a piece needs beside its transaction. */
export type PieceParts = {
  readonly writer: MarketWriter;
  readonly engine: 'sqlite' | 'postgres';
  readonly mode: PriceChangeMode;
  readonly limits: ListingLimitsStore;
  isCurrent(validity: Validity): boolean;
  now(): number;
};

/** A listing whose board is current: it has a decision. */
export type PlacedPosition = ListingPosition & { decision: Decision };

/** A change on its way: its receipt, where its listing stands, and what becomes of it. */
type Step = { readonly receipt: Receipt; readonly position: PlacedPosition } & (
  | { readonly refusal: Refusal }
  | { readonly terms: OfferTerms; readonly isChanged: boolean }
);

/**
 * Applies changes of one seller and marketplace, in one transaction: their receipts, the market and the events of both take effect
 * together. Several changes of one item are applied one after the other, each on what those before it left (decision 48). Returns what
 * to announce after the commit. Changes that another process has settled are left alone.
 */
export async function applyPiece(tx: Sql, ids: readonly string[], parts: PieceParts): Promise<AppliedIntents[]> {
  const found = await receiptsIn(tx, 'ACCEPTED', ids);
  const receipts = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first] = receipts;
  if (first === undefined) return [];
  const { marketplaceId } = first;
  if (parts.engine === 'postgres') {
    const places = receipts.map(({ sellerId, sku }) => [marketplaceId, '', sellerId, sku]);
    await lockChangedBoards(tx, places);
  }
  const fees = feesInForce(await feeSchedulesOf(tx, new Set([marketplaceId])), marketplaceId, parts.now());
  const { open, settled } = await withoutNewer(tx, receipts, parts.now());
  const announced: AppliedIntents[] = [];
  let positions = await currentPositions(tx, open, parts);
  for (const round of roundsOf(open, positions)) {
    if (announced.length > 0) positions = await currentPositions(tx, round, parts);
    const steps = await evaluateRound(tx, round, positions, { fees, parts });
    announced.push(await applyRound(tx, steps, parts));
    for (const one of await settledRound(tx, round, steps, { fees, parts })) settled.push(one);
  }
  await replacePending(tx, settled, open, parts.now());
  await settleReceipts(tx, settled);
  await addToFeed(tx, marketplaceId, settled, parts.now());
  return announced;
}

/**
 * A call that is finished long after it was stored, by the worker or a repeat, leaves listings alone that got a newer change meanwhile.
 * Of calls at the same time the last one counts: the clocks of two processes cannot tell which came first.
 */
async function withoutNewer(
  tx: Sql,
  receipts: readonly Receipt[],
  atMs: number,
): Promise<{ open: Receipt[]; settled: Settled[] }> {
  const newer = await newerChanges(
    tx,
    receipts.filter(({ createdMs }) => createdMs < atMs - UNFINISHED_MS),
  );
  const open = receipts.filter(({ id }) => !newer.has(id));
  const settled = receipts.flatMap(({ id }): Settled[] => {
    const replacedBy = newer.get(id);
    if (replacedBy === undefined) return [];
    return [{ id, state: 'REPLACED', itemId: undefined, atMs, termsRevision: undefined, result: { replacedBy } }];
  });
  return { open, settled };
}

type Positions = ReadonlyMap<string, PlacedPosition>;

/** Where the listings of these receipts stand, by SKU. */
async function currentPositions(tx: Sql, receipts: readonly Receipt[], parts: PieceParts): Promise<Positions> {
  const found = await currentListings(tx, receipts, parts);
  return new Map(found.map((one) => [one.offer.sku, one]));
}

/** Where listings stand, in any order. Boards that are not current are rebuilt first. */
export async function currentListings(
  tx: Sql,
  listings: readonly OfferKey[],
  parts: Pick<PieceParts, 'writer' | 'isCurrent'>,
): Promise<PlacedPosition[]> {
  let found = await readListingPositions(tx, listings);
  const outdated = found.filter((one) => one.decision === null || !parts.isCurrent(one));
  if (outdated.length > 0) {
    const places = outdated.map(({ offer: { marketplaceId, itemId } }) => ({ marketplaceId, itemId }));
    const keys = new Map(places.map((place) => [keyText(items.keyOf(place)), place]));
    await parts.writer.rebuildIn(tx, [...keys.values()]);
    found = await readListingPositions(tx, listings);
  }
  return found as PlacedPosition[];
}

/** The first change of each item, then the second of each, and so on. Those of unknown SKUs are in the first round. */
function roundsOf(receipts: readonly Receipt[], positions: Positions): Receipt[][] {
  const counts = new Map<string, number>();
  const rounds: Receipt[][] = [];
  for (const receipt of receipts) {
    const itemId = positions.get(receipt.sku)?.item_id ?? '';
    const round = itemId === '' ? 0 : (counts.get(itemId) ?? 0);
    counts.set(itemId, round + 1);
    const list = rounds[round];
    if (list) list.push(receipt);
    else rounds[round] = [receipt];
  }
  return rounds;
}

type RoundContext = { readonly fees: FeesInForce; readonly parts: PieceParts };

/** Says what becomes of each change, without changing anything. */
async function evaluateRound(
  tx: Sql,
  round: readonly Receipt[],
  positions: Positions,
  { fees, parts }: RoundContext,
): Promise<Step[]> {
  const found = round.flatMap(({ sku }) => positions.get(sku) ?? []);
  const nowMs = parts.now();
  const check = await readChecks(tx, found, { fees, limits: parts.limits, nowMs });
  return round.flatMap((receipt): Step[] => {
    const position = positions.get(receipt.sku);
    if (position === undefined) return [];
    const { asked: wanted } = receipt;
    const evaluated = evaluateChange(wanted, position, position.termsRevision, boardTime(position.valid_from, nowMs));
    if ('refusal' in evaluated) return [{ receipt, position, refusal: evaluated.refusal }];
    const { terms } = evaluated;
    if (equalTerms(terms, position.offer)) return [{ receipt, position, terms, isChanged: false }];
    const refusal = check({ wanted, position, after: terms });
    return [refusal ? { receipt, position, refusal } : { receipt, position, terms, isChanged: true }];
  });
}

/** In `confirmed` nothing is applied before the operator's system says so. */
async function applyRound(tx: Sql, steps: readonly Step[], { writer, mode }: PieceParts): Promise<AppliedIntents> {
  const own = new Map<string, OwnChange>();
  const intents = steps.flatMap(({ receipt, position, ...step }): Intent[] => {
    if (mode !== 'direct' || !('terms' in step) || !step.isChanged) return [];
    own.set(keyText(offers.keyOf(receipt)), { receiptId: receipt.id, by: receipt.by, requestId: receipt.requestId });
    const value = withTerms(position.offer, step.terms);
    return [{ kind: 'offer', op: 'upsert', value, terms: { by: 'seller' } }];
  });
  if (intents.length === 0) return { outcomes: [], records: [], decided: [], marked: [] };
  const ownChange = (offer: OfferKey) => own.get(keyText(offers.keyOf(offer)));
  const applied = await writer.applyIn(tx, intents, { boards: 'now', ownChange });
  const failed = applied.outcomes.find((outcome) => outcome !== 'changed');
  if (failed !== undefined) throw new Error(`A price change was not applied: ${JSON.stringify(failed)}`);
  return applied;
}

/** What the receipts of a round say, with where their listings stand now. */
async function settledRound(
  tx: Sql,
  round: readonly Receipt[],
  steps: readonly Step[],
  { fees, parts }: RoundContext,
): Promise<Settled[]> {
  const stepOf = new Map(steps.map((step) => [step.receipt.id, step]));
  const after = await readListingPositions(
    tx,
    steps.filter((step) => 'terms' in step).map(({ receipt }) => receipt),
  );
  const positions = new Map(after.map((one) => [one.offer.sku, one as PlacedPosition]));
  const atMs = parts.now();
  return round.map((receipt): Settled => {
    const step = stepOf.get(receipt.id);
    if (step === undefined) return unknownSku(receipt, atMs);
    const { position } = step;
    const itemId = position.item_id;
    const before = termsOf(position.offer);
    const { termsRevision } = position;
    if ('refusal' in step)
      return {
        id: receipt.id,
        state: 'REJECTED',
        itemId,
        atMs,
        termsRevision,
        result: { before, refusal: step.refusal },
      };
    if (parts.mode === 'off') return switchedOff(receipt, atMs);
    const isPending = step.isChanged && parts.mode === 'confirmed';
    if (isPending)
      return {
        id: receipt.id,
        state: 'PENDING',
        itemId,
        atMs: undefined,
        termsRevision,
        result: { before, after: step.terms },
      };
    const now = positions.get(receipt.sku) ?? position;
    const box = boxResult(now, receipt.asked.customer, fees, boardTime(now.valid_from, atMs));
    const result = { before, after: step.terms, box };
    const state = step.isChanged ? 'APPLIED' : 'UNCHANGED';
    return { id: receipt.id, state, itemId, atMs, termsRevision: now.termsRevision, result };
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

/** A listing has one pending change at most: an older one is replaced. */
async function replacePending(
  tx: Sql,
  settled: readonly Settled[],
  receipts: readonly Receipt[],
  atMs: number,
): Promise<void> {
  const pending = new Set(settled.filter(({ state }) => state === 'PENDING').map(({ id }) => id));
  const older = await pendingOf(
    tx,
    receipts.filter(({ id }) => pending.has(id)),
  );
  const idOf = new Map(receipts.map(({ id, sku }) => [sku, id]));
  await settleReceipts(
    tx,
    older.map(({ id, sku, itemId, termsRevision, result }) => {
      const replacedBy = idOf.get(sku);
      return { ...{ id, itemId, atMs, termsRevision }, state: 'REPLACED', result: { ...result, replacedBy } } as const;
    }),
  );
}
