import { failure } from '../api-error.ts';
import { randomText } from '../calls/base64url.ts';
import { pause } from '../calls/call-deadline.ts';
import type { Operations } from '../generated/sdk.gen.ts';
import type { Report, ReportBody } from '../generated/types.gen.ts';
import { type OnRetry, persist } from './persist.ts';
import { type DownloadRequest, documentBytes } from './report-download.ts';
import { jsonLines } from './report-lines.ts';

/** A line of a report in JSONL. With `since`: a line that is gone has `removed` and what identifies it. */
export type ReportLine = { readonly [name: string]: unknown; readonly removed?: true };

/** What to report, or a report that was asked for before, such as the one that a REPORT_READY names. */
export type WantedReport = ReportBody | { reportId: string };

export type ReportOptions = {
  /** Called with the report each time that it was asked how far it is. */
  onProgress?: ((report: Report) => void) | undefined;
  /** Called with each failure after which the work goes on: no connection, 429, 5xx. */
  onRetry?: OnRetry | undefined;
  /** Ends waiting and downloading: they throw the signal's reason. The report itself goes on; `deleteReport` cancels it. */
  signal?: AbortSignal | undefined;
};

export type ReportOperations = Pick<Operations, 'createReport' | 'getReport'> & { readonly download: DownloadRequest };

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;

/**
 * A report from the request to its last line. Nothing is sent before something is asked for: `done()`, `progress()`, `bytes()`, or a loop
 * over the lines. The report is asked for once, however often these are called.
 */
export class ReportRun<Line extends object = ReportLine> implements AsyncIterable<Line> {
  readonly #operations: ReportOperations;
  readonly #wanted: WantedReport;
  readonly #options: ReportOptions;
  #asked: Promise<Report> | undefined;
  #done: Promise<Report> | undefined;

  constructor(operations: ReportOperations, wanted: WantedReport, options: ReportOptions) {
    this.#operations = operations;
    this.#wanted = wanted;
    this.#options = options;
  }

  /** The report when it is DONE. Rejects with code ReportFailed or ReportCancelled when it never will be. */
  done(): Promise<Report> {
    this.#done ??= this.#wait().catch((error: unknown) => {
      this.#done = undefined;
      throw error;
    });
    return this.#done;
  }

  /** The report again and again while it is made; the last one is DONE. */
  async *progress(): AsyncGenerator<Report, void, undefined> {
    const { onProgress, onRetry, signal } = this.#options;
    let report = await this.#ask();
    for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(1.5 * pauseMs, LONGEST_POLL_MS)) {
      onProgress?.(report);
      throwUnlessWorth(report);
      yield report;
      if (report.state === 'DONE') return;
      await pause(pauseMs, signal);
      const path = { reportId: report.reportId };
      report = await persist(() => this.#operations.getReport({ path, signal }), { signal, onRetry });
    }
  }

  /** The document, as it is downloaded. A download that is cut off goes on where it ended; one that is not complete throws. */
  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    const { signal, onRetry } = this.#options;
    yield* documentBytes(this.#operations.download, await this.done(), { signal, onRetry });
  }

  /** The lines of a report in JSONL, without the first one, whose facts `done()` has. Throws at the end when lines are missing. */
  async *lines(): AsyncGenerator<Line, void, undefined> {
    const report = await this.done();
    if (report.format !== 'JSONL')
      throw failure('InvalidInput', 'Only reports in JSONL have lines.', `This one is ${report.format}: use bytes().`);
    yield* jsonLines<Line>(this.bytes(), report.lines);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
    return this.lines();
  }

  async #wait(): Promise<Report> {
    let last: Report | undefined;
    for await (const report of this.progress()) last = report;
    return last as Report;
  }

  /** With one key for all attempts: they make one report. */
  #ask(): Promise<Report> {
    const { signal, onRetry } = this.#options;
    const wanted = this.#wanted;
    const { createReport, getReport } = bound(this.#operations);
    const headers = { 'idempotency-key': randomText() };
    const ask = () =>
      'reportId' in wanted
        ? getReport({ path: { reportId: wanted.reportId }, signal })
        : createReport({ body: wanted, headers, signal });
    this.#asked ??= persist(ask, { signal, onRetry }).catch((error: unknown) => {
      this.#asked = undefined;
      throw error;
    });
    return this.#asked;
  }
}

const bound = (operations: ReportOperations) => ({
  createReport: operations.createReport.bind(operations),
  getReport: operations.getReport.bind(operations),
});

function throwUnlessWorth({ state, failure: reason, reportId }: Report): void {
  if (state === 'FATAL')
    throw failure(
      'ReportFailed',
      reason?.message ?? 'The report could not be made.',
      `Report ${reportId}, ${reason?.code ?? 'without a reason'}.`,
      { status: 200 },
    );
  if (state === 'CANCELLED')
    throw failure('ReportCancelled', 'The report was cancelled.', `Report ${reportId}.`, { status: 200 });
}
