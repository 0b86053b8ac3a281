import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Callers } from '../requests/callers.ts';
import type { LoadRequest } from '../requests/load.ts';
import { rowsNamed } from '../requests/rows.ts';
import type { Gate } from './gate.ts';

/** How many of 100 requests are of each kind: what sellers' applications do in a day. */
const SHARES = {
  fees: 20,
  'offers-uniform': 25,
  'offers-skewed': 15,
  'competitive-1': 10,
  'competitive-20': 8,
  'fees-batch-20': 5,
  'expected-price-40': 3,
  'what-if-500': 1,
  'listings-page': 5,
  'test-notification': 6,
  token: 2,
} as const;

/** Requests of all kinds in turn. Each kind starts again after its last request. */
export function mixOf(callers: Callers): (turn: number) => LoadRequest {
  const kinds = Object.entries(SHARES).flatMap(([name, share]) => {
    const requests = rowsNamed([name])[0]?.requests(callers) ?? [];
    if (requests.length === 0) throw new Error(`the market has no requests of the kind ${name}`);
    return Array.from({ length: share }, () => requests);
  });
  // 37 and 100 have no common divisor: the kinds follow each other evenly.
  return (turn) => {
    const requests = kinds[(turn * 37) % kinds.length] as LoadRequest[];
    return requests[Math.floor(turn / kinds.length) % requests.length] as LoadRequest;
  };
}

/** `failed` counts answers that are not 2xx, and errors, by what they were. */
export type Tally = {
  sent: number;
  failed: Map<string, number>;
  /** A part of the waits, spread evenly over all. */
  waitsMs: number[];
  /** Those of the first and of the second half of the run. */
  byHalf: readonly [number[], number[]];
};

export const newTally = (): Tally => ({ sent: 0, failed: new Map(), waitsMs: [], byHalf: [[], []] });

type Pace = {
  perSecond: number;
  gate: Gate;
  isOver: () => boolean;
  /** Whether the second half has begun. */
  isLate: () => boolean;
  tally: Tally;
  /** The request as it is sent. */
  prepared: (request: LoadRequest) => LoadRequest;
};

const MAX_WAITS = 200_000;
const CONNECTIONS = 32;

/** So that a long run needs no more memory than a short one: a new wait takes the place of any other. */
function keep(waits: number[], waitMs: number): void {
  if (waits.length < MAX_WAITS) waits.push(waitMs);
  else waits[Math.floor(Math.random() * MAX_WAITS)] = waitMs;
}

/** Sends so many requests a second while the gate is open, whether or not earlier ones are answered. Ends when all are answered. */
export async function sendPaced(
  base: string,
  next: (turn: number) => LoadRequest,
  { perSecond, gate, isOver, isLate, tally, prepared }: Pace,
): Promise<void> {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const send = async ({ path, ...options }: LoadRequest) => {
    const sentAt = performance.now();
    const outcome = await request(`${base}${path}`, { ...options, dispatcher })
      .then(async ({ statusCode, body }) => {
        await body.dump({ limit: 1024 * 1024 });
        return statusCode < 300 ? undefined : `${statusCode} of ${path.split('?')[0]}`;
      })
      .catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
    if (outcome !== undefined) tally.failed.set(outcome, (tally.failed.get(outcome) ?? 0) + 1);
    keep(tally.waitsMs, performance.now() - sentAt);
    keep(tally.byHalf[isLate() ? 1 : 0], performance.now() - sentAt);
  };
  while (!isOver()) {
    const due = ((performance.now() - began - gate.closedMs()) / 1_000) * perSecond;
    while (gate.isOpen && tally.sent < due) {
      const request = next(tally.sent);
      const sending = gate.through(() => send(prepared(request))).finally(() => open.delete(sending));
      open.add(sending);
      tally.sent += 1;
    }
    await sleep(5);
  }
  await Promise.all(open);
  await dispatcher.close();
}
