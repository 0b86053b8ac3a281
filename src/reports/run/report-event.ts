import { timeOrderedId } from '../../db/time-ordered-id.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { reportEvent } from '../../domain/notifications/notification.ts';
import { REPORT_DAYS } from '../../domain/reports/report.ts';
import { writeTime } from '../../domain/time.ts';
import type { SellerEvents } from '../../notifications/fan-out/seller-events.ts';
import { SELLER_ONLY } from '../../notifications/fan-out/service-event.ts';
import type { OnEnded } from './claim.ts';

type Telling = {
  readonly events: Pick<SellerEvents, 'publish' | 'source'>;
  /** The address of the service. */
  readonly publicUrl: string;
};

/** Publishes REPORT_READY (decision 60): to the seller, and to the application that asked for the report. */
export function publishEnd({ events, publicUrl }: Telling): OnEnded {
  return async (tx, report, nowMs) => {
    const { sellerId, application, state, document } = report;
    const about = { id: timeOrderedId('ntf', nowMs), source: events.source, sellerId, nowMs };
    const event = reportEvent(about, {
      ...{ reportId: report.id, reportType: report.type, marketplaceIds: report.marketplaceIds, format: report.format },
      state: state === 'DONE' ? 'DONE' : 'FATAL',
      ...{ scheduleId: report.scheduleId, failure: report.failure },
      ...(document && {
        reportDocumentId: report.documentId,
        documentUrl: `${publicUrl}/reports/v4/documents/${report.documentId}`,
        ...{ lines: document.lines, bytes: document.bytes },
      }),
      expiresTime: writeTime(report.createdMs + REPORT_DAYS * DAY_MS),
    });
    // Absent: no application but the seller's own sees it.
    await events.publish(tx, [{ event, onlyFor: application ?? SELLER_ONLY }]);
  };
}
