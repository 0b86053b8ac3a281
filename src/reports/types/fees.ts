import { compareCodePoints } from '../../domain/code-points.ts';
import { type ComparedDate, type ComparedEstimate, comparedEstimates } from '../../domain/fees/estimate-at.ts';
import { estimateSubject } from '../../domain/fees/estimate-subject.ts';
import type { FeeSchedule } from '../../domain/fees/fee-schedule.ts';
import { feeTooLarge, type ItemFailure } from '../../domain/fees/item-failure.ts';
import { readTime, writeTime } from '../../domain/time.ts';
import { writeComparedEstimate } from '../../wire/fees/comparison-result.ts';
import { writeIdentifier } from '../../wire/fees/estimate-result.ts';
import { LINE_FAILED } from '../../wire/reports/columns.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import type { Line } from '../../wire/reports/report-description.ts';
import { type FeesReportParameters, feesReport, NOW } from '../../wire/reports/types/fees.ts';
import {
  type CopiedListing,
  copiedListings,
  copyListingsAndMarket,
  countListings,
  feeSchedulesIn,
  listingFacts,
} from '../listing-rows.ts';
import type { ReportType } from '../report-type.ts';

const lineOf = flatLines(feesReport.columns);

/** What the fee endpoints estimate for the own offer of each listing. */
export const feesType: ReportType = {
  description: feesReport,
  size: countListings,

  copy: copyListingsAndMarket,

  async *lines(copy, { parameters }) {
    const { id } = parameters as FeesReportParameters;
    const dates = datesOf(parameters);
    const schedules = Map.groupBy(feeSchedulesIn(copy), ({ marketplaceId }) => marketplaceId);
    const { instantMs } = copy.instant;
    for await (const listing of copiedListings(copy)) {
      const { sku, itemId } = listing.offer;
      if (id !== undefined && id !== sku && id !== itemId) continue;
      const ofMarketplace = schedules.get(listing.offer.marketplaceId) ?? [];
      const failureOf = (error: unknown) => {
        if (!(error instanceof RangeError)) copy.failed(error);
        return feesFailed(error);
      };
      yield* linesOf(listing, ofMarketplace, dates, { instantMs, failureOf });
    }
  },
};

/** As the comparison of fees has them: a single date is compared with now. */
function datesOf({ asOf = [] }: FeesReportParameters): readonly ComparedDate[] {
  const dates = asOf.map((text) => readTime(text));
  return dates.length < 2 ? [undefined, ...dates] : dates;
}

function linesOf(
  listing: CopiedListing,
  schedules: readonly FeeSchedule[],
  dates: readonly ComparedDate[],
  { instantMs, failureOf }: { readonly instantMs: number; readonly failureOf: typeof feesFailed },
): Line[] {
  const { offer, item, seller } = listing;
  const { marketplaceId, currency, sellerId, sku } = offer;
  const name = { sellerId, idType: 'SellerSKU', idValue: sku, marketplace: { marketplaceId, currency } } as const;
  const unit = { item, plan: seller.plan, ownOffers: [offer] };
  const subject = estimateSubject({ ...name, request: undefined }, unit, schedules);
  const facts = { ...writeIdentifier(subject.identifier), ...listingFacts(listing) };
  const estimates = comparedEstimates(subject, dates, instantMs, failureOf);
  const lines = estimates.flatMap((one, n) => {
    const AsOf = dates[n] === undefined ? NOW : writeTime(one.atMs);
    return feesOf(one, currency, instantMs).map((fee) => lineOf({ ...facts, ...fee, AsOf }));
  });
  return lines.sort(
    (a, b) =>
      compareCodePoints(String(a.AsOf), String(b.AsOf)) || compareCodePoints(String(a.FeeType), String(b.FeeType)),
  );
}

/** The fees at one date; one without a type when there is no estimate. */
function feesOf(estimate: ComparedEstimate, currency: string, instantMs: number): object[] {
  const written = writeComparedEstimate(estimate, currency, instantMs, false);
  if (!('FeesEstimate' in written)) return [{ ...written, FeeType: '' }];
  const { FeesEstimate, Difference, ...ofAll } = written;
  const { TotalFeesEstimate, FeeDetailList } = FeesEstimate;
  return FeeDetailList.map((detail, n) => ({
    ...{ ...ofAll, TotalFeesEstimate, TotalDifference: Difference?.TotalDifference },
    ...Difference?.FeeDifferenceList[n],
    ...detail,
  }));
}

/** The same code and message as those of the fee endpoints. */
const feesFailed = (error: unknown): ItemFailure =>
  error instanceof RangeError ? feeTooLarge : { ...feeTooLarge, reasons: [LINE_FAILED] };
