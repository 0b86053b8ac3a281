import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { addStep, type ClockStep } from './clock-steps.ts';
import type { FreshTokens } from './fresh-tokens.ts';
import type { Gate } from './gate.ts';
import { addPostgresStep } from './postgres-clock.ts';

const STEPS = 100;
const MIN_STEP_MS = 6_000;
const MAX_STEP_MS = 60_000;
/** Between the announcement of a step and the step: every process has read it by then. */
const ANNOUNCED_MS = 1_000;
/** From the step until every process has noticed it. */
const NOTICED_MS = 300;

/** How long a step waits for the dispatcher at most. */
const MAX_LOOKS = 300;
const LOOK_EVERY_MS = 200;

export type Passing = {
  readonly minutes: number;
  readonly weeks: number;
  /** The file that `moved-clock.ts` follows. */
  readonly stepsFile: string;
  readonly db: Db;
  readonly gate: Gate;
  readonly tokens: FreshTokens;
  readonly isOver: () => boolean;
  /** How many seconds the oldest change of the market waits for the dispatcher. */
  readonly waitingSeconds: () => Promise<number>;
};

const stepMs = (minutes: number) => Math.min(MAX_STEP_MS, Math.max(MIN_STEP_MS, (minutes * 60_000) / STEPS));

/** How far the longest step went. */
export function longestStepDays(steps: readonly ClockStep[]): number {
  const from = (n: number) => steps[n - 1]?.aheadMs ?? 0;
  return Math.max(0, ...steps.map(({ aheadMs }, n) => aheadMs - from(n))) / DAY_MS;
}

/**
 * Lets the weeks pass during the run, in steps. Nothing of the load is in flight at a step, after which all tokens have ended: they are
 * renewed before the load goes on.
 */
export async function passWeeks({ minutes, weeks, stepsFile, db, ...load }: Passing): Promise<void> {
  const { gate, tokens, isOver, waitingSeconds } = load;
  const beganMs = performance.now();
  // The last step comes before the last pause, so that its sweeps are seen.
  const passingMs = minutes * 60_000 - stepMs(minutes);
  const realMs = () => Math.round(performance.timeOrigin + performance.now());
  for (;;) {
    await sleep(stepMs(minutes));
    if (isOver()) return;
    await gate.close();
    // No event may become days old because the machine is busy.
    for (let n = 0; n < MAX_LOOKS && (await waitingSeconds()) > 0; n += 1) await sleep(LOOK_EVERY_MS);
    const share = Math.min(1, (performance.now() - beganMs) / passingMs);
    const step: ClockStep = { fromMs: realMs() + ANNOUNCED_MS, aheadMs: Math.round(share * weeks * 7 * DAY_MS) };
    addStep(stepsFile, step);
    if (db.engine === 'postgres') await addPostgresStep(db, step);
    await sleep(step.fromMs + NOTICED_MS - realMs());
    await tokens.renewAll();
    gate.open();
  }
}
