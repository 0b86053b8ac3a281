import { BackgroundLoop } from '../../async/background-loop.ts';
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
  const loop = new BackgroundLoop({
    async turn(signal) {
      if (!(await dispatch.step(signal))) return parts.pollMs;
      await dispatch.pause(signal);
      return 0;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: parts.onFailure,
  });
  return {
    wake: () => loop.wake(),
    postponed: () => dispatch.postponed,
    async stop() {
      await loop.stop();
      await dispatch.release().catch(parts.onFailure);
    },
  };
}
