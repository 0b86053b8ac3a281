import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

/** The metrics of one process at a moment, as they travel between processes. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** Those that only grow. The others say how a process is at this moment, and end with it. */
const GROWING = new Set<unknown>(['counter', 'histogram', 'summary']);

/**
 * The metrics of several processes as those of one. A counter never goes back, or Prometheus would take all of it as new: what
 * a process has counted stays when it ends, and one that does not answer counts with its last answer.
 */
export class SummedMetrics<Process> {
  readonly #last = new Map<Process, MetricsSnapshot>();
  #ended: MetricsSnapshot = [];
  /** One end after the other: each adds to the sum of those before. */
  #ending: Promise<void> = Promise.resolve();

  update(process: Process, snapshot: MetricsSnapshot): void {
    this.#last.set(process, snapshot);
  }

  /** The process has ended: what it counted stays in the sum. */
  end(process: Process): Promise<void> {
    this.#ending = this.#ending.then(() => this.#keepCounts(process));
    return this.#ending;
  }

  async #keepCounts(process: Process): Promise<void> {
    const counted = this.#last.get(process)?.filter(({ type }) => GROWING.has(type)) ?? [];
    const ended = await merge([this.#ended, counted]).getMetricsAsJSON();
    // At the same moment, so that a scrape counts the process once.
    this.#last.delete(process);
    this.#ended = ended;
  }

  /** In Prometheus format, with the metrics of this process itself. When the service started is when this process did. */
  async text(own: Registry): Promise<string> {
    const first = (await own.getMetricsAsJSON()).map((metric) =>
      metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'first' as const } : metric,
    );
    return merge([first, ...this.#last.values(), this.#ended]).metrics();
  }
}

const merge = (snapshots: MetricsSnapshot[]): Registry => AggregatorRegistry.aggregate(snapshots);
