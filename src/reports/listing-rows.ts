import type { Sql } from '../db/db.ts';
import type { Snapshot } from '../db/snapshot.ts';
import type { FeeSchedule } from '../domain/fees/fee-schedule.ts';
import { type FeesInForce, feesInForce } from '../domain/fees/net-proceeds.ts';
import type { ListingLimits } from '../domain/price-changes/limits.ts';
import type { DecidedListing } from '../domain/pricing/decided-listing.ts';
import { feesVersion, quietChangesVersion } from '../domain/reports/not-in-events.ts';
import {
  type PositionRow,
  positionColumns,
  positionFrom,
  positionJoins,
} from '../market/projections/boards/listing-position.ts';
import { quietChangesIn } from '../market/projections/events/quiet-changes.ts';
import { allFeeSchedules } from '../market/records/fee-schedule.ts';
import type { Copy, CopySink, ReportRequest, ReportType } from './report-type.ts';

/** A listing with all that decides where it stands, as the store has it. */
type ListingRow = PositionRow & {
  event_revision: number | null;
  minimum_price_minor: number | null;
  maximum_price_minor: number | null;
  minimum_net_minor: number | null;
};

const STREAM = 'listings';
const SCHEDULES = 'feeSchedules';

/** How many listings there are, counted up to `limit`. */
export async function countListings(sql: Sql, request: ReportRequest, limit: number): Promise<number> {
  let count = 0;
  for (const marketplaceId of request.marketplaceIds) {
    if (count >= limit) return count;
    const row = await sql.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM offer WHERE marketplace_id = $1 AND seller_id = $2 LIMIT $3) AS counted`,
      [marketplaceId, request.sellerId, limit - count],
    );
    count += row?.n ?? 0;
  }
  return count;
}

/** Copies the seller's listings in the order of marketplaces and SKUs. Of limits without the cost: no report has it (decision 50). */
async function copyListings(snapshot: Snapshot, request: ReportRequest, sink: CopySink): Promise<void> {
  for (const marketplaceId of request.marketplaceIds) {
    const rows = snapshot.each<ListingRow>(
      `SELECT ${positionColumns}, item_event.revision AS event_revision, listing_limits.minimum_price_minor, listing_limits.maximum_price_minor,
              listing_limits.minimum_net_minor
         FROM offer ${positionJoins}
         LEFT JOIN item_event ON item_event.marketplace_id = offer.marketplace_id AND item_event.item_id = offer.item_id
         LEFT JOIN listing_limits ON listing_limits.marketplace_id = offer.marketplace_id
              AND listing_limits.seller_id = offer.seller_id AND listing_limits.sku = offer.sku
        WHERE offer.marketplace_id = $1 AND offer.seller_id = $2
        ORDER BY offer.marketplace_id, offer.seller_id, offer.sku`,
      [marketplaceId, request.sellerId],
    );
    for await (const row of rows) await sink.row(STREAM, row);
  }
}

/** The copy of reports about listings: these, and what their figures are computed from. */
export const copyListingsAndMarket: ReportType['copy'] = async (snapshot, request, sink, instantMs) => {
  await copyMarket(snapshot, request, sink, instantMs);
  await copyListings(snapshot, request, sink);
};

/**
 * The fee schedules of all marketplaces. As versions which ones are in force, and how much was changed without events: the next report
 * names what differs.
 */
async function copyMarket(
  snapshot: Snapshot,
  { marketplaceIds }: ReportRequest,
  sink: CopySink,
  nowMs: number,
): Promise<void> {
  const schedules = (await allFeeSchedules(snapshot)).filter((one) => marketplaceIds.includes(one.marketplaceId));
  sink.fact(SCHEDULES, schedules);
  for (const marketplaceId of marketplaceIds) {
    const { schedule } = feesInForce(schedules, marketplaceId, nowMs);
    if (schedule) sink.version(feesVersion(marketplaceId), `${schedule.scheduleId} ${schedule.version}`);
    const { changes } = await quietChangesIn(snapshot, marketplaceId);
    sink.version(quietChangesVersion(marketplaceId), changes);
  }
}

export const feeSchedulesIn = (copy: Copy): readonly FeeSchedule[] => copy.fact<FeeSchedule[]>(SCHEDULES);

/** The fees of each marketplace at the instant of the report. */
export function feesIn(copy: Copy, { marketplaceIds }: ReportRequest): (marketplaceId: string) => FeesInForce {
  const schedules = feeSchedulesIn(copy);
  const { instantMs } = copy.instant;
  const fees = new Map(marketplaceIds.map((id) => [id, feesInForce(schedules, id, instantMs)]));
  return (marketplaceId) => fees.get(marketplaceId) as FeesInForce;
}

/** A listing that was copied. */
export type CopiedListing = Omit<DecidedListing, 'decision'> & {
  /** Null: its board was never built. */
  decision: DecidedListing['decision'] | null;
  /** The revision of the last event about its item. 0: there was none. */
  revision: number;
  /** Undefined: none is set. */
  limits: ListingLimits | undefined;
  /** When the store decided where it stands: the instant, unless a date has passed that no decision followed yet. */
  judgedMs: number;
};

export async function* copiedListings(copy: Copy): AsyncGenerator<CopiedListing> {
  for await (const row of copy.rows<ListingRow>(STREAM)) yield copiedListing(row, copy.instant.instantMs);
}

function copiedListing(row: ListingRow, instantMs: number): CopiedListing {
  const { event_revision, minimum_price_minor, maximum_price_minor, minimum_net_minor, ...position } = row;
  const limits: ListingLimits = {
    minimumPriceMinor: minimum_price_minor ?? undefined,
    maximumPriceMinor: maximum_price_minor ?? undefined,
    minimumNetMinor: minimum_net_minor ?? undefined,
  };
  const hasLimits = Object.values(limits).some((limit) => limit !== undefined);
  const { valid_until } = row;
  // -1: the board is stale. It keeps its last decision until it is rebuilt, and so do the events.
  const isOver = valid_until !== null && valid_until > 0 && valid_until <= instantMs;
  return {
    ...positionFrom(position),
    revision: event_revision ?? 0,
    limits: hasLimits ? limits : undefined,
    judgedMs: isOver ? valid_until - 1 : instantMs,
  };
}

/** What each line about a listing begins with. */
export const listingFacts = ({ offer, revision }: CopiedListing) => ({
  MarketplaceId: offer.marketplaceId,
  SellerSKU: offer.sku,
  storeItemId: offer.itemId,
  revision,
  CurrencyCode: offer.currency,
});
