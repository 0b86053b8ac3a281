import type { Db } from '../../../db/db.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import { isService } from './service.ts';
import { span } from './size.ts';
import type { Subject } from './subject.ts';

/** Longer than every planned wait between two looks at the queue: nobody takes deliveries from it. */
const LATE_MS = 600_000;
const SLOW_MS = 60_000;
const MAX_COUNTED = 10_000;

export type QueueFacts = Exclude<Awaited<ReturnType<typeof lookAtQueue>>, Finding>;

/** A store without tables has no queue to look at. */
export const lookAtQueue = async ({ db, ports }: Subject) =>
  db === undefined
    ? note`the store cannot be asked`
    : queueOf(db, Date.now(), ports.some(isService)).catch(() => note`the store has no deliveries yet`);

/** Lanes lead to what is due: a queue of a dead receiver is one row there. `oldestDueMs` is undefined when nothing is due. */
async function queueOf(db: Db, nowMs: number, isServiceRunning: boolean) {
  const due = await db.get<{ ms: number | null }>('SELECT MIN(due_ms) AS ms FROM lane WHERE due_ms <= $1', [nowMs]);
  const open = await db.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM delivery WHERE settled_ms IS NULL LIMIT ${MAX_COUNTED}) AS counted`,
  );
  const dueMs = due?.ms ?? undefined;
  return { open: open?.n ?? 0, oldestDueMs: dueMs === undefined ? undefined : nowMs - dueMs, isServiceRunning };
}

export function judgeQueue(facts: QueueFacts | Finding): Finding[] {
  if ('kind' in facts) return [facts];
  const { open, oldestDueMs, isServiceRunning } = facts;
  const count = `open deliveries: ${open === MAX_COUNTED ? `at least ${MAX_COUNTED}` : open}`;
  if (oldestDueMs === undefined || oldestDueMs < SLOW_MS) return [ok`${count}; none is overdue`];
  const text = `${count}; the oldest has been due for ${span(oldestDueMs)}`;
  if (!isServiceRunning) return [note`${text}: the service is not running here. It sends them when it starts`];
  if (oldestDueMs < LATE_MS) return [note`${text}: the worker has more to send than it can`];
  return [
    problem`${text}: no worker takes them -> Start a worker (npm run worker, or npm start), and look at its log and /health/ready`,
  ];
}
