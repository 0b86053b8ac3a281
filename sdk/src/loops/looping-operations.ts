import { DOCUMENT_URL } from '../calls/operation-rules.ts';
import type { ReportLinesByType } from '../generated/report-lines.gen.ts';
import { Operations } from '../generated/sdk.gen.ts';
import type {
  Deliveries,
  Delivery,
  GetDeliveriesData,
  GetListingsData,
  GetPriceChangesData,
  GetPriceHistoryData,
  GetReportsData,
  GetSellerAuditData,
  GetSellerUsageData,
  LimitedListing,
  Listing,
  ListingLimitsPageAnswer,
  ListingsAnswer,
  ListLimitsData,
  PriceChangeListAnswer,
  PriceChangeReceipt,
  PriceHistoryAnswer,
  PriceStep,
  Report,
  ReportBody,
  Reports,
  SellerAuditEntries,
  SellerAuditEntry,
  SellerUsage,
  SellerUsageRow,
} from '../generated/types.gen.ts';
import type { ListedEvent } from '../seller-event.ts';
import { type EventsOptions, followEvents } from './events.ts';
import type { PulledMessage } from './held-messages.ts';
import { type MessagesOptions, pullMessages } from './messages.ts';
import { type PageOptions, type Pages, pagesOf } from './pages.ts';
import {
  type ReportLine,
  type ReportOperations,
  type ReportOptions,
  ReportRun,
  type WantedReport,
} from './report-run.ts';
/** Loops over what the operations give in pieces. */
export class LoopingOperations extends Operations {
  /** The seller's listings: all pages of `getListings`. */
  listings(options: PageOptions<GetListingsData>): Pages<Listing, ListingsAnswer> {
    return pagesOf(
      options,
      (token) => this.getListings({ ...options, query: { ...options.query, ...token } }),
      ({ payload }) => ({ ...payload, elements: payload.Listings }),
    );
  }

  /** The seller's listings with limits: all pages of `listLimits`. */
  limits(options: PageOptions<ListLimitsData>): Pages<LimitedListing, ListingLimitsPageAnswer> {
    return pagesOf(
      options,
      (token) => this.listLimits({ ...options, query: { ...options.query, ...token } }),
      ({ payload }) => ({ ...payload, elements: payload.Listings }),
    );
  }

  /** What was sent to a destination, the newest first: all pages of `getDeliveries`. */
  deliveries(
    channelId: string,
    options: Omit<PageOptions<GetDeliveriesData>, 'path'> = {},
  ): Pages<Delivery, Deliveries> {
    return pagesOf(
      options,
      (token) => this.getDeliveries({ ...options, path: { channelId }, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.deliveries }),
    );
  }

  /** What a buy box and the lowest prices of an item were: all pages of `getPriceHistory`. */
  priceHistory(options: PageOptions<GetPriceHistoryData>): Pages<PriceStep, PriceHistoryAnswer> {
    return pagesOf(
      options,
      (token) => this.getPriceHistory({ ...options, query: { ...options.query, ...token } }),
      ({ payload }) => ({ ...payload, elements: payload.Steps }),
    );
  }

  /** The receipts of the seller's price changes, the newest first: all pages of `getPriceChanges`. With `query.after` it begins there. */
  priceChanges(options: PageOptions<GetPriceChangesData> = {}): Pages<PriceChangeReceipt, PriceChangeListAnswer> {
    return pagesOf(
      options,
      ({ nextToken: after }) =>
        this.getPriceChanges({ ...options, query: { ...options.query, ...(after !== undefined && { after }) } }),
      ({ payload }) => ({ ...payload, elements: payload.Receipts }),
    );
  }

  /** Who changed the seller's accounts, members, applications and grants, the newest first: all pages of `getSellerAudit`. */
  sellerAudit(options: PageOptions<GetSellerAuditData> = {}): Pages<SellerAuditEntry, SellerAuditEntries> {
    return pagesOf(
      options,
      (token) => this.getSellerAudit({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.entries }),
    );
  }

  /** How the seller's applications used the API, the most requests first: all pages of `getSellerUsage`. */
  sellerUsage(options: PageOptions<GetSellerUsageData> = {}): Pages<SellerUsageRow, SellerUsage> {
    return pagesOf(
      options,
      (token) => this.getSellerUsage({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.usage }),
    );
  }

  /**
   * The seller's events, in the order of their sequences, each one once; waits for more unless `follow` is false. Store the `sequence` of
   * the last event that you handled, and pass it as `after` when you start again. Events that are not kept any more are a gap: `onGap`.
   * An application that a seller authorized does not see events about others, so its sequences may have holes that are no gap.
   */
  events(options: EventsOptions = {}): AsyncGenerator<ListedEvent, void, undefined> {
    return followEvents(this, options);
  }

  /**
   * The messages of a PULL destination, one at a time. Asking for the next one acknowledges the one before; leaving the loop by an error,
   * `break` or `return` gives back the current one and those that were received with it. Every message arrives at least once: drop those
   * whose `notificationId` you have.
   */
  messages(channelId: string, options: MessagesOptions = {}): AsyncGenerator<PulledMessage, void, undefined> {
    return pullMessages(this, channelId, options);
  }

  /** The reports of the seller, the newest first: all pages of `getReports`. */
  reports(options: PageOptions<GetReportsData> = {}): Pages<Report, Reports> {
    return pagesOf(
      options,
      (token) => this.getReports({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.reports }),
    );
  }

  /**
   * A report: asks for it, waits until it is done, and downloads it. A loop over it gives its lines (JSONL) with the columns of its type,
   * `bytes()` the document in any format, `done()` and `progress()` how far it is. With a `reportId` it is one that exists.
   */
  report<Type extends keyof ReportLinesByType>(
    wanted: ReportBody & { reportType: Type },
    options?: ReportOptions,
  ): ReportRun<ReportLinesByType[Type]>;
  report<Line extends object = ReportLine>(wanted: WantedReport, options?: ReportOptions): ReportRun<Line>;
  report(wanted: WantedReport, options: ReportOptions = {}): ReportRun<ReportLine> {
    const operations = {
      createReport: this.createReport.bind(this),
      getReport: this.getReport.bind(this),
      download: (reportDocumentId: string, headers: Record<string, string>, signal: AbortSignal) => {
        const url = DOCUMENT_URL;
        return this.client.get({ url, path: { reportDocumentId }, headers, signal, isStream: true }) as Promise<never>;
      },
    };
    return new ReportRun<ReportLine>(operations as ReportOperations, wanted, options);
  }
}
