import { isOnSale } from '../../domain/notifications/cause.ts';
import type { ItemNotes } from './transaction-notes.ts';

/**
 * Changes of an item that are not told yet, because its board was only marked as stale: a line for each, with the seller, the
 * operator's request, and a plus for an offer that came on sale. Both may be empty.
 */
export type PendingChanges = { sellers: string[]; newSellers: string[]; requestId: string | undefined };

/** More lines are left out: whose changes they were is then not told, what changed is. */
export const MAX_PENDING_CHARACTERS = 20_000;

/** The lines of a change that is told later. */
export function pendingLines(notes: ItemNotes | undefined, requestId: string | undefined): string {
  const lines = new Set<string>();
  let length = 0;
  for (const { sellerId, before, after, isChanged } of notes?.offers.values() ?? []) {
    if (!isChanged || length > MAX_PENDING_CHARACTERS) continue;
    const line = `${sellerId}\t${requestId ?? ''}\t${!isOnSale(before) && isOnSale(after) ? '+' : ''}`;
    if (!lines.has(line)) length += line.length;
    lines.add(line);
  }
  return lines.size === 0 ? `\t${requestId ?? ''}\t` : [...lines].join('\n');
}

export function readPending(text: string): PendingChanges {
  const sellers = new Set<string>();
  const newSellers = new Set<string>();
  const requestIds = new Set<string>();
  for (const line of text.split('\n')) {
    const [sellerId = '', requestId = '', plus = ''] = line.split('\t');
    if (sellerId !== '') sellers.add(sellerId);
    if (sellerId !== '' && plus === '+') newSellers.add(sellerId);
    requestIds.add(requestId);
  }
  const [requestId] = requestIds;
  return {
    sellers: [...sellers],
    newSellers: [...newSellers],
    requestId: requestIds.size === 1 && requestId !== '' ? requestId : undefined,
  };
}
