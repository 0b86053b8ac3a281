import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** From `fromMs` of the machine's clock on, the clock of the run is `aheadMs` ahead of it. */
export type ClockStep = { readonly fromMs: number; readonly aheadMs: number };

/** All steps in the file so far, the oldest first. */
export const stepsIn = (file: string): ClockStep[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        // Somebody may be writing the last one.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as ClockStep)
    : [];

export const addStep = (file: string, step: ClockStep): void => appendFileSync(file, `${JSON.stringify(step)}\n`);

export const aheadAt = (steps: readonly ClockStep[], realMs: number): number =>
  steps.findLast(({ fromMs }) => fromMs <= realMs)?.aheadMs ?? 0;

/** The time of the machine when the clock of the run showed this. */
export function realTimeOf(steps: readonly ClockStep[], shownMs: number): number {
  const step = steps.findLast(({ fromMs, aheadMs }) => fromMs + aheadMs <= shownMs);
  return shownMs - (step?.aheadMs ?? 0);
}
