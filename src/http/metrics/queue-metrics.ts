import type { Registry } from 'prom-client';
import { orLate } from '../../async/or-late.ts';
import { singleFlight } from '../../async/single-flight.ts';
import { gaugeOf, type Sample } from './at-scrape.ts';

/** A scrape waits this long for a measurement: Prometheus itself gives up after some seconds. */
const MAX_MEASURING_MS = 500;

/** The open deliveries of one type of destination, and for how long the oldest that is due has waited, if that is known. */
type TypeDepth = { readonly open: number; readonly oldestDueMs: number | undefined };

/** `held` are those of `open` that wait for something else than a retry, by reason. `isCapped`: there are more, counting has ended. */
export type QueueDepth = {
  readonly open: number;
  readonly isCapped: boolean;
  readonly oldestDueMs: number;
  readonly held: ReadonlyMap<string, number>;
  readonly byType?: ReadonlyMap<string, TypeDepth>;
};

/** `open` are market events, `postponed` items whose events cannot be addressed. */
export type DispatchDepth = { readonly open: number; readonly ageMs: number; readonly postponed: number };

/** Price changes that wait for the operator's system. */
export type PendingDepth = { readonly open: number; readonly ageMs: number };

type Watch<Depth> = (
  name: string,
  help: string,
  select: (depth: Depth | undefined) => Iterable<Sample>,
  labelNames?: string[],
) => void;

/**
 * Gauges of one measurement, made whenever the metrics are read. All processes measure the same queue, so the largest of
 * their values is the value.
 */
export function gaugesOf<Depth>(registry: Registry, measure: () => Promise<Depth | undefined>): Watch<Depth> {
  /** One measurement at a time, however many scrapes wait while the store does not answer. */
  const measureShared = singleFlight(() => measure().catch(() => undefined));
  const measured = () => orLate(measureShared(), MAX_MEASURING_MS, undefined);
  return (name, help, select, labelNames = []) =>
    gaugeOf(registry, { name, help, labelNames, aggregator: 'max' }, async () => select(await measured()));
}

const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [[{}, value]]);

export function queueMetricsIn(registry: Registry, measure: () => Promise<QueueDepth | undefined>): void {
  const watch = gaugesOf(registry, measure);
  const ageHelp = 'For how long the oldest delivery that is due has waited.';
  watch('notification_queue_age_seconds', ageHelp, (depth) => one(depth && depth.oldestDueMs / 1000));
  const depthHelp = 'Deliveries that wait or are in flight, counted up to 100,000.';
  watch('notification_queue_depth', depthHelp, (depth) => one(depth?.open));
  const cappedHelp =
    'Whether the queue has more than 100,000 deliveries: 1, then counts of 100,000 mean at least as many. 0: all are exact.';
  watch('notification_queue_capped', cappedHelp, (depth) => one(depth && Number(depth.isCapped)));
  const heldHelp = 'Deliveries of the queue that are held back, by reason, counted up to 100,000.';
  const held = (depth: QueueDepth | undefined) => [...(depth?.held ?? [])];
  watch('notification_queue_held', heldHelp, (depth) => held(depth).map(([reason, n]) => [{ reason }, n]), ['reason']);
  const types = (depth: QueueDepth | undefined) => [...(depth?.byType ?? [])];
  const openHelp = 'Deliveries that wait or are in flight, by type of destination, counted up to 100,000.';
  const openOf = (depth: QueueDepth | undefined) => types(depth).map(([type, { open }]): Sample => [{ type }, open]);
  watch('notification_queue_open', openHelp, openOf, ['type']);
  const dueHelp = 'For how long the oldest delivery that is due has waited, by type of destination.';
  const dueOf = (depth: QueueDepth | undefined) =>
    types(depth).flatMap(([type, { oldestDueMs }]): Sample[] =>
      oldestDueMs === undefined ? [] : [[{ type }, oldestDueMs / 1000]],
    );
  watch('notification_queue_oldest_due_seconds', dueHelp, dueOf, ['type']);
  const measuredHelp = 'Whether the queue could be measured for this answer: 1, or 0 when its metrics are left out.';
  watch('notification_queue_measured', measuredHelp, (depth) => one(depth ? 1 : 0));
}

export function dispatchMetricsIn(registry: Registry, measure: () => Promise<DispatchDepth | undefined>): void {
  const watch = gaugesOf(registry, measure);
  const ageHelp = 'For how long the oldest event of the market has waited that not all its sellers have.';
  watch('notification_dispatch_age_seconds', ageHelp, (depth) => one(depth && depth.ageMs / 1000));
  const openHelp = 'Events of the market that not all their sellers have, at most 100,000.';
  watch('notification_dispatch_depth', openHelp, (depth) => one(depth?.open));
  const postponedHelp = 'Items whose events cannot be addressed to sellers: they are tried again later.';
  watch('notification_dispatch_postponed', postponedHelp, (depth) => one(depth?.postponed));
}

export function pendingChangesIn(registry: Registry, measure: () => Promise<PendingDepth | undefined>): void {
  const watch = gaugesOf(registry, measure);
  const openHelp = "Price changes that wait for the operator's system, at most 100,000.";
  watch('price_changes_pending', openHelp, (depth) => one(depth?.open));
  const ageHelp = 'For how long the oldest of them has waited.';
  watch('price_changes_pending_age_seconds', ageHelp, (depth) => one(depth && depth.ageMs / 1000));
}
