import type { Sql } from '../../db/db.ts';
import { type KeyUse, useKeys } from '../../db/idempotency.ts';
import { timeOrderedId } from '../../db/time-ordered-id.ts';
import type { IdempotentRequest, KeyReused } from '../../domain/idempotent-request.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import { together } from '../../domain/maybe-promise.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import type { ChangedBy, WantedChange } from '../../domain/price-changes/wanted-change.ts';
import type { AppliedIntents } from '../market-writer.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { applyReceipts, type PieceParts } from './apply-receipts.ts';
import { lockListings } from './current-listings.ts';
import { addToFeed } from './feed-rows.ts';
import { MAX_ITEMS } from './pieces.ts';
import { addReceipts, RECEIPT_PREFIX, settledReceipts } from './receipt-table.ts';

/** Changes that a seller's application asks for, in order. A SKU occurs once. */
export type PriceChangeCall = {
  readonly marketplaceId: string;
  readonly sellerId: string;
  readonly changes: readonly WantedChange[];
  readonly by: ChangedBy;
  readonly requestId: string;
  /** With an idempotency key: the same call again gives the same receipts. */
  readonly once?: IdempotentRequest | undefined;
  /** Called when that key was used before. */
  onRepeat?(): void;
};

/** The receipts of a call; or the earlier call that used its key, which may be unfinished. */
export type AppliedCall = KeyReused | { readonly receipts: readonly Receipt[] } | { readonly callId: string };

/** Whether one transaction stores and applies a call: it fits one piece. */
export const isOnePiece = ({ changes }: PriceChangeCall): boolean => changes.length <= MAX_ITEMS;

/** How many of these calls share a transaction: the first ones, as long as they fit one piece and no listing or key occurs twice. */
export function callsOfPiece(calls: readonly PriceChangeCall[]): number {
  const taken = new Set<string>();
  let changes = 0;
  for (const [n, call] of calls.entries()) {
    changes += call.changes.length;
    const keys = [...listingsOf(call).map((one) => keyText(offers.keyOf(one))), ...keyOf(call)];
    if (n > 0 && (changes > MAX_ITEMS || keys.some((key) => taken.has(key)))) return n;
    for (const key of keys) taken.add(key);
  }
  return calls.length;
}

/**
 * Stores and applies calls in one transaction: after a crash there is nothing of a call, or all of it. Calls of several sellers may share
 * it. A call whose key was used before changes nothing. `repeatedIfUsed` must run the transaction.
 */
export async function applyCalls(
  tx: Sql,
  calls: readonly PriceChangeCall[],
  parts: PieceParts,
): Promise<{ results: AppliedCall[]; announced: AppliedIntents[] }> {
  const nowMs = parts.now();
  const ids = calls.map(() => timeOrderedId(RECEIPT_PREFIX, nowMs));
  const [uses] = await together([
    useKeys(
      tx,
      calls.map((call, n) => ({ request: call.once, createdId: ids[n] as string })),
      nowMs,
    ),
    lockListings(tx, calls.flatMap(listingsOf), parts.engine),
  ]);
  const isNew = (_call: PriceChangeCall, n: number) => uses[n]?.kind === 'new';
  const accepted = calls.flatMap((call, n) => (isNew(call, n) ? acceptedReceipts(call, ids[n] as string, nowMs) : []));
  const { settled, announced } = await applyReceipts(tx, accepted, parts);
  const stored = await addReceipts(tx, settledReceipts(accepted, settled));
  await addToFeed(tx, stored, nowMs);
  const receiptsOf = Map.groupBy(stored, ({ callId }) => callId);
  return { results: uses.map((use, n) => resultOf(use, receiptsOf.get(ids[n] as string) ?? [])), announced };
}

function resultOf(use: KeyUse, receipts: readonly Receipt[]): AppliedCall {
  if (use.kind === 'conflict') return { rejected: 'keyReused' };
  return use.kind === 'repeated' ? { callId: use.createdId } : { receipts };
}

/** The receipts of a call before it is applied. Their ids are in the order of the call. */
export function acceptedReceipts(call: PriceChangeCall, callId: string, createdMs: number): Receipt[] {
  const { marketplaceId, sellerId, by, requestId } = call;
  return call.changes.map((asked, n) => ({
    id: `${callId}-${String(n).padStart(3, '0')}`,
    ...{ callId, marketplaceId, sellerId, sku: asked.sku, itemId: undefined, state: 'ACCEPTED', asked, by, requestId },
    ...{ createdMs, settledMs: undefined, termsRevision: undefined, result: {} },
  }));
}

const listingsOf = ({ marketplaceId, sellerId, changes }: PriceChangeCall): OfferKey[] =>
  changes.map(({ sku }) => ({ marketplaceId, sellerId, sku }));

const keyOf = ({ once }: PriceChangeCall): string[] =>
  once === undefined ? [] : [`key ${JSON.stringify([once.caller, once.operation, once.key])}`];
