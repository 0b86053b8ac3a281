import { setTimeout as sleep } from 'node:timers/promises';
import { WorkShare } from '../../async/work-share.ts';
import type { StoringPace } from '../files/document-files.ts';
import type { ReportHold } from './report-hold.ts';

/** A server that compresses and stores parts of a document does so with the priority of requests, so there are pauses between them. */
const STORING_SHARE = 1 / 3;
/** Much shorter than a lease, also when the server is slow. */
const MAX_PAUSE_MS = 500;

/** Stores parts of a document while the report is this process's: a large one takes longer than a lease. */
export function storingPace(hold: ReportHold): StoringPace {
  const share = new WorkShare(STORING_SHARE);
  return async (storePart) => {
    if (hold.isDue()) await hold.extend();
    const { waitMs } = share;
    if (waitMs > 0) await sleep(Math.min(waitMs, MAX_PAUSE_MS));
    await share.take(storePart);
  };
}
