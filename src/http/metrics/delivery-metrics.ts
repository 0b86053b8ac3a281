import { Counter, Histogram, type Registry } from 'prom-client';

export type DeliveryMetrics = {
  deliveryAttempted(type: string, outcome: string, durationMs: number): void;
  /** `lagMs` is the time since the event was queued for the destination. */
  deliveryArrived(type: string, lagMs: number): void;
  eventsDispatched(kind: string, count: number): void;
};

/** Attempts, the lag of what arrived, and events that were addressed to sellers. */
export function deliveryMetricsIn(registry: Registry): DeliveryMetrics {
  const attempts = new Histogram({
    name: 'notification_attempt_duration_seconds',
    help: 'Tries to deliver a notification by type of destination and outcome, and how long they took.',
    labelNames: ['type', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const lag = new Histogram({
    name: 'notification_delivery_lag_seconds',
    help: 'The time from queueing a delivery until it arrived, by type of destination. It includes retries and intended waits.',
    labelNames: ['type'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200],
    registers: [registry],
  });
  const events = new Counter({
    name: 'notification_events_total',
    help: 'Events of the market that were addressed to a seller, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    deliveryAttempted: (type, outcome, durationMs) => attempts.observe({ type, outcome }, durationMs / 1000),
    deliveryArrived: (type, lagMs) => lag.observe({ type }, Math.max(0, lagMs) / 1000),
    eventsDispatched: (kind, count) => events.inc({ kind }, count),
  };
}
