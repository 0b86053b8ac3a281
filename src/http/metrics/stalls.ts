import { PerformanceObserver } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';
import { type Stretch, type Work, watchStretches } from '../../async/work.ts';

/** A later timer is a stall: the log and the metrics say what ran. */
const STALL_MS = 100;

/** What ran during a stall took at least this part of it. */
const MIN_SHARE = 0.5;

/** One line a second for each cause: the metrics count all. */
const LOG_EVERY_MS = 1_000;

/** What kept the event loop. `processor`: the thread had no processor, or waited for the disk outside of a statement. */
type StallKind = 'statement' | 'request' | 'background' | 'garbage_collection' | 'processor' | 'unknown';

export type Stall = {
  readonly kind: StallKind;
  /** The route, or the background work; empty when it is not known. */
  readonly work: string;
  readonly statement?: string | undefined;
  readonly delayMs: number;
  /** What the thread computed in this time. */
  readonly processorMs: number;
  /** It is the work that went on last before the longest pause of all others: nothing measured the stretch itself. */
  readonly isInferred: boolean;
};

type Tick = {
  /** When the timer was to run, and when it did. */
  readonly dueMs: number;
  readonly nowMs: number;
  /** Whether a stall counts. */
  readonly counts: boolean;
};

/** Finds out why the event loop stood still. `tick` is called by the timer that measures its delay. */
export class StallWatch {
  readonly #onStall: (stall: Stall) => void;
  readonly #end: () => void;
  #stretches: Stretch[] = [];
  #collections: { readonly endedMs: number; readonly durationMs: number }[] = [];
  #last: { work: Work | undefined; atMs: number } = { work: undefined, atMs: performance.now() };
  #longest: { work: Work | undefined; durationMs: number } = { work: undefined, durationMs: 0 };
  #processor = process.threadCpuUsage();

  constructor(onStall: (stall: Stall) => void) {
    this.#onStall = onStall;
    const endWatch = watchStretches({
      onStretch: (stretch) => this.#stretches.push(stretch),
      onWork: (work, nowMs) => this.#goOn(work, nowMs),
    });
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        this.#collections.push({ endedMs: startTime + duration, durationMs: duration });
    });
    observer.observe({ entryTypes: ['gc'] });
    this.#end = () => {
      endWatch();
      observer.disconnect();
    };
  }

  stop(): void {
    this.#end();
  }

  tick({ dueMs, nowMs, counts }: Tick): void {
    const processor = process.threadCpuUsage();
    const processorMs = (processor.user + processor.system - this.#processor.user - this.#processor.system) / 1000;
    this.#processor = processor;
    this.#goOn(undefined, nowMs);
    const [stretches, longest] = [this.#stretches, this.#longest];
    this.#stretches = [];
    this.#longest = { work: undefined, durationMs: 0 };
    const delayMs = nowMs - dueMs;
    if (delayMs < STALL_MS || !counts) {
      this.#collections = [];
      return;
    }
    // The collections of this time are told in the next turn.
    setImmediate(() => {
      const collected = this.#collections.filter(({ endedMs }) => endedMs >= dueMs && endedMs <= nowMs);
      this.#collections = [];
      const collectedMs = collected.reduce((sum, { durationMs }) => sum + durationMs, 0);
      this.#onStall({ ...causeOf({ delayMs, processorMs, stretches, longest, collectedMs }), delayMs, processorMs });
    });
  }

  /** From one of these calls to the next, the event loop was with the work of the first, or idle. */
  #goOn(work: Work | undefined, nowMs: number): void {
    const durationMs = nowMs - this.#last.atMs;
    if (durationMs > this.#longest.durationMs) this.#longest = { work: this.#last.work, durationMs };
    this.#last.work = work;
    this.#last.atMs = nowMs;
  }
}

type Seen = {
  readonly delayMs: number;
  readonly processorMs: number;
  readonly stretches: readonly Stretch[];
  readonly longest: { readonly work: Work | undefined; readonly durationMs: number };
  readonly collectedMs: number;
};

type Cause = Omit<Stall, 'delayMs' | 'processorMs'>;

function causeOf({ delayMs, processorMs, stretches, longest, collectedMs }: Seen): Cause {
  const isMost = (ms: number) => ms >= delayMs * MIN_SHARE;
  // A collection runs within other work, which is not its cause alone.
  if (isMost(collectedMs)) return { kind: 'garbage_collection', work: '', isInferred: false };
  const long = stretches.filter(({ durationMs }) => isMost(durationMs));
  // The statement is a part of the request that sends it.
  const measured = long.find(({ statement }) => statement !== undefined) ?? long[0];
  if (measured?.statement !== undefined)
    return { kind: 'statement', work: measured.work?.name ?? '', statement: measured.statement, isInferred: false };
  if (measured?.work) return { kind: measured.work.kind, work: measured.work.name, isInferred: false };
  // With all of the machine, what computed less than this would be no stall.
  if (processorMs < Math.min(delayMs * MIN_SHARE, STALL_MS)) return { kind: 'processor', work: '', isInferred: false };
  if (longest.work && isMost(longest.durationMs))
    return { kind: longest.work.kind, work: longest.work.name, isInferred: true };
  return { kind: 'unknown', work: '', isInferred: false };
}

export type StallLog = { warn(fields: object, text: string): void };

/** Counts stalls and logs them. */
export function stallReport(registry: Registry, log: StallLog): (stall: Stall) => void {
  const seconds = new Counter({
    name: 'event_loop_stall_seconds_total',
    help: 'How long the event loop stood still for more than 100 ms, by kind of what ran, and its work.',
    labelNames: ['kind', 'work'],
    registers: [registry],
  });
  const stalls = new Counter({
    name: 'event_loop_stalls_total',
    help: 'How often the event loop stood still for more than 100 ms, by kind of what ran, and its work.',
    labelNames: ['kind', 'work'],
    registers: [registry],
  });
  const loggedMs = new Map<string, number>();
  return ({ kind, work, statement, delayMs, processorMs, isInferred }) => {
    stalls.inc({ kind, work });
    seconds.inc({ kind, work }, delayMs / 1000);
    const nowMs = performance.now();
    const cause = `${kind} ${work}`;
    if (nowMs - (loggedMs.get(cause) ?? -LOG_EVERY_MS) < LOG_EVERY_MS) return;
    loggedMs.set(cause, nowMs);
    const facts = { kind, ...(work && { work }), ...(statement && { statement: shortened(statement) }), isInferred };
    log.warn(
      { ...facts, delayMs: Math.round(delayMs), processorMs: Math.round(processorMs) },
      'the event loop stood still, and every request waited',
    );
  };
}

const MAX_STATEMENT = 300;

const shortened = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT);
