import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { requestDurationsIn } from './request-durations.ts';

/** The metrics of the service. Every label has a bounded set of values: route patterns, never paths, ids or addresses. */
export type Metrics = {
  readonly registry: Registry;
  /** The series of one set of labels. Looking it up costs more than counting, so callers cache it. */
  requestsOf(method: string, route: string, status: number): { observe(seconds: number): void };
  deliveryAttempted(type: string, outcome: string, durationMs: number): void;
  /** Measures the queue whenever the metrics are read. */
  watchQueue(measure: () => Promise<{ open: number; oldestDueMs: number }>): void;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry }); // process, garbage collection, event loop delay
  const requestsOf = requestDurationsIn(registry);
  const attempts = new Histogram({
    name: 'notification_attempt_duration_seconds',
    help: 'Tries to deliver a notification by type of destination and outcome, and how long they took.',
    labelNames: ['type', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  return {
    registry,
    requestsOf,
    deliveryAttempted: (type, outcome, durationMs) => attempts.observe({ type, outcome }, durationMs / 1000),
    watchQueue(measure) {
      const age = new Gauge({
        name: 'notification_queue_age_seconds',
        help: 'For how long the oldest delivery that is due has waited.',
        registers: [registry],
      });
      const depth = new Gauge({
        name: 'notification_queue_depth',
        help: 'Deliveries that wait or are in flight.',
        registers: [registry],
        async collect() {
          const { open, oldestDueMs } = await measure();
          depth.set(open);
          age.set(oldestDueMs / 1000);
        },
      });
    },
  };
}
