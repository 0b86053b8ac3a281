/** `npm run torture` runs the same tests, larger and more often. */
export const isTorture = process.env.TEST_SCALE === 'torture';

/** `short` in `npm test`, `long` in `npm run torture`. */
export const scaled = (short: number, long: number): number => (isTorture ? long : short);

export const rounds = (short: number, long: number): number[] =>
  Array.from({ length: scaled(short, long) }, (_, at) => at + 1);
