import { isOnSale } from '../../domain/notifications/cause.ts';
import type { ItemNotes, NotedOffer } from './transaction-notes.ts';

/**
 * Changes of an item that are not told yet, because its board was only marked as stale: a line for each, with the seller, the
 * operator's request, and a mark: a plus for an offer that came on sale, a minus for one that was off sale and stays so. Each of them
 * may be empty.
 */
export type PendingChanges = {
  sellers: string[];
  /** Those of them with an offer that is or was on sale. */
  sellersOnSale: string[];
  newSellers: string[];
  requestId: string | undefined;
};

/** Whether nobody could buy the offer, before and after. What an offer was that nobody judged is not known. */
export const isOffSaleThroughout = ({ before, after, stateBefore }: NotedOffer): boolean =>
  stateBefore !== undefined && !isOnSale(before) && !isOnSale(after);

/** More lines are left out: whose changes they were is then not told, what changed is. */
export const MAX_PENDING_CHARACTERS = 20_000;

/** The lines of a change that is told later. */
export function pendingLines(notes: ItemNotes | undefined, requestId: string | undefined): string {
  const lines = new Set<string>();
  let length = 0;
  for (const noted of notes?.offers.values() ?? []) {
    if (!noted.isChanged || length > MAX_PENDING_CHARACTERS) continue;
    const line = `${noted.sellerId}\t${requestId ?? ''}\t${markOf(noted)}`;
    if (!lines.has(line)) length += line.length;
    lines.add(line);
  }
  return lines.size === 0 ? `\t${requestId ?? ''}\t` : [...lines].join('\n');
}

function markOf(noted: NotedOffer): string {
  if (isOffSaleThroughout(noted)) return '-';
  return !isOnSale(noted.before) && isOnSale(noted.after) ? '+' : '';
}

export function readPending(text: string): PendingChanges {
  const sellers = new Set<string>();
  const sellersOnSale = new Set<string>();
  const newSellers = new Set<string>();
  const requestIds = new Set<string>();
  for (const line of text.split('\n')) {
    const [sellerId = '', requestId = '', mark = ''] = line.split('\t');
    requestIds.add(requestId);
    if (sellerId === '') continue;
    sellers.add(sellerId);
    if (mark !== '-') sellersOnSale.add(sellerId);
    if (mark === '+') newSellers.add(sellerId);
  }
  const [requestId] = requestIds;
  return {
    sellers: [...sellers],
    sellersOnSale: [...sellersOnSale],
    newSellers: [...newSellers],
    requestId: requestIds.size === 1 && requestId !== '' ? requestId : undefined,
  };
}
