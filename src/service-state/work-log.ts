import type { WorkState } from '../domain/service-state.ts';

type Work = { idleMs: number; sinceMs: number; endedMs?: number; durationMs?: number; hasFailed: boolean };

/** What the repeated work of this process did last. */
export class WorkLog {
  readonly #now: () => number;
  readonly #works = new Map<string, Work>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The work runs from now on, with this pause between two runs. */
  expect(name: string, idleMs: number): void {
    this.#works.set(name, { idleMs, sinceMs: this.#now(), hasFailed: false });
  }

  ran(name: string, durationMs: number, hasFailed: boolean): void {
    const work = this.#works.get(name);
    if (work) Object.assign(work, { endedMs: this.#now(), durationMs, hasFailed });
  }

  states(): WorkState[] {
    const nowMs = this.#now();
    return [...this.#works].map(([name, { idleMs, sinceMs, endedMs, durationMs, hasFailed }]) => ({
      ...{ name, endedMs, durationMs, hasFailed },
      // The first run begins at once.
      lagMs: Math.max(0, endedMs === undefined ? nowMs - sinceMs : nowMs - endedMs - idleMs),
    }));
  }
}
