import { describe } from 'node:test';
import { type Engine, withEngines } from '../db/engines.ts';

/** Runs the same scenarios on both engines, concurrently: they mostly wait for leases and timeouts. */
export function onBothEngines(title: string, suite: (engine: Engine) => void, { concurrency = false } = {}): void {
  describe(title, { concurrency: true }, () =>
    withEngines('stored', (engine) => {
      // Suites inside inherit `concurrency`, so each engine sets its own.
      describe('scenarios', { concurrency }, () => suite(engine));
    }),
  );
}
