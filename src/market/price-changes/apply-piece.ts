import type { Sql } from '../../db/db.ts';
import type { Receipt } from '../../domain/price-changes/receipt.ts';
import type { AppliedIntents } from '../market-writer.ts';
import { applyReceipts, type PieceParts } from './apply-receipts.ts';
import { lockListings } from './current-listings.ts';
import { addToFeed } from './feed-rows.ts';
import { newerChanges, receiptsIn, type Settled, settledReceipts, settleReceipts } from './receipt-table.ts';

/** A call that is older is unfinished: its own request is no longer at work. */
export const UNFINISHED_MS = 5_000;

/**
 * Applies changes that are stored, in one transaction: their receipts, the market and the events of both take effect together. Returns
 * what to announce after the commit. Changes that another process has settled are left alone.
 */
export async function applyPiece(tx: Sql, ids: readonly string[], parts: PieceParts): Promise<AppliedIntents[]> {
  const found = await receiptsIn(tx, 'ACCEPTED', ids);
  const receipts = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (receipts.length === 0) return [];
  await lockListings(tx, receipts, parts.engine);
  const { open, replaced } = await withoutNewer(tx, receipts, parts.now());
  const { settled, announced } = await applyReceipts(tx, open, parts);
  await settleReceipts(tx, [...replaced, ...settled]);
  await addToFeed(tx, settledReceipts(open, settled), parts.now());
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
): Promise<{ open: Receipt[]; replaced: Settled[] }> {
  const newer = await newerChanges(
    tx,
    receipts.filter(({ createdMs }) => createdMs < atMs - UNFINISHED_MS),
  );
  const open = receipts.filter(({ id }) => !newer.has(id));
  const replaced = receipts.flatMap(({ id }): Settled[] => {
    const replacedBy = newer.get(id);
    if (replacedBy === undefined) return [];
    return [{ id, state: 'REPLACED', itemId: undefined, atMs, termsRevision: undefined, result: { replacedBy } }];
  });
  return { open, replaced };
}
