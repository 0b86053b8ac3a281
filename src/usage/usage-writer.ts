import { randomUUID } from 'node:crypto';
import { BackgroundLoop } from '../async/background-loop.ts';
import type { Db, Sql } from '../db/db.ts';
import { DAY_MS, MINUTE_MS } from '../domain/duration.ts';
import type { CountedKey, UsageCounter } from './usage-counter.ts';
import { addUsage, type UsageRow } from './usage-table.ts';

/** Rows that one transaction adds to each table: some milliseconds on SQLite, which blocks the event loop meanwhile. */
const MAX_ROWS = 200;
const WRITE_EVERY_MS = 10_000;
/** Between two parts of the same counts: requests are answered meanwhile. */
const PAUSE_MS = 20;

/** Rows that are written together, and never change again: when nobody knows whether they were written, the same ones are tried again. */
type Part = {
  readonly span: Span;
  readonly number: number;
  readonly rows: readonly CountedKey[];
  /** Until when the counts are complete, with the last part of them. */
  readonly untilMs: number | undefined;
  /** The span before this one, when counts were lost between them. */
  readonly lostAfter: Span | undefined;
};

/** A row of `usage_span`. */
type Span = { readonly id: string; readonly fromMs: number };

/**
 * Writes what a process counts, each count once. The counts and the time until which they are complete are written together, so what a
 * killed process did not write is known to be missing.
 */
export class UsageWriter {
  readonly #db: Pick<Db, 'transaction' | 'run'>;
  readonly #counter: UsageCounter;
  readonly #now: () => number;
  #span: Span;
  #parts: Part[] = [];
  #lastPart = 0;

  constructor(db: Pick<Db, 'transaction' | 'run'>, counter: UsageCounter, now: () => number) {
    this.#db = db;
    this.#counter = counter;
    this.#now = now;
    this.#span = { id: randomUUID(), fromMs: now() };
  }

  /** Writes one part of what was counted. Returns whether there is more. What fails is written by a later call. */
  async write(): Promise<boolean> {
    if (this.#parts.length === 0) this.#parts = this.#cut();
    const [part] = this.#parts;
    if (part === undefined) return false;
    await this.#db.transaction((tx) => writePart(tx, part), { seesLatest: true });
    this.#parts.shift();
    return this.#parts.length > 0;
  }

  /** Writes the rest. Nothing may be counted afterwards. */
  async end(): Promise<void> {
    // What an earlier call could not write comes first, and what was counted meanwhile after it.
    const waiting = this.#parts.length;
    for (let n = 0; n < waiting; n += 1) await this.write();
    while (await this.write());
    await this.#db.run('UPDATE usage_span SET ended_ms = until_ms WHERE span_id = $1', [this.#span.id]);
  }

  /** All that was counted until now. There is a part also when nothing was: it says that nothing is missing. */
  #cut(): Part[] {
    const untilMs = this.#now();
    const droppedUntilMs = this.#counter.takeDropped();
    const lostAfter = droppedUntilMs === undefined ? undefined : this.#span;
    if (droppedUntilMs !== undefined) this.#span = { id: randomUUID(), fromMs: droppedUntilMs };
    const rows = this.#counter.take();
    const parts: Part[] = [];
    for (let from = 0; from === 0 || from < rows.length; from += MAX_ROWS) {
      const isLast = from + MAX_ROWS >= rows.length;
      this.#lastPart += 1;
      parts.push({
        ...{ span: this.#span, number: this.#lastPart, rows: rows.slice(from, from + MAX_ROWS) },
        ...{ untilMs: isLast ? untilMs : undefined, lostAfter },
      });
    }
    return parts;
  }
}

async function writePart(tx: Sql, { span, number, rows, untilMs, lostAfter }: Part): Promise<void> {
  await tx.run(
    'INSERT INTO usage_span (span_id, from_ms, until_ms, last_part) VALUES ($1, $2, $2, 0) ON CONFLICT (span_id) DO NOTHING',
    [span.id, span.fromMs],
  );
  const isNew = await tx.run('UPDATE usage_span SET last_part = $2 WHERE span_id = $1 AND last_part < $2', [
    span.id,
    number,
  ]);
  if (isNew === 0) return;
  if (lostAfter !== undefined)
    await tx.run('UPDATE usage_span SET ended_ms = $2 WHERE span_id = $1', [lostAfter.id, span.fromMs]);
  if (untilMs !== undefined) await tx.run('UPDATE usage_span SET until_ms = $2 WHERE span_id = $1', [span.id, untilMs]);
  if (rows.length === 0) return;
  await addUsage(
    tx,
    'minute',
    rows.map((row) => ({ ...row, at: row.minute })),
  );
  await addUsage(tx, 'day', byDay(rows));
}

/** The same counts by day, in the order of their keys. */
function byDay(rows: readonly CountedKey[]): UsageRow[] {
  const days = new Map<string, UsageRow>();
  for (const { minute, durations, ...key } of rows) {
    const at = Math.floor((minute * MINUTE_MS) / DAY_MS);
    const { sellerId, clientId, caller, operation, status, reason } = key;
    const name = [String(at).padStart(9, '0'), sellerId, clientId, caller, operation, String(status), reason].join(
      '\0',
    );
    const before = days.get(name)?.durations;
    days.set(name, {
      ...key,
      at,
      durations: before ? durations.map((count, n) => count + (before[n] ?? 0)) : durations,
    });
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Writes every 10 seconds. `stop` writes the rest: call it when no request is answered any more. */
export function startUsageWriter(writer: UsageWriter, onFailure: (error: unknown) => void): { stop(): Promise<void> } {
  const loop = new BackgroundLoop({
    name: 'usage counts',
    turn: async () => ((await writer.write()) ? PAUSE_MS : WRITE_EVERY_MS),
    // At once: the time from which this process counts is known from its start.
    pauseAfterFailureMs: WRITE_EVERY_MS,
    onFailure,
    keepsProcessAlive: false,
  });
  return {
    async stop() {
      await loop.stop();
      await writer.end().catch(onFailure);
    },
  };
}
