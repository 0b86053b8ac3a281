import type { ListedEvent } from 'marketplace-seller-sdk';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { isShownHere, useEvents } from '../../live.ts';
import { useRecovery } from '../../recovery.ts';
import { apiOrder, type ListChoice, listQuery } from './list-query.ts';
import { ListingPages, type ListingsView } from './listing-pages.ts';

const NOTHING: ListingsView = { rows: [], counts: undefined, isComplete: false, isLoading: true, error: undefined };

/** After more changes than this the list is read again. */
const MAX_ITEMS = 5;
const GATHER_MS = 500;

/** The listings of a choice. Another choice starts a new list; the old rows stay until its first page has arrived. */
export function useListings(MarketplaceId: string, choice: ListChoice) {
  const [view, setView] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const pages = useRef<ListingPages>(undefined);
  const { text, state } = choice;
  const { sort, order } = apiOrder(choice);
  useEffect(() => {
    const ask = async (nextToken: string | undefined, signal: AbortSignal) =>
      (await client.getListings({ query: { MarketplaceId, ...listQuery(choice, nextToken) }, signal })).payload;
    const list = new ListingPages(ask, setView);
    pages.current = list;
    list.want(1);
    return () => list.end();
  }, [MarketplaceId, text, state, sort, order, round]);
  useItemChanges((items) => {
    if (items === undefined || items.length > MAX_ITEMS) setRound((before) => before + 1);
    else void follow(MarketplaceId, text, items, pages.current);
  });
  useRecovery(view.error, () => pages.current?.retry());
  return { view, pages };
}

/** The new figures of the listings of some items, in their rows, and new counts. What fails now comes with the next change. */
async function follow(
  MarketplaceId: string,
  text: string,
  items: readonly string[],
  pages: ListingPages | undefined,
): Promise<void> {
  const ask = (item: string) => client.getListings({ query: { MarketplaceId, query: item, pageSize: 20 } });
  const searched = text === '' ? {} : { query: text };
  try {
    const [counted, ...answers] = await Promise.all([
      client.getListings({ query: { MarketplaceId, ...searched, pageSize: 1, counts: true } }),
      ...items.map(ask),
    ]);
    pages?.update(
      answers.flatMap(({ payload }) => payload.Listings),
      counted.payload.Counts,
    );
  } catch {}
}

/** Items that changed, gathered for a moment; undefined: anything may have changed. */
function useItemChanges(onChange: (items: readonly string[] | undefined) => void): void {
  const gathered = useRef<{ items: Set<string>; isAll: boolean; timer: ReturnType<typeof setTimeout> }>(undefined);
  const applyGathered = () => {
    const { items, isAll } = gathered.current ?? { items: new Set<string>(), isAll: true };
    gathered.current = undefined;
    onChange(isAll ? undefined : [...items]);
  };
  useEvents((events) => {
    const about = gathered.current ?? {
      items: new Set<string>(),
      isAll: false,
      timer: setTimeout(applyGathered, GATHER_MS),
    };
    gathered.current = about;
    if (events.length === 0) about.isAll = true;
    for (const event of events) {
      const item = itemOf(event);
      if (item !== undefined) about.items.add(item);
    }
    if (about.items.size > 0 || about.isAll) return;
    clearTimeout(about.timer);
    gathered.current = undefined;
  });
  useEffect(() => () => clearTimeout(gathered.current?.timer), []);
}

const ABOUT_ITEMS: readonly string[] = ['BUY_BOX_CHANGED', 'ANY_OFFER_CHANGED', 'PRICING_HEALTH', 'PRICE_CHANGED'];

const itemOf = (event: ListedEvent): string | undefined =>
  ABOUT_ITEMS.includes(event.type) && isShownHere(event) && 'subject' in event ? event.subject : undefined;
