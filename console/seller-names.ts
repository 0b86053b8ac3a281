import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { client } from './api.ts';
import { session } from './current-session.ts';
import type { SellerName } from './seller-name.ts';

/** One call takes at most so many. */
const BATCH = 50;
/** Parts of a page that are loaded side by side ask together. */
const GATHER_MS = 100;

const known = signal<ReadonlyMap<string, string>>(new Map());
/** Sellers that are known, or asked about; a name rarely changes while a page is open. */
const asked = new Set<string>();
const waiting = new Set<string>();

/** The names of these sellers. The component is rendered again when they are there. */
export function useSellerNames(sellerIds: readonly string[]): SellerName {
  useEffect(() => want(sellerIds), [sellerIds.join()]);
  const names = known.value;
  return useMemo(() => (sellerId) => names.get(sellerId) ?? sellerId, [names]);
}

/** After a sign-out nothing of the seller may be left in the page, nor whom it competes with. */
session.onChange(({ state }) => {
  if (state !== 'signed-out') return;
  known.value = new Map();
  asked.clear();
});

function want(sellerIds: readonly string[]): void {
  const news = sellerIds.filter((id) => !asked.has(id));
  if (news.length > 0 && waiting.size === 0) setTimeout(() => void ask(), GATHER_MS);
  for (const id of news) {
    asked.add(id);
    waiting.add(id);
  }
}

/** An answer that fails leaves the ids, which are right, too. The next page asks again. */
async function ask(): Promise<void> {
  const ids = [...waiting];
  waiting.clear();
  for (let at = 0; at < ids.length; at += BATCH) {
    const sellerIds = ids.slice(at, at + BATCH);
    try {
      const { payload } = await client.getSellerNames({ query: { sellerIds } });
      const found = payload.flatMap(({ sellerId, name }) => (name === undefined ? [] : [[sellerId, name] as const]));
      if (found.length > 0) known.value = new Map([...known.peek(), ...found]);
    } catch {
      for (const id of sellerIds) asked.delete(id);
    }
  }
}
