import { type ChildProcess, fork } from 'node:child_process';

/** The role of a process that makes reports. Only a worker starts it. */
export const REPORT_ROLE = 'report-process';

/** The last message to it. */
export const STOP_REPORTS = 'stop';

export type ReportFork = () => ChildProcess;

/** Saves memory: the process computes row by row. */
const SMALL_YOUNG_SPACE = '--max-semi-space-size=8';

/** `entry` is the file that starts roles. The process reads its settings as this one did. */
export const reportFork =
  (entry: string): ReportFork =>
  () =>
    fork(entry, [REPORT_ROLE], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...process.execArgv, SMALL_YOUNG_SPACE],
    });
