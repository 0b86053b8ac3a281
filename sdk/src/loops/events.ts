import { failure } from '../api-error.ts';
import type { Operations } from '../generated/sdk.gen.ts';
import type { Events } from '../generated/types.gen.ts';
import type { ListedEvent } from '../seller-event.ts';
import { endRound, type OnRetry, persist } from './persist.ts';

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
export async function* followEvents(
  client: Pick<Operations, 'getEvents'>,
  { after: start, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }: EventsOptions,
): AsyncGenerator<ListedEvent, void, undefined> {
  const read = (after: number): Promise<Events> =>
    client.getEvents({
      query: { after, ...(limit !== undefined && { limit }) },
      ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
      signal,
    });
  let after = sequenceOf(start ?? 0);
  /** A loop that begins with the oldest event has not missed those before it. */
  let isOldestRight = start === undefined;
  /** Everything up to here existed before the current request. */
  let knownLatest = 0;
  for (;;) {
    const startedMs = performance.now();
    const page = await (follow ? persist(() => read(after), { signal, onRetry }) : read(after));
    if (page.truncated && !isOldestRight) {
      const { oldestSequence, latestSequence } = page;
      const next = await onGap({ after, oldestSequence, latestSequence });
      if (typeof next === 'number') {
        after = Math.max(oldestSequence - 1, sequenceOf(next));
        continue;
      }
    }
    isOldestRight = false;
    const asked = after;
    for (const event of page.events as ListedEvent[]) {
      const sequence = Number(event.sequence);
      if (!(sequence > after)) continue;
      after = sequence;
      signal?.throwIfAborted();
      yield event;
    }
    if (page.hasMore && after === asked) throw noProgress();
    after = Math.max(after, page.oldestSequence - 1);
    if (page.hasMore) continue;
    if (!follow) return;
    // A delegated application does not see all events. Without this, those that it never sees would look missed one day.
    after = Math.max(after, knownLatest);
    knownLatest = page.latestSequence;
    if (page.events.length === 0) await endRound(startedMs, signal);
  }
}

function sequenceOf(value: number | string): number {
  const sequence = value === '' ? Number.NaN : Number(value);
  if (Number.isSafeInteger(sequence) && sequence >= 0) return sequence;
  throw new RangeError(`A sequence must be an integer from 0 on, not ${JSON.stringify(value)}.`);
}

const noProgress = () =>
  failure('InvalidAnswer', 'The events do not end.', 'The service says that there are more, and sends none.');

function throwMissed({ after, oldestSequence, latestSequence }: EventGap): never {
  throw failure(
    'EventsMissed',
    `Events after ${after} are not kept any more.`,
    `Those from ${oldestSequence} are. Read the pricing answers again, then go on after ${latestSequence}; or pass onGap.`,
    { status: 200 },
  );
}
