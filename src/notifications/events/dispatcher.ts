import { setTimeout as sleep } from 'node:timers/promises';
import { EventDispatch, type EventDispatchParts } from './event-dispatch.ts';

const PAUSE_AFTER_FAILURE_MS = 1_000;

export type DispatcherParts = EventDispatchParts & {
  /** How often to look for events that another process wrote. */
  pollMs: number;
};

export type Dispatcher = {
  /** Looks for open events now. */
  wake(): void;
  /** The number of items that are postponed. */
  postponed(): number;
  stop(): Promise<void>;
};

/** Addresses the market's events to sellers until it is stopped. */
export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const dispatch = new EventDispatch(parts);
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAwake = false;
  let wakeUp: () => void = () => undefined;

  const untilWoken = async (ms: number): Promise<void> => {
    if (isAwake || signal.aborted) return;
    const timer = new AbortController();
    wakeUp = () => timer.abort();
    await sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    wakeUp = () => undefined;
  };

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      isAwake = false;
      try {
        if (await dispatch.step(signal)) await dispatch.pause(signal);
        else await untilWoken(parts.pollMs);
      } catch (error) {
        parts.onFailure(error);
        await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };

  const wake = () => {
    isAwake = true;
    wakeUp();
  };
  const running = work();
  return {
    wake,
    postponed: () => dispatch.postponed,
    async stop() {
      stopping.abort();
      wake();
      await running;
      await dispatch.release().catch(parts.onFailure);
    },
  };
}
