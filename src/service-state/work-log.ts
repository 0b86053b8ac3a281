import type { EndedTurn, OnTurn } from '../async/background-loop.ts';
import type { WorkName, WorkState } from '../domain/service-state.ts';

type Work = { readonly sinceMs: number; last?: { readonly endedMs: number; readonly turn: EndedTurn } };

/** What the repeated work of this process did last. */
export class WorkLog {
  readonly #now: () => number;
  readonly #works = new Map<WorkName, Work>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The work runs from now on. Returns what is called after each run. */
  watch(name: WorkName): OnTurn {
    const work: Work = { sinceMs: this.#now() };
    this.#works.set(name, work);
    return (turn) => {
      work.last = { endedMs: this.#now(), turn };
    };
  }

  states(): WorkState[] {
    const nowMs = this.#now();
    return [...this.#works].map(([name, { sinceMs, last }]) => ({
      ...{ name, endedMs: last?.endedMs, durationMs: last?.turn.durationMs, hasFailed: last?.turn.hasFailed ?? false },
      // The first run begins at once.
      lagMs: Math.max(0, last === undefined ? nowMs - sinceMs : nowMs - last.endedMs - last.turn.pauseMs),
    }));
  }
}
