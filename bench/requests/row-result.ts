import { geometricMeanOf, type Ratio } from '../compare/statistics.ts';
import { type Measurement, median } from './measure.ts';
import { ratiosOf } from './settled.ts';

/** One line of a table. `storeCpuMicros`: of the processes of PostgreSQL. */
export type RowResult = {
  name: string;
  rounds: number;
  cpuMicros: number;
  storeCpuMicros?: number;
  limitCpuMicros: number;
  requestsPerSecond: number;
  limitRequestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  byCpu: Ratio;
  byThroughput: Ratio;
};

/** Means of all rounds, of the latencies the medians. */
export function rowResult(name: string, own: readonly Measurement[], limit: readonly Measurement[]): RowResult {
  const mean = (list: readonly Measurement[], figure: keyof Measurement) =>
    rounded(geometricMeanOf(list.map((one) => one[figure])));
  const middle = (figure: keyof Measurement) => rounded(median(own.map((one) => one[figure])), 2);
  const { byCpu, byThroughput } = ratiosOf(own, limit);
  return {
    name,
    rounds: own.length,
    cpuMicros: mean(own, 'cpuMicros'),
    ...(own.some(({ storeCpuMicros }) => storeCpuMicros > 0) ? { storeCpuMicros: mean(own, 'storeCpuMicros') } : {}),
    limitCpuMicros: mean(limit, 'cpuMicros'),
    requestsPerSecond: mean(own, 'requestsPerSecond'),
    limitRequestsPerSecond: mean(limit, 'requestsPerSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    byCpu: roundedRatio(byCpu),
    byThroughput: roundedRatio(byThroughput),
  };
}

const rounded = (value: number, digits = 1) => Number(value.toFixed(digits));
const roundedRatio = ({ ratio, marginPercent }: Ratio): Ratio => ({
  ratio: rounded(ratio, 3),
  marginPercent: rounded(marginPercent),
});
