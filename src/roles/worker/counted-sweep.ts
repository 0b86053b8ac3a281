import { repeatSweep, type Sweeper } from '../../db/sweep.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';

/** Background work that the metrics show by `name`: its runs, how long they took, and what they changed. */
export type CountedSweep = {
  readonly name: string;
  /** Returns how many rows or files it changed. */
  readonly run: (signal: AbortSignal) => Promise<number>;
  readonly idleMs: number;
  readonly onFailure: (error: unknown) => void;
};

/** Like `repeatSweep`. */
export function countedSweep(metrics: Metrics, { name, run, idleMs, onFailure }: CountedSweep): Sweeper {
  const counted = async (signal: AbortSignal) => {
    const startedMs = performance.now();
    let changed: number | undefined;
    try {
      changed = await run(signal);
    } finally {
      metrics.swept(name, changed, performance.now() - startedMs);
    }
  };
  return repeatSweep(counted, idleMs, onFailure);
}
