import type { Histogram, Registry } from 'prom-client';

const NAME = 'http_request_duration_seconds';
const BOUNDS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = { method: string; route: string; status: string };

/** The requests of one set of labels: a count for each bucket, and the sum of their durations. */
class Series {
  readonly labels: Labels;
  readonly counts: number[] = BOUNDS_SECONDS.map(() => 0);
  sumSeconds = 0;
  count = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    this.sumSeconds += seconds;
    this.count += 1;
    for (let n = 0; n < BOUNDS_SECONDS.length; n += 1) {
      if (seconds > (BOUNDS_SECONDS[n] as number)) continue;
      this.counts[n] = (this.counts[n] as number) + 1;
      return;
    }
  }

  values() {
    const { method, route, status } = this.labels;
    let below = 0;
    const buckets = BOUNDS_SECONDS.map((bound, n) => {
      below += this.counts[n] as number;
      return { metricName: `${NAME}_bucket`, labels: { le: bound, method, route, status }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${NAME}_bucket`, labels: { le: '+Inf', method, route, status }, value: this.count },
      { metricName: `${NAME}_sum`, labels: this.labels, value: this.sumSeconds },
      { metricName: `${NAME}_count`, labels: this.labels, value: this.count },
    ];
  }
}

/**
 * A histogram with the output of the library's own, but counted here: the library looks up the series by the text of its
 * labels for every request, which takes longer than the counting.
 */
export function requestDurationsIn(registry: Registry): (method: string, route: string, status: number) => Series {
  const all: Series[] = [];
  const metric = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Requests by method, route pattern and status, and how long they took.',
      type: 'histogram',
      values: all.flatMap((series) => series.values()),
      aggregator: 'sum',
    }),
    reset: () => undefined,
  };
  registry.registerMetric(metric as unknown as Histogram);
  return (method, route, status) => {
    const series = new Series({ method, route, status: String(status) });
    all.push(series);
    return series;
  };
}
