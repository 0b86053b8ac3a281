import { failure } from '../api-error.ts';
import type { Operations } from '../generated/sdk.gen.ts';
import type { ListedEvent } from '../seller-event.ts';
import { followNumbers, type NumberedList } from './numbered.ts';
import type { OnRetry } from './persist.ts';

/** Events after `after` are not kept any more. Those from `oldestSequence` to `latestSequence` are. */
export type EventGap = { after: number; oldestSequence: number; latestSequence: number };

/**
 * Called when events were missed: read the pricing answers again, which have what those events said. Return the sequence after which to
 * go on, such as `gap.latestSequence`; without one, the loop goes on with the oldest event that is kept.
 */
export type OnGap = (
  gap: EventGap,
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing, as callers write it.
) => number | undefined | void | Promise<number | undefined | void>;

export type EventsOptions = {
  /** The `sequence` of the last event that you have. Default: begin with the oldest one that is kept. */
  after?: number | string | undefined;
  /** Events per request: 1 to 500. Default: 100. */
  limit?: number | undefined;
  /** False: end after the last event that there is. Default: wait for more, until the signal aborts. */
  follow?: boolean | undefined;
  /** How long one request waits for an event: up to 60. Default: 20. */
  waitSeconds?: number | undefined;
  /** Default: the loop throws an ApiError with the code `EventsMissed`. */
  onGap?: OnGap | undefined;
  /** Called with each failure after which the loop goes on: no connection, 429, 5xx. Such failures end a loop with `follow: false`. */
  onRetry?: OnRetry | undefined;
  /** Ends the loop and its waiting: it throws the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** The seller's events in the order of their sequences, each one once. */
export function followEvents(
  client: Pick<Operations, 'getEvents'>,
  { after, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }: EventsOptions,
): AsyncGenerator<ListedEvent, void, undefined> {
  const list: NumberedList<ListedEvent> = {
    names: { elements: 'events', number: 'sequence' },
    async read(from) {
      const page = await client.getEvents({
        query: { after: from, ...(limit !== undefined && { limit }) },
        ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
        signal,
      });
      const { oldestSequence: oldest, latestSequence: latest, truncated, hasMore } = page;
      return { elements: page.events as ListedEvent[], oldest, latest, truncated, hasMore };
    },
    numberOf: ({ sequence }) => Number(sequence),
    onGap: (from, { oldest, latest }) => onGap({ after: from, oldestSequence: oldest, latestSequence: latest }),
  };
  return followNumbers(list, { after, follow, onRetry, signal });
}

function throwMissed({ after, oldestSequence, latestSequence }: EventGap): never {
  throw failure(
    'EventsMissed',
    `Events after ${after} are not kept any more.`,
    `Those from ${oldestSequence} are. Read the pricing answers again, then go on after ${latestSequence}; or pass onGap.`,
    { status: 200 },
  );
}
