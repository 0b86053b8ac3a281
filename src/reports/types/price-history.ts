import { DAY_MS } from '../../domain/duration.ts';
import type { CustomerType, OfferType } from '../../domain/vocabulary.ts';
import type { BoxKey } from '../../market/projections/history/box-log.ts';
import { stepsOf } from '../../market/projections/history/box-steps.ts';
import { type CopiedRows, copiedBoxRows, rowsOfBoxes } from '../../market/projections/history/copied-rows.ts';
import { observedSince } from '../../market/projections/history/observation.ts';
import { type CopiedTerms, copiedOwnPrices, endedTermsOf } from '../../market/projections/terms/own-prices.ts';
import { items } from '../../market/records/item.ts';
import { keyText } from '../../market/records/record-table.ts';
import { DEFAULT_DAYS } from '../../wire/pricing/history/history-range.ts';
import { writeOwnPriceStep } from '../../wire/pricing/history/own-prices.ts';
import { writeStep } from '../../wire/pricing/history/price-history.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import type { Line } from '../../wire/reports/report-description.ts';
import { readTimeRange, type TimeRangeParameters } from '../../wire/reports/time-range.ts';
import { priceHistoryReport, STEP_KINDS } from '../../wire/reports/types/price-history.ts';
import { listingPages, type PlainListing, plainFacts } from '../listing-pages.ts';
import { countListings } from '../listing-rows.ts';
import type { ReportRequest, ReportType } from '../report-type.ts';

type Parameters = TimeRangeParameters & { readonly CustomerType?: CustomerType; readonly OfferType?: OfferType };

/** A listing, the rows of its box, and its own terms. `fromMs`: where its history begins. */
type CopiedListing = PlainListing & { readonly fromMs: number; readonly rows: CopiedRows; readonly terms: CopiedTerms };

/** Each may have thousands of rows. */
const PAGE_LISTINGS = 50;

const lineOf = flatLines(priceHistoryReport.columns);

/** What the price history of each listing's item and condition has, whose items are observed. */
export const priceHistoryType: ReportType = {
  description: priceHistoryReport,
  size: countListings,

  async copy(snapshot, request, sink, instantMs) {
    const { sinceMs, untilMs } = rangeOf(request, instantMs);
    for await (const page of listingPages(snapshot, request, PAGE_LISTINGS)) {
      const since = await observedSince(
        snapshot,
        page.map(({ offer }) => offer),
      );
      const observed = page.flatMap((listing) => {
        const observedMs = since.get(keyText(items.keyOf(listing.offer)));
        return observedMs === undefined ? [] : [{ ...listing, fromMs: Math.max(sinceMs, observedMs) }];
      });
      const boxes = observed.map((one) => boxesOf(one, request).map((box) => ({ ...box, fromMs: one.fromMs })));
      const rows = await rowsOfBoxes(snapshot, boxes.flat(), untilMs);
      const ended = await endedTermsOf(
        snapshot,
        observed.map(({ offer, fromMs }) => ({ ...offer, fromMs })),
      );
      for (const [n, listing] of observed.entries()) {
        const terms = { ended: ended.get(listing.offer.sku) ?? [], sinceMs: listing.sinceMs };
        await sink.row('listings', { ...listing, terms, rows: rows.of(boxes[n] ?? []) } satisfies CopiedListing);
      }
    }
  },

  async *lines(copy, request) {
    const { untilMs } = rangeOf(request, copy.instant.instantMs);
    for await (const listing of copy.rows<CopiedListing>('listings')) {
      const { offer, fromMs, terms } = listing;
      const facts = plainFacts(listing);
      const [box] = boxesOf(listing, request) as [BoxKey];
      const range = { fromMs, untilMs, limit: Number.MAX_SAFE_INTEGER };
      const steps: object[] = [];
      for await (const step of stepsOf(copiedBoxRows(listing.rows), box, range))
        steps.push(writeStep(step, offer.sellerId, offer.currency));
      yield* numbered(steps, { ...facts, Kind: STEP_KINDS.box });
      const own = fromMs < untilMs ? copiedOwnPrices(offer, terms, { fromMs, untilMs, isFirst: true }) : [];
      yield* numbered(
        own.map((step) => writeOwnPriceStep(step, offer.currency)),
        { ...facts, Kind: STEP_KINDS.own },
      );
    }
  },
};

/** As the price history has it: without a begin the last days, and the state that began in this millisecond, too. */
function rangeOf({ parameters }: ReportRequest, instantMs: number): { sinceMs: number; untilMs: number } {
  const range = readTimeRange(parameters as TimeRangeParameters);
  const { sinceMs = instantMs - DEFAULT_DAYS * DAY_MS, untilMs = instantMs + 1 } = range;
  return { sinceMs, untilMs };
}

/** The box of a listing, and that of consumers, which it may follow. */
function boxesOf({ offer }: PlainListing, { parameters }: ReportRequest): BoxKey[] {
  const { CustomerType: customer = 'Consumer', OfferType: offerType = 'B2C' } = parameters as Parameters;
  const { marketplaceId, itemId, condition } = offer;
  const box: BoxKey = { marketplaceId, itemId, condition, customer, offerType };
  return customer === 'Business' && offerType === 'B2C' ? [box, { ...box, customer: 'Consumer' }] : [box];
}

function* numbered(steps: readonly object[], facts: object): Generator<Line> {
  let last: string | undefined;
  let number = 0;
  for (const step of steps) {
    const { at } = step as { at: string };
    number = at === last ? number + 1 : 1;
    last = at;
    yield lineOf({ ...facts, ...step, Number: number });
  }
}
