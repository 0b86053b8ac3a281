import { Counter, Gauge, type Histogram, type Registry } from 'prom-client';
import type { DurationCounts } from '../../domain/use-counts.ts';

/** How the values of several processes become one. Counters and histograms are added. */
export type GaugeAggregator = 'sum' | 'first' | 'min' | 'max';

export type Labels = Readonly<Record<string, string>>;
export type Sample = readonly [labels: Labels, value: number];
type Named = { readonly name: string; readonly help: string; readonly labelNames?: readonly string[] };

/** A counter of which a part of the service has the value. It is read when the metrics are. */
export function counterOf(registry: Registry, named: Named, read: () => Iterable<Sample>): void {
  const counter = new Counter({
    ...{ name: named.name, help: named.help, labelNames: [...(named.labelNames ?? [])], registers: [registry] },
    collect() {
      counter.reset();
      for (const [labels, value] of read()) counter.inc(labels, value);
    },
  });
}

/** A gauge whose value is read when the metrics are. Without a sample it is left out. */
export function gaugeOf(
  registry: Registry,
  named: Named & { readonly aggregator: GaugeAggregator },
  read: () => Iterable<Sample> | Promise<Iterable<Sample>>,
): void {
  const { name, help, aggregator, labelNames = [] } = named;
  const gauge = new Gauge({
    ...{ name, help, aggregator, labelNames: [...labelNames], registers: [registry] },
    async collect() {
      const samples = await read();
      // A gauge without labels would say 0 after a reset.
      if (labelNames.length === 0) gauge.remove();
      else gauge.reset();
      for (const [labels, value] of samples) gauge.set(labels, value);
    },
  });
}

/** A histogram of which a part of the service has the counts. The library's own looks up its series for every observation. */
export function histogramOf(
  registry: Registry,
  { name, help }: Named,
  read: () => Iterable<readonly [labels: Labels, counts: DurationCounts]>,
): void {
  const metric = {
    name,
    get: async () => ({
      ...{ name, help, type: 'histogram', aggregator: 'sum' },
      values: Array.from(read()).flatMap(([labels, counts]) => valuesOf(name, labels, counts)),
    }),
    reset: () => undefined,
  };
  registry.registerMetric(metric as unknown as Histogram);
}

function valuesOf(name: string, labels: Labels, { boundsSeconds, counts, count, sumSeconds }: DurationCounts) {
  let below = 0;
  const buckets = boundsSeconds.map((bound, n) => {
    below += counts[n] as number;
    return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sumSeconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
