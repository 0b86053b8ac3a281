import { DurationCounts } from '../domain/use-counts.ts';

/** `rejected`: the provider answered 4xx. `failed`: it answered 5xx, or not in time, or could not be reached. */
export type ProviderOutcome = 'ok' | 'rejected' | 'failed';

/** Up to the deadline of a request. */
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The requests to the provider, by endpoint and outcome. */
export class ProviderUse {
  /** By endpoint, then by outcome. The endpoints are those that the code names, never a text of the provider. */
  readonly requests = new Map<string, Record<ProviderOutcome, DurationCounts>>();
  /** Requests on a connection or in the queue. */
  readonly pending: () => number;

  constructor(pending: () => number) {
    this.pending = pending;
  }

  /** `status` is undefined when there was no answer. */
  requested(endpoint: string, status: number | undefined, durationMs: number): void {
    let counts = this.requests.get(endpoint);
    if (counts === undefined) {
      const unused = () => new DurationCounts(BOUNDS_SECONDS);
      counts = { ok: unused(), rejected: unused(), failed: unused() };
      this.requests.set(endpoint, counts);
    }
    counts[providerOutcome(status)].observe(durationMs / 1000);
  }
}

function providerOutcome(status: number | undefined): ProviderOutcome {
  if (status === undefined || status >= 500) return 'failed';
  return status >= 400 ? 'rejected' : 'ok';
}
