import type { Listing } from 'marketplace-seller-sdk';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { DAY_MS } from '../../duration.ts';
import { marketplace } from '../../marketplace.ts';
import { dailyPrices } from './daily-prices.ts';
import type { RowHistory } from './row-order.ts';

const DAYS = 30;
/** The API takes so many. */
const BATCH = 50;
/** Rows that are scrolled past are not asked for. */
const PAUSE_MS = 150;

type Known = { readonly row: Listing; readonly history: RowHistory };

/** The history of the rows in sight, asked for in batches when scrolling pauses. A listing whose figures have changed is asked again. */
export function useHistories() {
  const known = useRef(new Map<string, Known>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const abort = useRef<AbortController>(undefined);
  const [version, setVersion] = useState(0);
  const see = (rows: readonly Listing[]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const missing = rows.filter((row) => known.current.get(row.SellerSKU)?.row !== row);
      if (missing.length === 0) return;
      abort.current?.abort();
      abort.current = new AbortController();
      void read(missing, abort.current.signal, known.current).then(
        (isNew) => isNew && setVersion((before) => before + 1),
      );
    }, PAUSE_MS);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      abort.current?.abort();
    },
    [],
  );
  const historyOf = useCallback((row: Listing) => known.current.get(row.SellerSKU)?.history, [version]);
  return { historyOf, see };
}

/** A sparkline that fails stays grey: the table is right without it, and the next look asks again. */
async function read(rows: readonly Listing[], signal: AbortSignal, known: Map<string, Known>): Promise<boolean> {
  const nowMs = Date.now();
  const since = new Date(nowMs - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  try {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      const SellerSKUs = batch.map(({ SellerSKU }) => SellerSKU);
      const body = { MarketplaceId: marketplace.peek()?.id ?? '', SellerSKUs, since };
      const { payload } = await client.getListingHistory({ body, signal });
      for (const [n, listing] of payload.Listings.entries()) {
        const row = batch[n];
        if (row)
          known.set(row.SellerSKU, {
            row,
            history: { prices: dailyPrices(listing, DAYS, nowMs), share: listing.Total?.Share },
          });
      }
    }
    return true;
  } catch {
    return false;
  }
}
