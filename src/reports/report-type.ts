import type { Db, Sql } from '../db/db.ts';
import type { Snapshot } from '../db/snapshot.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ReportInstant, ReportMaker, ReportSubject } from '../domain/reports/report.ts';
import type { Market } from '../market/market.ts';
import type { Line, ReportDescription } from '../wire/reports/report-description.ts';

/** What a report is about and for whom. `application` is the delegated one that sees only what is its own (decision 38). */
export type ReportRequest = ReportSubject & Pick<ReportMaker, 'sellerId' | 'application'>;

/** Takes what the snapshot has. Await what it returns: it waits for the disk. */
export type CopySink = {
  /** A row of a stream, as JSON can write it. Rows of a stream come back in their order. */
  row(stream: string, row: unknown): MaybePromise<void>;
  /** Something small that all lines need, such as a fee schedule: it is held in memory. */
  fact(name: string, value: unknown): void;
  /** A version of rules or data, for the first line of the document. */
  version(name: string, value: string | number): void;
};

/** The rows of a stream, in their order. */
type RowsOf = <R>(stream: string) => AsyncIterable<R>;

/** What `copy` took. It is read again when the process was killed: everything that a line depends on is here. */
export type Copy = {
  rows: RowsOf;
  fact<T>(name: string): T;
  readonly instant: ReportInstant;
  /** A line could not be computed. It is written without what failed, and with the reason: one listing must not keep all others from theirs. */
  failed(error: unknown): void;
};

/** A type of reports: see the module's README. */
export type ReportType = {
  readonly description: ReportDescription;
  /** How many rows `copy` will take, counted up to `limit`: a few reads by key. It decides which reports do not wait behind large ones. */
  size(sql: Sql, request: ReportRequest, limit: number): MaybePromise<number>;
  /**
   * Before the snapshot, which cannot write. Calls `onProgress` now and then. What it leaves undone must not make the report wrong: the
   * store may change right after it.
   */
  prepare?(
    store: { readonly db: Db; readonly market: Market },
    request: ReportRequest,
    onProgress: () => void,
  ): Promise<void>;
  /** Copies raw rows, and computes nothing: the snapshot keeps the store from cleaning up. */
  copy(snapshot: Snapshot, request: ReportRequest, sink: CopySink, instantMs: number): Promise<void>;
  /**
   * The lines in the order of their key. A function of the copy and the request alone: no clock, no store. With the same copy the same
   * lines.
   */
  lines(copy: Copy, request: ReportRequest): AsyncIterable<Line>;
};
