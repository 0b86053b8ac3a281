import { isOnSale } from '../notifications/cause.ts';
import { type OfferOnItem, type OfferTransition, offerOnItem } from './offer-transition.ts';

/**
 * Changes of an item that no event is published about yet, because its board was only marked as stale: a line for each, with the
 * seller, the operator's request, and a mark: a plus for an offer that came on sale, a minus for one that was off sale and stays
 * so. Each of them may be empty.
 */
export type PendingChanges = {
  readonly sellers: readonly string[];
  /** Those of them with an offer that is or was on sale. */
  readonly sellersOnSale: readonly string[];
  /** Those of them with an offer that came on sale. */
  readonly newcomers: readonly string[];
  /** The request of all of them. Undefined: there is none, or there are several. */
  readonly requestId: string | undefined;
};

/** More lines are left out: the event then does not name whose changes they were, but it has what changed. */
export const MAX_PENDING_CHARACTERS = 20_000;

/** Whether nobody could buy the offer, before and after. False where its state before is not known. */
export const isOffSaleThroughout = ({ before, after, isStateBeforeKnown }: OfferOnItem): boolean =>
  isStateBeforeKnown && !isOnSale(before) && !isOnSale(after);

export const cameOnSale = ({ before, after }: OfferOnItem): boolean => !isOnSale(before) && isOnSale(after);

/** The lines of a change that the next rebuild of the board publishes. `offers` are those on the item, or that left it. */
export function pendingLines(
  offers: readonly OfferTransition[],
  itemId: string,
  requestId: string | undefined,
): string {
  const lines = new Set<string>();
  let length = 0;
  for (const transition of offers) {
    if (!transition.isRecordChanged || length > MAX_PENDING_CHARACTERS) continue;
    const one = offerOnItem(transition, itemId);
    const line = `${one.sellerId}\t${requestId ?? ''}\t${markOf(one)}`;
    if (!lines.has(line)) length += line.length;
    lines.add(line);
  }
  return lines.size === 0 ? `\t${requestId ?? ''}\t` : [...lines].join('\n');
}

function markOf(one: OfferOnItem): string {
  if (isOffSaleThroughout(one)) return '-';
  return cameOnSale(one) ? '+' : '';
}

export function readPending(text: string): PendingChanges {
  const sellers = new Set<string>();
  const sellersOnSale = new Set<string>();
  const newcomers = new Set<string>();
  const requestIds = new Set<string>();
  for (const line of text.split('\n')) {
    const [sellerId = '', requestId = '', mark = ''] = line.split('\t');
    requestIds.add(requestId);
    if (sellerId === '') continue;
    sellers.add(sellerId);
    if (mark !== '-') sellersOnSale.add(sellerId);
    if (mark === '+') newcomers.add(sellerId);
  }
  const [requestId] = requestIds;
  return {
    sellers: [...sellers],
    sellersOnSale: [...sellersOnSale],
    newcomers: [...newcomers],
    requestId: requestIds.size === 1 && requestId !== '' ? requestId : undefined,
  };
}
