import { mock } from 'node:test';

/** Sets the clock of this process forward, for the lives of tokens. `reset` ends it. */
export function shiftedClock() {
  const real = Date.now.bind(Date);
  let shiftMs = 0;
  const now = mock.method(Date, 'now', () => real() + shiftMs);
  return {
    forward(seconds: number): void {
      shiftMs += seconds * 1_000;
    },
    reset: () => now.mock.restore(),
  };
}
