import { BackgroundLoop, type OnTurn } from '../../async/background-loop.ts';
import { type DispatchOptions, EventDispatch } from './event-dispatch.ts';

const PAUSE_AFTER_FAILURE_MS = 1_000;

export type Dispatcher = {
  /** Looks for open events now. */
  wake(): void;
  /** The number of items that are postponed. */
  postponed(): number;
  stop(): Promise<void>;
};

/** Addresses the market's events to sellers until it is stopped. `pollMs`: how often to look for events of other processes. */
export function startDispatcher(options: DispatchOptions & { pollMs: number; onTurn?: OnTurn }): Dispatcher {
  const dispatch = new EventDispatch(options);
  const loop = new BackgroundLoop({
    name: 'dispatch',
    async turn(signal) {
      if (!(await dispatch.step(signal))) return options.pollMs;
      await dispatch.pause(signal);
      return 0;
    },
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    onFailure: options.onFailure,
    onTurn: options.onTurn,
  });
  return {
    wake: () => loop.wake(),
    postponed: () => dispatch.postponed,
    async stop() {
      await loop.stop();
      await dispatch.release().catch(options.onFailure);
    },
  };
}
