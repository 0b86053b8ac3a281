import type { Registry } from 'prom-client';
import { DurationCounts } from '../../domain/use-counts.ts';
import { histogramOf } from './at-scrape.ts';
import { type StallLog, StallWatch, stallReport } from './stalls.ts';

const EVERY_MS = 20;
/** After the start of the process, which loads its files meanwhile: what is late then is no stall. */
const START_MS = 10_000;
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * How late a timer of the process runs. Not the quantiles of the library (`nodejs_eventloop_lag_p99_seconds` and others): they
 * contain the 10 ms of their own timer, each scrape resets them and drops the delay of that moment, and quantiles of several
 * processes cannot be added. Costs 3 µs each time, 0.02 % of the processor.
 */
export function eventLoopDelayIn(registry: Registry, log: StallLog, startMs = START_MS): void {
  const watch = new StallWatch(stallReport(registry, log));
  const counts = new DurationCounts(BOUNDS_SECONDS);
  let dueMs = performance.now() + EVERY_MS;
  setInterval(() => {
    const nowMs = performance.now();
    counts.observe(Math.max(0, nowMs - dueMs) / 1000);
    watch.tick({ dueMs, nowMs, counts: nowMs >= startMs });
    // Node starts the next interval when this one has run, not when it was due.
    dueMs = nowMs + EVERY_MS;
  }, EVERY_MS).unref();
  const help = 'How late the event loop was, measured every 20 ms.';
  histogramOf(registry, { name: 'event_loop_delay_seconds', help }, () => [[{}, counts]]);
}
