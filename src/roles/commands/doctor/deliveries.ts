import type { Db } from '../../../db/db.ts';
import { check } from './check.ts';
import { note, ok, problem, span } from './finding.ts';
import { isService } from './ports.ts';

/** Longer than every planned wait between two looks at the queue: nobody takes deliveries from it. */
const LATE_MS = 600_000;
const SLOW_MS = 60_000;
const MAX_COUNTED = 10_000;

export const deliveryCheck = check({
  title: 'Deliveries',
  look: async ({ store: { db }, ports }) => ({
    hasStore: db !== undefined,
    // A store without tables has no queue to look at.
    queue: db && (await queueOf(db, Date.now()).catch(() => undefined)),
    isServiceRunning: ports.some(isService),
  }),
  judge: ({ hasStore, queue, isServiceRunning }) => {
    if (queue === undefined) return hasStore ? note`the store has no deliveries yet` : note`the store cannot be asked`;
    const { open, oldestDueMs = 0 } = queue;
    const count = `open deliveries: ${open === MAX_COUNTED ? `at least ${MAX_COUNTED}` : open}`;
    const text = `${count}; the oldest has been due for ${span(oldestDueMs)}`;
    if (oldestDueMs < SLOW_MS) return ok`${count}; none is overdue`;
    if (!isServiceRunning) return note`${text}: the service is not running here. It sends them when it starts`;
    if (oldestDueMs < LATE_MS) return note`${text}: the worker has more to send than it can`;
    return problem`${text}: no worker takes them -> Start a worker (npm run worker, or npm start), and look at its log and /health/ready`;
  },
});

/** Lanes lead to what is due: a queue of a dead receiver is one row there. `oldestDueMs` is undefined when nothing is due. */
async function queueOf(db: Db, nowMs: number) {
  const due = await db.get<{ ms: number | null }>('SELECT MIN(due_ms) AS ms FROM lane WHERE due_ms <= $1', [nowMs]);
  const open = await db.get<{ n: number }>(
    // In the order of an index: PostgreSQL might otherwise look for open deliveries in the whole log.
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM delivery WHERE settled_ms IS NULL ORDER BY channel_id, due_ms LIMIT ${MAX_COUNTED}) AS counted`,
  );
  return { open: open?.n ?? 0, oldestDueMs: due?.ms == null ? undefined : nowMs - due.ms };
}
