import { type RoundPace, roundsWithin } from './settled.ts';

/** Shares the time of a run among its rows. Building a market does not count. */
export class TimeBudget {
  readonly #pace: RoundPace;
  #secondsLeft: number;
  #rowsLeft: number;

  constructor(pace: RoundPace, { seconds, rows }: { seconds: number; rows: number }) {
    this.#pace = pace;
    this.#secondsLeft = seconds;
    this.#rowsLeft = rows;
  }

  /** Measures one row, with as many rounds as there is time for. */
  async spend<T>(measureRow: (pace: RoundPace) => Promise<T>): Promise<T> {
    const left = { secondsLeft: this.#secondsLeft, rowsLeft: Math.max(1, this.#rowsLeft) };
    const began = performance.now();
    try {
      return await measureRow({ ...this.#pace, rounds: roundsWithin(this.#pace, left) });
    } finally {
      this.#secondsLeft -= (performance.now() - began) / 1_000;
      this.#rowsLeft -= 1;
    }
  }
}
