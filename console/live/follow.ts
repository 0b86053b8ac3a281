import { ApiError, type ListedEvent } from 'marketplace-seller-sdk';
import { shellClient } from '../api.ts';

export type Follower = {
  /** The sequence of the last event that this tab knows; undefined: it begins now. */
  readonly after: number | undefined;
  /** Events in their order. None: some were missed, and `latest` is the sequence from which it goes on. */
  readonly onEvents: (events: readonly ListedEvent[], latest: number) => void;
  readonly onConnected: (latest: number) => void;
  readonly onLost: () => void;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Follows the seller's events until the signal aborts. Begins with a call that does not wait, so that a connection is known at once.
 * A failure that may pass is followed by a pause, twice as long each time; another one ends it.
 */
export async function follow({ after, onEvents, onConnected, onLost }: Follower, signal: AbortSignal): Promise<void> {
  let known = after;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const { latestSequence } = await shellClient.getEvents({ query: { after: known ?? 0, limit: 1 }, signal });
      known ??= latestSequence;
      pauseMs = FIRST_PAUSE_MS;
      onConnected(known);
      const deliver = inBatches((events) => onEvents(events, Number(events.at(-1)?.sequence)), signal);
      const onGap = ({ latestSequence: latest }: { latestSequence: number }) => {
        known = latest;
        onEvents([], latest);
        return latest;
      };
      const rethrow = (error: ApiError) => {
        throw error;
      };
      for await (const event of shellClient.events({ after: known, signal, onGap, onRetry: rethrow })) {
        known = Number(event.sequence);
        deliver(event);
      }
    } catch (error) {
      if (signal.aborted || !mayPass(error)) return;
      onLost();
      await pause(Math.max(pauseMs * (0.5 + Math.random() / 2), retryAfterMs(error)), signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

/** Without a token or the right there is nothing to wait for. The session, when it has another token, starts it again. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && error.code !== 'NoToken' && ![401, 403].includes(error.status);

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The events of one answer together. A message, not a timer: browsers hold back the timers of tabs that nobody sees. */
function inBatches(deliver: (events: readonly ListedEvent[]) => void, signal: AbortSignal) {
  const { port1, port2 } = new MessageChannel();
  let waiting: ListedEvent[] = [];
  port1.onmessage = () => {
    const events = waiting;
    waiting = [];
    if (!signal.aborted) deliver(events);
  };
  signal.addEventListener('abort', () => port1.close());
  return (event: ListedEvent) => {
    waiting.push(event);
    if (waiting.length === 1) port2.postMessage(undefined);
  };
}
