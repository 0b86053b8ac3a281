import type { Registry } from 'prom-client';
import { DurationCounts } from '../../domain/use-counts.ts';
import { histogramOf, type Labels } from './at-scrape.ts';

const BOUNDS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Requests by method, route pattern and status. Callers keep the counts of each set of labels. */
export function requestDurationsIn(
  registry: Registry,
): (method: string, route: string, status: number) => DurationCounts {
  const all: [Labels, DurationCounts][] = [];
  const help = 'Requests by method, route pattern and status, and how long they took.';
  histogramOf(registry, { name: 'http_request_duration_seconds', help }, () => all);
  return (method, route, status) => {
    const counts = new DurationCounts(BOUNDS_SECONDS);
    all.push([{ method, route, status: String(status) }, counts]);
    return counts;
  };
}
