import type { Operations } from '../generated/sdk.gen.ts';
import type { Report, ReportBody } from '../generated/types.gen.ts';
import { type OnRetry } from './persist.ts';
import { type DownloadRequest } from './report-download.ts';
/** A line of a report in JSONL. With `since`: a line that is gone has `removed` and what identifies it. */
export type ReportLine = {
    readonly [name: string]: unknown;
    readonly removed?: true;
};
/** What to report, or a report that was asked for before, such as the one that a REPORT_READY names. */
export type WantedReport = ReportBody | {
    reportId: string;
};
export type ReportOptions = {
    /** Called with the report each time that it was asked how far it is. */
    onProgress?: ((report: Report) => void) | undefined;
    /** Called with each failure after which the work goes on: no connection, 429, 5xx. */
    onRetry?: OnRetry | undefined;
    /** Ends waiting and downloading: they throw the signal's reason. The report itself goes on; `deleteReport` cancels it. */
    signal?: AbortSignal | undefined;
};
export type ReportOperations = Pick<Operations, 'createReport' | 'getReport'> & {
    readonly download: DownloadRequest;
};
/**
 * A report from the request to its last line. Nothing is sent before something is asked for: `done()`, `progress()`, `bytes()`, or a loop
 * over the lines. The report is asked for once, however often these are called.
 */
export declare class ReportRun<Line extends object = ReportLine> implements AsyncIterable<Line> {
    #private;
    constructor(operations: ReportOperations, wanted: WantedReport, options: ReportOptions);
    /** The report when it is DONE. Rejects with code ReportFailed or ReportCancelled when it never will be. */
    done(): Promise<Report>;
    /** The report again and again while it is made; the last one is DONE. */
    progress(): AsyncGenerator<Report, void, undefined>;
    /** The document, as it is downloaded. A download that is cut off goes on where it ended; one that is not complete throws. */
    bytes(): AsyncGenerator<Uint8Array, void, undefined>;
    /** The lines of a report in JSONL, without the first one, whose facts `done()` has. Throws at the end when lines are missing. */
    lines(): AsyncGenerator<Line, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined>;
}
