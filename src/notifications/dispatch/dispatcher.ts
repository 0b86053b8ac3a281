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

export type DispatcherOptions = DispatchOptions & {
  /** How often to look for events of other processes. */
  pollMs: number;
  /** Whether another thread of this process addresses the events now. */
  isElsewhere?: () => boolean;
  onTurn?: OnTurn;
};

/** Addresses the market's events to sellers until it is stopped. */
export function startDispatcher({ isElsewhere = () => false, ...options }: DispatcherOptions): Dispatcher {
  const dispatch = new EventDispatch(options);
  const loop = new BackgroundLoop({
    name: 'dispatch',
    async turn(signal) {
      if (isElsewhere()) {
        await dispatch.release();
        return options.pollMs;
      }
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
