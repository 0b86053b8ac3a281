import { failure } from '../api-error.js';
import { randomText } from '../calls/base64url.js';
import { pause } from '../calls/call-deadline.js';
import { persist } from './persist.js';
import { documentBytes } from './report-download.js';
import { jsonLines } from './report-lines.js';
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;
export class ReportRun {
    #operations;
    #wanted;
    #options;
    #asked;
    #done;
    constructor(operations, wanted, options) {
        this.#operations = operations;
        this.#wanted = wanted;
        this.#options = options;
    }
    done() {
        this.#done ??= this.#wait().catch((error) => {
            this.#done = undefined;
            throw error;
        });
        return this.#done;
    }
    async *progress() {
        const { onProgress, onRetry, signal } = this.#options;
        let report = await this.#ask();
        for (let pauseMs = FIRST_POLL_MS;; pauseMs = Math.min(1.5 * pauseMs, LONGEST_POLL_MS)) {
            onProgress?.(report);
            throwUnlessWorth(report);
            yield report;
            if (report.state === 'DONE')
                return;
            await pause(pauseMs, signal);
            const path = { reportId: report.reportId };
            report = await persist(() => this.#operations.getReport({ path, signal }), { signal, onRetry });
        }
    }
    async *bytes() {
        const { signal, onRetry } = this.#options;
        yield* documentBytes(this.#operations.download, await this.done(), { signal, onRetry });
    }
    async *lines() {
        const report = await this.done();
        if (report.format !== 'JSONL')
            throw failure('InvalidInput', 'Only reports in JSONL have lines.', `This one is ${report.format}: use bytes().`);
        yield* jsonLines(this.bytes(), report.lines);
    }
    [Symbol.asyncIterator]() {
        return this.lines();
    }
    async #wait() {
        let last;
        for await (const report of this.progress())
            last = report;
        return last;
    }
    #ask() {
        const { signal, onRetry } = this.#options;
        const wanted = this.#wanted;
        const { createReport, getReport } = bound(this.#operations);
        const headers = { 'idempotency-key': randomText() };
        const ask = () => 'reportId' in wanted
            ? getReport({ path: { reportId: wanted.reportId }, signal })
            : createReport({ body: wanted, headers, signal });
        this.#asked ??= persist(ask, { signal, onRetry }).catch((error) => {
            this.#asked = undefined;
            throw error;
        });
        return this.#asked;
    }
}
const bound = (operations) => ({
    createReport: operations.createReport.bind(operations),
    getReport: operations.getReport.bind(operations),
});
function throwUnlessWorth({ state, failure: reason, reportId }) {
    if (state === 'FATAL')
        throw failure('ReportFailed', reason?.message ?? 'The report could not be made.', `Report ${reportId}, ${reason?.code ?? 'without a reason'}.`, { status: 200 });
    if (state === 'CANCELLED')
        throw failure('ReportCancelled', 'The report was cancelled.', `Report ${reportId}.`, { status: 200 });
}
