import { describe } from 'node:test';
import { type Engine, withEngines } from '../db/engines.ts';

/** The same scenarios on both engines, side by side: most of their time is waiting for leases and time-outs. */
export function onBothEngines(title: string, suite: (engine: Engine) => void, { concurrency = false } = {}): void {
  describe(title, { concurrency: true }, () =>
    withEngines('it holds', (engine) => {
      // `concurrency` is inherited by what is inside.
      describe('whatever happens', { concurrency }, () => suite(engine));
    }),
  );
}
