import type { ListedEvent, SellerClient } from 'marketplace-seller-sdk';

/** A part of the list, the newest first. */
export type TimelinePage = {
  readonly events: readonly ListedEvent[];
  /** Everything from this sequence on was looked at. */
  readonly from: number;
  readonly hasOlder: boolean;
};

type Reader = Pick<SellerClient, 'getEvents'>;

/** Events per request, and requests per page: a filter that matches little must not read all events at once. */
const PER_REQUEST = 200;
const MAX_REQUESTS = 5;
/** A page ends when it has so many. */
const WANTED = 40;

const sequenceOf = (event: ListedEvent) => Number(event.sequence);

/** The newest events that pass. */
export async function newest(
  client: Reader,
  passes: (event: ListedEvent) => boolean,
  signal: AbortSignal,
): Promise<TimelinePage> {
  const { latestSequence } = await client.getEvents({ query: { after: 0, limit: 1 }, signal });
  return olderThan(client, latestSequence + 1, passes, signal);
}

/** Those before a sequence. The API lists events from old to new, so this asks for a window that ends there, then for the one before. */
export async function olderThan(
  client: Reader,
  sequence: number,
  passes: (event: ListedEvent) => boolean,
  signal: AbortSignal,
): Promise<TimelinePage> {
  const events: ListedEvent[] = [];
  let [from, oldest] = [sequence, 1];
  for (let n = 0; n < MAX_REQUESTS && from > oldest && events.length < WANTED; n += 1) {
    const after = Math.max(from - 1 - PER_REQUEST, oldest - 1);
    const page = await client.getEvents({ query: { after, limit: PER_REQUEST }, signal });
    const before = from;
    const inside = (page.events as ListedEvent[]).filter((event) => sequenceOf(event) < before && passes(event));
    events.push(...inside.toReversed());
    from = after + 1;
    oldest = Math.max(page.oldestSequence, 1);
  }
  return { events, from, hasOlder: from > oldest };
}

/** Each event once, the newest first. */
export function merged(...lists: readonly (readonly ListedEvent[])[]): ListedEvent[] {
  const bySequence = new Map(lists.flat().map((event) => [sequenceOf(event), event]));
  return [...bySequence.values()].toSorted((one, other) => sequenceOf(other) - sequenceOf(one));
}

export type Day = { readonly key: string; readonly events: ListedEvent[] };

/** Events of one day of the reader's calendar, together. */
export function byDay(events: readonly ListedEvent[], keyOf: (at: Date) => string): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    const key = keyOf(new Date(event.time));
    const last = days.at(-1);
    if (last?.key === key) last.events.push(event);
    else days.push({ key, events: [event] });
  }
  return days;
}
