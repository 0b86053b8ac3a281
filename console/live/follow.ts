import { ApiError, type ListedEvent, type SellerClient } from 'marketplace-seller-sdk';
import { EventBatches } from './event-batches.ts';

export type Follower = {
  readonly client: Pick<SellerClient, 'getEvents' | 'events'>;
  /** The sequence of the last event that this tab knows; undefined: it begins now. */
  readonly after: number | undefined;
  /** Events in their order. None: some were missed, and `latest` is the sequence from which it goes on. */
  readonly onEvents: (events: readonly ListedEvent[], latest: number) => void;
  readonly onConnected: (latest: number) => void;
  readonly onLost: () => void;
  /** How long it waits after a connection before it asks the question that stays open. */
  readonly firstPollMs?: number;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Follows the seller's events until the signal aborts. Begins with a call that does not wait, so that a connection is known at once.
 * A failure that may pass is followed by a pause, twice as long each time; another one ends it. A tab is open for days: what one
 * connection needs ends with it.
 */
export async function follow(
  { client, after, onEvents, onConnected, onLost, firstPollMs = 0 }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let known = after;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const { latestSequence } = await client.getEvents({ query: { after: known ?? 0, limit: 1 }, signal });
      known ??= latestSequence;
      pauseMs = FIRST_PAUSE_MS;
      onConnected(known);
      if (firstPollMs > 0) await pause(firstPollMs, signal);
      const onGap = ({ latestSequence: latest }: { latestSequence: number }) => {
        known = latest;
        onEvents([], latest);
        return latest;
      };
      const batches = new EventBatches((events) => onEvents(events, Number(events.at(-1)?.sequence)), signal);
      try {
        for await (const event of client.events({ after: known, signal, onGap, onRetry: rethrow })) {
          known = Number(event.sequence);
          batches.add(event);
        }
      } finally {
        batches.end();
      }
    } catch (error) {
      if (signal.aborted || !mayPass(error)) return;
      onLost();
      await pause(Math.max(pauseMs * (0.5 + Math.random() / 2), retryAfterMs(error)), signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
}

function rethrow(error: ApiError): never {
  throw error;
}

/** Without a token or the right there is nothing to wait for. The session, when it has another token, starts it again. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && error.code !== 'NoToken' && ![401, 403].includes(error.status);

const retryAfterMs = (error: unknown) => (error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
