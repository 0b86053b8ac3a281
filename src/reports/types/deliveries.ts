import type { Sql } from '../../db/db.ts';
import { type DeliveryRow, deliveryColumns, deliveryOf } from '../../notifications/deliveries/delivery-table.ts';
import { type LoggedFacts, loggedFacts } from '../../notifications/deliveries/logged-delivery.ts';
import { accessParameters, isAccessible } from '../../notifications/destination-table.ts';
import { writeDelivery } from '../../wire/notifications/delivery.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import { readTimeRange, type TimeRangeParameters } from '../../wire/reports/time-range.ts';
import { deliveriesReport } from '../../wire/reports/types/deliveries.ts';
import type { ReportRequest, ReportType } from '../report-type.ts';

type Parameters = TimeRangeParameters & {
  readonly channelId?: string;
  readonly id?: string;
  readonly state?: string;
};

type CopiedDelivery = { readonly row: DeliveryRow; readonly facts: LoggedFacts };

const PAGE_ROWS = 200;

const lineOf = flatLines(deliveriesReport.columns);

/** The logs of all destinations that the caller sees (decision 38). */
export const deliveriesType: ReportType = {
  description: deliveriesReport,

  async size(sql, request, limit) {
    let count = 0;
    for (const channelId of await destinationsOf(sql, request)) {
      if (count >= limit) return count;
      const row = await sql.get<{ n: number }>(
        'SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM delivery WHERE channel_id = $1 LIMIT $2) AS counted',
        [channelId, limit - count],
      );
      count += row?.n ?? 0;
    }
    return count;
  },

  async copy(snapshot, request, sink) {
    for (const channelId of await destinationsOf(snapshot, request)) {
      for await (const rows of pagesOf(snapshot, channelId, request.parameters)) {
        const facts = await loggedFacts(snapshot, rows);
        for (const [n, row] of rows.entries()) {
          const copied: CopiedDelivery = { row, facts: facts[n] ?? {} };
          if (isAbout(request, copied)) await sink.row('deliveries', copied);
        }
      }
    }
  },

  async *lines(copy) {
    for await (const { row, facts } of copy.rows<CopiedDelivery>('deliveries')) {
      const written = writeDelivery({ ...deliveryOf(row, ''), ...facts });
      yield lineOf({ ...written, revision: facts.item?.revision ?? undefined });
    }
  },
};

/** Their ids, in their order. */
async function destinationsOf(sql: Sql, request: ReportRequest): Promise<string[]> {
  const { channelId } = request.parameters as Parameters;
  const { sellerId, application } = request;
  const rows = await sql.all<{ channel_id: string }>(
    `SELECT destination.channel_id FROM destination WHERE ${isAccessible(1)} ORDER BY destination.channel_id`,
    accessParameters({ sellerId, ...(application !== undefined && { application }) }),
  );
  return rows.map((row) => row.channel_id).filter((id) => channelId === undefined || id === channelId);
}

async function* pagesOf(sql: Sql, channelId: string, parameters: Parameters): AsyncGenerator<DeliveryRow[]> {
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = readTimeRange(parameters);
  let after = { created_ms: sinceMs, delivery_id: '' };
  for (;;) {
    const rows = await sql.all<DeliveryRow>(
      `SELECT ${deliveryColumns} FROM delivery WHERE channel_id = $1 AND (created_ms, delivery_id) > ($2, $3) AND created_ms < $4
       ORDER BY channel_id, created_ms, delivery_id LIMIT ${PAGE_ROWS}`,
      [channelId, after.created_ms, after.delivery_id, untilMs],
    );
    const wanted = rows.filter((row) => isChosen(parameters, row));
    if (wanted.length > 0) yield wanted;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last;
  }
}

const isChosen = ({ id, state }: Parameters, row: DeliveryRow): boolean =>
  (state === undefined || row.state === state) &&
  (id === undefined || row.delivery_id === id || row.notification_id === id);

/** Deliveries that are about no item belong to no marketplace. */
const isAbout = ({ marketplaceIds }: ReportRequest, { facts }: CopiedDelivery): boolean =>
  facts.item === undefined || marketplaceIds.includes(facts.item.marketplaceId);
