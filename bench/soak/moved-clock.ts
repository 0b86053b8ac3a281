import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { DatabaseSync } from 'node:sqlite';
import { aheadAt, type ClockStep, stepsIn } from './clock-steps.ts';

/*
 * Loaded before the service: `node --import "moved-clock.ts?steps=..."`. `Date` then follows the steps in that file, in all processes at
 * the same moment, and so does SQLite, by whose clock the audit log lets old entries go. Waits of ten seconds and more end with a step, as
 * if so much time had passed: work that is done every ten minutes is done after each. The monotonic clock goes on as it is.
 */
const LOOK_EVERY_MS = 100;
const LONG_WAIT_MS = 10_000;

const builtin = createRequire(import.meta.url);

const file = new URL(import.meta.url).searchParams.get('steps');
if (file !== null) {
  moveDate(file, endLongWaits());
  moveSqlite();
}

/** `onStep` is called when a step has been made. */
export function moveDate(stepsFile: string, onStep: () => void = () => undefined): void {
  const RealDate = Date;
  let steps: ClockStep[] = stepsIn(stepsFile);
  const now = () => {
    const realMs = RealDate.now();
    return realMs + aheadAt(steps, realMs);
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, made) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, made === globalThis.Date ? target : made),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  let madeMs = now() - RealDate.now();
  setInterval(() => {
    steps = stepsIn(stepsFile);
    const aheadMs = aheadAt(steps, RealDate.now());
    if (aheadMs === madeMs) return;
    madeMs = aheadMs;
    onStep();
  }, LOOK_EVERY_MS).unref();
}

/** Each connection gets a unixepoch() that asks `Date`. */
function moveSqlite(): void {
  const sqlite = builtin('node:sqlite') as { DatabaseSync: typeof DatabaseSync };
  sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
    constructor(...values: ConstructorParameters<typeof DatabaseSync>) {
      super(...values);
      if (this.isOpen) this.function('unixepoch', { varargs: true }, () => Date.now() / 1_000);
    }
  };
  syncBuiltinESMExports();
}

type Wait = typeof import('node:timers/promises').setTimeout;

/** Returns what ends all of them. */
function endLongWaits(): () => void {
  const promises = builtin('node:timers/promises') as { setTimeout: Wait };
  const { setTimeout: wait } = promises;
  const open = new Set<AbortController>();
  promises.setTimeout = async (ms, value, options = {}) => {
    if (ms === undefined || ms < LONG_WAIT_MS) return wait(ms, value, options);
    const ending = new AbortController();
    const { signal = ending.signal } = options;
    open.add(ending);
    try {
      return await wait(ms, value, { ...options, signal: AbortSignal.any([signal, ending.signal]) });
    } catch (error) {
      if (ending.signal.aborted && !(options.signal?.aborted ?? false)) return value as never;
      throw error;
    } finally {
      open.delete(ending);
    }
  };
  syncBuiltinESMExports();
  return () => {
    for (const ending of open) ending.abort();
  };
}
