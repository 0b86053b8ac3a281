import { describe } from 'node:test';
import { type Engine, onEngine, withEngines } from '../db/engines.ts';
import { isTorture } from '../harness/scale.ts';

type Suite = (engine: Engine) => void;

/** Runs the same scenarios on both engines, concurrently: they mostly wait for leases and timeouts. */
export function onBothEngines(title: string, suite: Suite, { concurrency = false } = {}): void {
  describe(title, { concurrency: true }, () => withEngines('stored', scenarios(suite, concurrency)));
}

/**
 * For scenarios of many processes: one engine in `npm test`, both in `npm run torture`. What the engines must guarantee for
 * them is tested on both in `test/db` and in tests of races in `test/market` and `test/notifications`.
 */
export function onOneOrBothEngines(
  first: Engine['name'],
  title: string,
  suite: Suite,
  { concurrency = false } = {},
): void {
  if (isTorture) onBothEngines(title, suite, { concurrency });
  else describe(title, () => onEngine(first, 'stored', scenarios(suite, concurrency)));
}

/** Suites inside inherit `concurrency`, so each engine sets its own. */
const scenarios =
  (suite: Suite, concurrency: boolean): Suite =>
  (engine) =>
    describe('scenarios', { concurrency }, () => suite(engine));
