import type { Db } from '../../db/db.ts';
import type { QueueState } from '../../domain/service-state.ts';
import type { Market } from '../../market/market.ts';
import { countDueBoards } from '../../market/overview/marketplace-counts.ts';
import { pendingDepth } from '../../market/price-changes/time-outs.ts';
import { readQueueDepth } from '../../notifications/queue/queue-depth.ts';
import { reportDepth } from '../../reports/report-depth.ts';

/** Each count ends here: some milliseconds on SQLite, which answers nobody else meanwhile. */
const MAX_COUNTED = 10_000;
/** What the gauges of the metrics count to. */
const MAX_GAUGED = 100_000;

const BOUNDS = { counted: MAX_COUNTED, destinations: 1_000 };

/** Everything that waits for a worker, read from the store: the process that answers may have no worker. */
export async function queuesOf(db: Db, market: Pick<Market, 'events'>, nowMs: number): Promise<QueueState[]> {
  const deliveries = await readQueueDepth(db, nowMs, BOUNDS);
  const events = await market.events.depth();
  const due = await countDueBoards(db, nowMs, MAX_COUNTED);
  const changes = await pendingDepth(db, nowMs);
  const reports = await reportDepth(db, nowMs);
  const age = (count: number, oldestMs: number) => (count === 0 ? {} : { oldestMs });
  return [
    {
      ...{ queue: 'deliveries', count: deliveries.open, isExact: !deliveries.isCapped },
      ...age(deliveries.open, deliveries.oldestDueMs),
    },
    {
      ...{ queue: 'events', count: events.open, isExact: events.open < MAX_GAUGED },
      ...(events.oldestMs !== undefined && { oldestMs: Math.max(0, nowMs - events.oldestMs) }),
    },
    { queue: 'boards', count: [...due.counts.values()].reduce((sum, n) => sum + n, 0), isExact: due.isExact },
    await oldestOf(db, nowMs, 'fees', FEES),
    {
      ...{ queue: 'priceChanges', count: changes.open, isExact: changes.open < MAX_GAUGED },
      ...age(changes.open, changes.ageMs),
    },
    {
      ...{ queue: 'reports', count: reports.waiting + reports.running, isExact: reports.waiting < MAX_COUNTED },
      ...age(reports.waiting, reports.ageMs),
    },
    await oldestOf(db, nowMs, 'imports', IMPORTS),
  ];
}

/** In the order of an index: the first rows are the oldest. */
const FEES = 'SELECT at_ms FROM fee_task ORDER BY id';
/** The second condition is that of the index. Few imports are open at once. */
const IMPORTS = `SELECT created_ms AS at_ms FROM market_import
  WHERE state IN ('CHECK_QUEUED', 'CHECKING', 'APPLY_QUEUED', 'APPLYING')
    AND state IN ('UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'CHECKED', 'APPLY_QUEUED', 'APPLYING')`;

async function oldestOf(db: Db, nowMs: number, queue: QueueState['queue'], waiting: string): Promise<QueueState> {
  const row = await db.get<{ n: number; oldest: number | null }>(
    `SELECT COUNT(*) AS n, MIN(at_ms) AS oldest FROM (${waiting} LIMIT ${MAX_COUNTED}) AS waiting`,
  );
  const { n = 0, oldest = null } = row ?? {};
  return {
    ...{ queue, count: n, isExact: n < MAX_COUNTED },
    ...(oldest !== null && { oldestMs: Math.max(0, nowMs - oldest) }),
  };
}
