import { DAY_MS } from '../../domain/duration.ts';
import { type DaySum, sharesPerDay } from '../../domain/pricing/day-share.ts';
import { holdSums } from '../../market/projections/history/buy-box-time.ts';
import { observedSince } from '../../market/projections/history/observation.ts';
import { items } from '../../market/records/item.ts';
import { keyText } from '../../market/records/record-table.ts';
import { writeListingShares } from '../../wire/pricing/history/buy-box-share.ts';
import { DEFAULT_DAYS, MAX_DAYS_OF_SEVERAL, withinDays } from '../../wire/pricing/history/history-range.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import { readTimeRange, type TimeRangeParameters } from '../../wire/reports/time-range.ts';
import { buyBoxShareReport } from '../../wire/reports/types/buy-box-share.ts';
import { listingPages, type PlainListing, plainFacts } from '../listing-pages.ts';
import { countListings } from '../listing-rows.ts';
import type { ReportType } from '../report-type.ts';

type CopiedListing = PlainListing & { readonly observedSinceMs?: number | undefined; readonly held: readonly DaySum[] };

const PAGE_LISTINGS = 500;

const lineOf = flatLines(buyBoxShareReport.columns);

/** The shares of each listing, day by day. */
export const buyBoxShareType: ReportType = {
  description: buyBoxShareReport,
  size: countListings,

  async copy(snapshot, request, sink) {
    for await (const page of listingPages(snapshot, request, PAGE_LISTINGS)) {
      const own = page.map(({ offer }) => offer);
      const since = await observedSince(snapshot, own);
      const sums = Map.groupBy(await holdSums(snapshot, request.sellerId, own), ({ sku }) => sku);
      for (const listing of page) {
        const { offer } = listing;
        const held = (sums.get(offer.sku) ?? []).map(({ day, delta, momentMs }) => ({ day, delta, momentMs }));
        const observedSinceMs = since.get(keyText(items.keyOf(offer)));
        await sink.row('listings', { ...listing, observedSinceMs, held } satisfies CopiedListing);
      }
    }
  },

  async *lines(copy, { parameters }) {
    const nowMs = copy.instant.instantMs;
    const { sinceMs: wanted = nowMs - DEFAULT_DAYS * DAY_MS } = readTimeRange(parameters as TimeRangeParameters);
    const sinceMs = withinDays(wanted, nowMs, MAX_DAYS_OF_SEVERAL);
    if (sinceMs >= nowMs + 1) return;
    for await (const { observedSinceMs, held, ...listing } of copy.rows<CopiedListing>('listings')) {
      const days = sharesPerDay({ observedSinceMs, sinceMs, nowMs }, held);
      const { Days, ...ofAll } = writeListingShares({ offer: listing.offer, observedSinceMs, days });
      for (const day of Days) yield lineOf({ ...ofAll, ...day, ...plainFacts(listing) });
    }
  },
};
