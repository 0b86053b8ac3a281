import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BackgroundLoop } from '../../async/background-loop.ts';
import { hasImportWork } from '../../imports/claim.ts';
import { forwardLines } from '../../log/forward-lines.ts';
import { type ReportFork, STOP_REPORTS } from '../../processes/report-fork.ts';
import { hasWork } from '../../reports/run/claim.ts';
import type { OpenedService } from '../service/service.ts';

const POLL_MS = 500;
const PAUSE_AFTER_FAILURE_MS = 5_000;
const KILL_AFTER_MS = 4_000;

/** Starts a process of low priority while there are reports to make or files to import. It ends by itself when there are none for a while. */
export function runReportProcesses({ db, now, log }: OpenedService, fork: ReportFork): { stop(): Promise<void> } {
  let child: ChildProcess | undefined;
  const loop = new BackgroundLoop({
    name: 'report processes',
    async turn() {
      if (child !== undefined || !((await hasWork(db, now())) || (await hasImportWork(db, now())))) return POLL_MS;
      const started = fork();
      child = started;
      const ended = () => {
        if (child === started) child = undefined;
      };
      started.once('error', (err) => {
        log.warn({ err }, 'the process for reports cannot be started now; trying again');
        ended();
      });
      started.once('close', (code, signal) => {
        ended();
        if (code !== 0) log.warn({ code, signal }, 'the process for reports ended; its reports go on in the next one');
      });
      if (started.stdout) forwardLines(started.stdout, log.print);
      if (started.stderr) forwardLines(started.stderr, log.printError);
      return POLL_MS;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: (error) => log.warn({ err: error }, 'it cannot be known now whether reports wait; trying again'),
  });
  return {
    async stop() {
      await loop.stop();
      if (child?.pid === undefined) return;
      const closed = once(child, 'close');
      if (child.connected) child.send(STOP_REPORTS);
      const timer = setTimeout(() => child?.kill('SIGKILL'), KILL_AFTER_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}
