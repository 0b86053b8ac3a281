import type { Db, Sql } from '../db/db.ts';
import { oncePerKey } from '../db/idempotency.ts';
import { timeOrderedId } from '../db/time-ordered-id.ts';
import type { IdempotentRequest, KeyReused } from '../domain/idempotent-request.ts';
import {
  isEnded,
  MAX_WAITING_REPORTS,
  type Report,
  type ReportSubject,
  type WantedReport,
} from '../domain/reports/report.ts';
import { becomeReceiver, olderTransactionsEnd } from '../notifications/events/receivers.ts';
import type { ByteRange, DocumentKind, DocumentStore } from './files/document-files.ts';
import { lockSeller, openReports } from './report-owners.ts';
import {
  addReport,
  canSee,
  type ReportAccess,
  type ReportQuery,
  readReports,
  reportByDocument,
  reportById,
  type StoredReport,
} from './report-table.ts';
import type { ReportRequest } from './report-type.ts';
import { Schedules } from './schedules/schedules.ts';
import { reportType } from './types/list.ts';

export type ReportRejection = {
  /** `tooMany`: the seller has as many waiting reports as it may. `since`: no report that this one could be compared with. */
  readonly rejected: 'tooMany' | 'since' | 'deleted';
};

/** Reports with this many rows or fewer do not wait behind large ones. */
const MAX_SMALL_ROWS = 2_000;

export type ReportsOptions = {
  readonly now: () => number;
  /** By the names of `report.stored_in`. */
  readonly stores: readonly DocumentStore[];
  /** Called after a report was queued. */
  readonly onQueued?: () => void;
};

/** Reports, for those who ask for them. The work itself is in `run/`. */
export class Reports {
  readonly schedules: Schedules;
  readonly #db: Db;
  readonly #options: ReportsOptions;

  constructor(db: Db, options: ReportsOptions) {
    this.#db = db;
    this.#options = options;
    this.schedules = new Schedules(db, options.now, this);
  }

  /** Queues a report, once for an idempotency key. `repeated`: an earlier request did. */
  async create(
    wanted: WantedReport,
    once?: IdempotentRequest,
  ): Promise<{ report: Report; repeated: boolean } | ReportRejection | KeyReused> {
    await this.receiveEvents(wanted.sellerId);
    const isSmall = await this.isSmall(wanted);
    const created = await oncePerKey<{ report: Report; repeated: boolean }, ReportRejection>(
      this.#db,
      this.#options.now,
      once,
      {
        repeat: async (tx, id) => {
          const report = await reportById(tx, id);
          return report ? { report, repeated: true } : { rejected: 'deleted' };
        },
        create: async (tx, nowMs) => {
          const queued = await this.queue(tx, wanted, { nowMs, isSmall });
          return 'rejected' in queued ? queued : { report: queued, repeated: false, createdId: queued.id };
        },
      },
    );
    if (!('rejected' in created)) this.#options.onQueued?.();
    return created;
  }

  /** The same in the caller's transaction, for a seller that is a receiver of events already: schedules ask so. */
  async queue(
    tx: Sql,
    wanted: WantedReport,
    { nowMs, isSmall }: { nowMs: number; isSmall: boolean },
  ): Promise<Report | ReportRejection> {
    await lockSeller(tx, wanted.sellerId);
    const { waiting } = await openReports(tx, wanted.sellerId);
    if (waiting >= MAX_WAITING_REPORTS) return { rejected: 'tooMany' };
    if (wanted.sinceId !== undefined && !(await isComparable(tx, wanted, wanted.sinceId))) return { rejected: 'since' };
    const report: Report = {
      ...wanted,
      id: timeOrderedId('rep', nowMs),
      documentId: timeOrderedId('doc', nowMs),
      ...{ state: 'IN_QUEUE', createdMs: nowMs, processed: 0 },
    };
    await addReport(tx, report, isSmall);
    return report;
  }

  /** Undefined: the caller has no such report. */
  async find(access: ReportAccess, id: string): Promise<Report | undefined> {
    const report = await reportById(this.#db, id);
    return report && canSee(access, report) ? report : undefined;
  }

  /** Newest first. */
  page(access: ReportAccess, query: ReportQuery): Promise<Report[]> {
    return readReports(this.#db, access, query);
  }

  /** Cancels a report that is not done, and removes one that has ended, with its files. Undefined: the caller has none. */
  async remove(access: ReportAccess, id: string): Promise<'cancelled' | 'removed' | undefined> {
    const removed = await this.#db.transaction(async (tx) => {
      await lockSeller(tx, access.sellerId);
      const report = await reportById(tx, id);
      if (report === undefined || !canSee(access, report)) return undefined;
      if (isEnded(report.state)) {
        await tx.run('DELETE FROM report WHERE id = $1', [id]);
        return 'removed';
      }
      await tx.run(
        `UPDATE report SET state = 'CANCELLED', ended_ms = $2, lease = NULL, lease_until_ms = NULL WHERE id = $1`,
        [id, this.#options.now()],
      );
      return 'cancelled';
    });
    if (removed === 'removed') for (const store of this.#options.stores) await store.remove(id);
    return removed;
  }

  /** A report that is done, by its document. Undefined: the caller has none. */
  async byDocument(access: ReportAccess, documentId: string): Promise<Report | undefined> {
    const report = await reportByDocument(this.#db, documentId);
    return report && report.state === 'DONE' && canSee(access, report) ? report : undefined;
  }

  /** The bytes of a document. Throws `MissingDocumentError` before the first ones when it was removed meanwhile. */
  read(report: Report, kind: DocumentKind, range?: ByteRange): AsyncIterable<Uint8Array> {
    const { storedIn } = report as StoredReport;
    const store = this.#options.stores.find(({ name }) => name === storedIn);
    if (store === undefined) throw new Error(`report ${report.id} is stored in ${storedIn}`);
    return store.read(report.id, kind, range);
  }

  /** Whether the report need not wait behind large ones. */
  async isSmall(wanted: ReportRequest): Promise<boolean> {
    return (await reportType(wanted.type).size(this.#db, wanted, MAX_SMALL_ROWS + 1)) <= MAX_SMALL_ROWS;
  }

  /** Asking for a report makes the seller a receiver: what comes after the report has to reach it (decision 54). */
  async receiveEvents(sellerId: string): Promise<void> {
    if ((await becomeReceiver(this.#db, sellerId, this.#options.now())) > 0) await olderTransactionsEnd(this.#db);
  }
}

/** Whether the maker has such a report, that is done, about the same. */
async function isComparable(tx: Sql, wanted: WantedReport, sinceId: string): Promise<boolean> {
  const earlier = await reportById(tx, sinceId);
  if (earlier === undefined || earlier.state !== 'DONE' || !canSee(wanted, earlier)) return false;
  return subjectText(earlier) === subjectText(wanted);
}

const subjectText = ({ type, marketplaceIds, parameters }: ReportSubject) =>
  JSON.stringify([type, marketplaceIds, Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))]);
