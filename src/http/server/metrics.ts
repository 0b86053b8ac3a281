import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Tally } from '../../notifications/tally.ts';
import { orLate } from './health-check.ts';
import { requestDurationsIn } from './request-durations.ts';
import { tallyCountersIn } from './tally-counters.ts';

/** The metrics of the service. Every label has a bounded set of values: route patterns, never paths, ids or addresses. */
export type Metrics = {
  readonly registry: Registry;
  /** The series of one set of labels. Looking it up costs more than counting, so callers cache it. */
  requestsOf(method: string, route: string, status: number): { observe(seconds: number): void };
  /** Counts a request that was shed (`admission.ts`). */
  requestShed(reason: string): void;
  deliveryAttempted(type: string, outcome: string, durationMs: number): void;
  /** Measures the queue whenever the metrics are read. Without a result in time, its metrics are left out. */
  watchQueue(measure: () => Promise<QueueDepth>): void;
  eventsDispatched(kind: string, count: number): void;
  /** Counts what a transaction held back, superseded, filtered or suspended. */
  tallied(tally: Tally): void;
  /** Measures the queue of market events whenever the metrics are read, in the same way. */
  watchDispatch(measure: () => Promise<DispatchDepth>): void;
  /** `count` is the number of log lines dropped since the start. */
  watchDroppedLines(count: () => number): void;
};

/** A scrape waits this long for a measurement: Prometheus itself gives up after some seconds. */
const MAX_MEASURING_MS = 500;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // process, garbage collection, event loop delay
  const requestsOf = requestDurationsIn(registry);
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests that got 503 because of overload, by reason: too_many in progress, or waited too_long.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['too_many', 'too_long']) shed.inc({ reason }, 0);
  const attempts = new Histogram({
    name: 'notification_attempt_duration_seconds',
    help: 'Tries to deliver a notification by type of destination and outcome, and how long they took.',
    labelNames: ['type', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const events = new Counter({
    name: 'notification_events_total',
    help: 'Events of the market that were addressed to a seller, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    registry,
    requestsOf,
    requestShed: (reason) => shed.inc({ reason }),
    deliveryAttempted: (type, outcome, durationMs) => attempts.observe({ type, outcome }, durationMs / 1000),
    watchQueue: (measure) => watchQueue(registry, measure),
    eventsDispatched: (kind, count) => events.inc({ kind }, count),
    tallied: tallyCountersIn(registry),
    watchDispatch: (measure) => watchDispatch(registry, measure),
    watchDroppedLines(count) {
      const dropped = new Counter({
        name: 'log_lines_dropped_total',
        help: 'Log lines that were dropped because the output could not be written.',
        registers: [registry],
        collect() {
          dropped.reset();
          dropped.inc(count());
        },
      });
    },
  };
}

/** `held` are those of `open` that wait for something else than a retry, by reason. */
type QueueDepth = { open: number; oldestDueMs: number; held: ReadonlyMap<string, number> };

/** `open` are market events, `postponed` items whose events cannot be addressed. */
type DispatchDepth = { open: number; ageMs: number; postponed: number };

type Watch<Depth> = {
  (name: string, help: string, select: (depth: Depth | undefined) => number | undefined): void;
  byReason(
    name: string,
    help: string,
    select: (depth: Depth | undefined) => ReadonlyMap<string, number> | undefined,
  ): void;
};

/** Gauges of one measurement, made whenever the metrics are read. */
function gaugesOf<Depth>(registry: Registry, measure: () => Promise<Depth>): Watch<Depth> {
  /** One measurement at a time, however many scrapes wait while the store does not answer. */
  let measuring: Promise<Depth | undefined> | undefined;
  const measured = () => {
    measuring ??= measure()
      .catch(() => undefined)
      .finally(() => {
        measuring = undefined;
      });
    return orLate(measuring, MAX_MEASURING_MS, undefined);
  };
  const watch = (name: string, help: string, select: (depth: Depth | undefined) => number | undefined) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = select(await measured());
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      },
    });
  };
  const byReason: Watch<Depth>['byReason'] = (name, help, select) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['reason'],
      registers: [registry],
      async collect() {
        const values = select(await measured());
        gauge.reset();
        for (const [reason, value] of values ?? []) gauge.set({ reason }, value);
      },
    });
  };
  return Object.assign(watch, { byReason });
}

function watchQueue(registry: Registry, measure: () => Promise<QueueDepth>): void {
  const watch = gaugesOf(registry, measure);
  const ageHelp = 'For how long the oldest delivery that is due has waited.';
  watch('notification_queue_age_seconds', ageHelp, (depth) => depth && depth.oldestDueMs / 1000);
  watch('notification_queue_depth', 'Deliveries that wait or are in flight.', (depth) => depth?.open);
  const heldHelp = 'Deliveries of the queue that are held back, by reason.';
  watch.byReason('notification_queue_held', heldHelp, (depth) => depth?.held);
  const measuredHelp = 'Whether the queue could be measured for this answer: 1, or 0 when its metrics are left out.';
  watch('notification_queue_measured', measuredHelp, (depth) => (depth ? 1 : 0));
}

function watchDispatch(registry: Registry, measure: () => Promise<DispatchDepth>): void {
  const watch = gaugesOf(registry, measure);
  const ageHelp = 'For how long the oldest event of the market has waited that not all its sellers have.';
  watch('notification_dispatch_age_seconds', ageHelp, (depth) => depth && depth.ageMs / 1000);
  const openHelp = 'Events of the market that not all their sellers have, at most 100,000.';
  watch('notification_dispatch_depth', openHelp, (depth) => depth?.open);
  const postponedHelp = 'Items whose events cannot be addressed to sellers: they are tried again later.';
  watch('notification_dispatch_postponed', postponedHelp, (depth) => depth?.postponed);
}
