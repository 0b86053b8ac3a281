import { namedSkus } from '../../domain/notifications/named-skus.ts';
import { containing } from '../../domain/text-search.ts';
import { type EventRow, eventColumns, eventTextOf, joinContent } from '../../notifications/events/event-table.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import { readTimeRange, type TimeRangeParameters } from '../../wire/reports/time-range.ts';
import { eventsReport } from '../../wire/reports/types/events.ts';
import type { ReportType } from '../report-type.ts';

type Parameters = TimeRangeParameters & {
  readonly eventTypes?: readonly string[];
  readonly query?: string;
  readonly after?: number;
};

const lineOf = flatLines(eventsReport.columns);

/** As in `GET events`: what is kept beyond the oldest sequence, because a delivery needs it, is not listed. */
const KEPT = `FROM event_receiver JOIN seller_event ON seller_event.seller_id = event_receiver.seller_id
  AND seller_event.sequence >= event_receiver.oldest_sequence`;

/** The seller's events, without those about other applications than the caller (decision 38). */
export const eventsType: ReportType = {
  description: eventsReport,

  async size(sql, { sellerId, parameters }, limit) {
    const { after = 0 } = parameters as Parameters;
    const row = await sql.get<{ n: number }>(
      `SELECT COUNT(*) AS n FROM (SELECT 1 AS one ${KEPT} WHERE event_receiver.seller_id = $1 AND seller_event.sequence > $2
         LIMIT $3) AS counted`,
      [sellerId, after, limit],
    );
    return row?.n ?? 0;
  },

  async copy(snapshot, { sellerId, application = '', parameters, marketplaceIds }, sink) {
    const { after = 0, eventTypes, ...range } = parameters as Parameters;
    const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = readTimeRange(range);
    const rows = snapshot.each<EventRow>(
      `SELECT ${eventColumns} ${KEPT} ${joinContent}
       WHERE event_receiver.seller_id = $1 AND seller_event.sequence > $2
         AND (seller_event.application IS NULL OR seller_event.application = $3 OR $3 = '')
         AND seller_event.at_ms >= $4 AND seller_event.at_ms < $5
       ORDER BY seller_event.seller_id, seller_event.sequence`,
      [sellerId, after, application, sinceMs, untilMs],
    );
    for await (const row of rows) {
      const isKind = eventTypes === undefined || eventTypes.includes(row.kind);
      const isAbout = row.marketplace_id === null || marketplaceIds.includes(row.marketplace_id);
      if (isKind && isAbout) await sink.row('events', row);
    }
  },

  async *lines(copy, { application, parameters }) {
    const { query } = parameters as Parameters;
    const isFound = query === undefined ? undefined : containing(query);
    for await (const row of copy.rows<EventRow>('events')) {
      const event = JSON.parse(eventTextOf(row, '', { application }));
      if (isFound && !namedSkus(event).some(isFound)) continue;
      const { marketplace_id: marketplaceId, revision } = row;
      yield lineOf({
        ...event,
        ...{ sequence: row.sequence, marketplaceId: marketplaceId ?? undefined, revision: revision ?? undefined },
      });
    }
  },
};
