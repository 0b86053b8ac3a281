import type { ReportRun } from '../loops/report-run.ts';
import type { Terminal } from './output/terminal.ts';
/** Throws before anything is asked for: a long report should not be made for a file that is not written. */
export declare function mustBeWritable(out: string | undefined, mayReplace: boolean): void;
/** Writes the document of a report to a file, or to the standard output (`-`). A file is complete, or not there at all. */
export declare function writeDocument(run: ReportRun<object>, out: string, terminal: Terminal): Promise<void>;
