import { reportDepth } from '../../../reports/report-depth.ts';
import { check } from './check.ts';
import { note, ok, problem, span } from './finding.ts';
import { isService } from './ports.ts';

/** A large report takes minutes, and a seller may have twenty. */
const SLOW_MS = 600_000;
const LATE_MS = 3_600_000;
/** Failures that a seller causes, and can end. */
const OWN_FAULTS: readonly string[] = ['SellerLimit', 'SinceRemoved'];

export const reportCheck = check({
  title: 'Reports',
  look: async ({ store: { db }, ports }) => ({
    hasStore: db !== undefined,
    // A store of an older version has no reports to look at.
    depth: db && (await reportDepth(db, Date.now()).catch(() => undefined)),
    isServiceRunning: ports.some(isService),
  }),
  judge: ({ hasStore, depth, isServiceRunning }) => {
    if (depth === undefined) return hasStore ? note`the store has no reports yet` : note`the store cannot be asked`;
    const { waiting, running, ageMs, failed } = depth;
    const bad = [...failed].filter(([code, count]) => count > 0 && !OWN_FAULTS.includes(code));
    const text = `reports: ${waiting} wait, ${running} are being made; the oldest has waited for ${span(ageMs)}`;
    const failures = bad.map(([code, count]) => `${count} ${code}`).join(', ');
    if (bad.length > 0)
      return problem`reports failed in the last hour: ${failures} -> Look at the log of the worker, at the free space (REPORT_FREE_MB) and at the bounds REPORT_MB and REPORT_MB_PER_SELLER`;
    if (ageMs < SLOW_MS) return ok`reports: ${waiting} wait, ${running} are being made; none failed in the last hour`;
    if (!isServiceRunning) return note`${text}: the service is not running here. It makes them when it starts`;
    if (ageMs < LATE_MS)
      return note`${text}: there are more large ones than the worker makes at once (REPORTS_AT_ONCE)`;
    return problem`${text} -> Start a worker (npm run worker, or npm start), and look at its log for the process for reports`;
  },
});
