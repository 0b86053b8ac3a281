/**
 * What parts of the service count about themselves. The metrics read it when somebody asks for them, so counting is an
 * addition to a number: no names, no labels, no calls.
 */

/** How often a cache had what was asked for. */
export type CacheUse = { hits: number; misses: number };

/** Requests of one kind of limit. */
export type LimitUse = { accepted: number; refused: number };

/** Durations, counted by size: the buckets of one series of a histogram. */
export class DurationCounts {
  readonly boundsSeconds: readonly number[];
  /** Not cumulative. What is longer than the last bound is only in `count`. */
  readonly counts: number[];
  sumSeconds = 0;
  count = 0;

  constructor(boundsSeconds: readonly number[]) {
    this.boundsSeconds = boundsSeconds;
    this.counts = boundsSeconds.map(() => 0);
  }

  observe(seconds: number): void {
    this.sumSeconds += seconds;
    this.count += 1;
    const { boundsSeconds } = this;
    for (let n = 0; n < boundsSeconds.length; n += 1) {
      if (seconds > (boundsSeconds[n] as number)) continue;
      this.counts[n] = (this.counts[n] as number) + 1;
      return;
    }
  }
}

/** A read of SQLite takes some 10 µs, a transaction that waits for others up to its timeout of 10 s. */
const STORE_BOUNDS_SECONDS = [
  ...[0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025],
  ...[0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
];

/** A statement that reads or writes by itself, or a whole transaction with its waits and the work between its statements. */
export type StoreWork = 'read' | 'write' | 'transaction';

export type StoreConnections = {
  inUse: number;
  idle: number;
  /** Undefined where there is no pool. */
  max: number | undefined;
  /** Callers that wait for a connection, or for the write lock of SQLite. */
  waiting: number;
};

/** What the store counts about itself. */
export class StoreUse {
  readonly durations: Readonly<Record<StoreWork, DurationCounts>> = {
    read: new DurationCounts(STORE_BOUNDS_SECONDS),
    write: new DurationCounts(STORE_BOUNDS_SECONDS),
    transaction: new DurationCounts(STORE_BOUNDS_SECONDS),
  };
  /** Waits for a connection, or for the write lock of SQLite, of callers that did not get it at once. */
  readonly waits = new DurationCounts(STORE_BOUNDS_SECONDS);
  readonly failures = { unavailable: 0, damaged: 0 };
  readonly connections: () => StoreConnections;

  constructor(connections: () => StoreConnections) {
    this.connections = connections;
  }
}
