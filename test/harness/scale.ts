import { describe, type SuiteFn, type TestFn, test } from 'node:test';

/** `npm run torture` runs the tests of `npm test` larger and more often, and others. */
export const isTorture = process.env.TEST_SCALE === 'torture';

/** `short` in `npm test`, `long` in `npm run torture`. */
export const scaled = (short: number, long: number): number => (isTorture ? long : short);

export const rounds = (short: number, long: number): number[] =>
  Array.from({ length: scaled(short, long) }, (_, at) => at + 1);

/**
 * The parameters of a property that also counts what was drawn. In `npm test` the draw is always the same: the count cannot be
 * too small by chance. `npm run torture` uses a new seed, and draws often enough.
 */
export const drawnAlike = (short: number, long: number): { numRuns: number; seed?: number } =>
  isTorture ? { numRuns: long } : { numRuns: short, seed: 20_261_116 };

/** A variant of a case that `npm test` has, or one that takes long: only `npm run torture` runs it. */
export function testInTorture(title: string, run: TestFn): void {
  if (isTorture) test(title, run);
}

/** Like `testInTorture`, for cases that share what they start. */
export function describeInTorture(title: string, suite: SuiteFn): void {
  if (isTorture) describe(title, suite);
}
