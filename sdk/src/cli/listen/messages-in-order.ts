import { ApiError } from '../../api-error.ts';
import { pause } from '../../calls/call-deadline.ts';
import { mayPass } from '../../calls/retry.ts';
import { HeldMessages, type PulledMessage, type Queue } from '../../loops/held-messages.ts';
import { endRound, type OnRetry, persist } from '../../loops/persist.ts';
import { VISIBILITY_SECONDS } from './temporary-destination.ts';

export type InOrder = {
  /** The sequence of the last event that was handled, in this run or in the one before. */
  done: number | undefined;
  /** Resolves when the event is handled. It is acknowledged then, and not before. */
  handle(message: PulledMessage): Promise<void>;
  /** Stores the sequence of an event that was handled. */
  save(done: number): Promise<void>;
  /** Called after each request, also when nothing came. */
  onRound(): Promise<void>;
  /** An event is missing that should have come: it expired, or was cancelled. */
  onMissing(message: PulledMessage): void;
  onRetry: OnRetry;
  signal: AbortSignal;
};

/** A message that a killed run had comes again when its visibility timeout ends. Later: it never comes. */
const MAX_GAP_MS = 4 * VISIBILITY_SECONDS * 1_000;
const GAP_POLL_MS = 500;

/**
 * Handles the messages of a queue that has no other consumer in the order of their sequences, until the signal aborts. A queue alone
 * does not keep the order: what a killed run had received comes again after what came later. Each event names the one before it at this
 * destination (`previoussequence`, decision 42), so one that comes too early is given back until the one before it is handled. One that
 * comes again is acknowledged, and nothing else.
 */
export async function handleInOrder(queue: Queue, channelId: string, work: InOrder): Promise<never> {
  const { signal, onRetry } = work;
  const call = { path: { channelId }, signal };
  // Many: what was given back comes behind all others, and may be what is missing.
  const body = { maxMessages: 100, waitSeconds: 20, visibilityTimeoutSeconds: VISIBILITY_SECONDS };
  const state = { done: work.done, gapSince: undefined as number | undefined };
  for (;;) {
    let startedMs = 0;
    const { messages } = await persist(
      () => {
        startedMs = performance.now();
        return queue.receiveMessages({ ...call, body });
      },
      { signal, onRetry },
    );
    await work.onRound();
    if (messages.length === 0) {
      await endRound(startedMs, signal);
      continue;
    }
    const held = new HeldMessages(queue, messages, {
      ...{ path: call.path, visibilitySeconds: VISIBILITY_SECONDS, receivedMs: startedMs, signal },
    });
    let isWaiting = false;
    try {
      isWaiting = await handleBatch(held, state, work);
    } finally {
      await held.release();
    }
    if (isWaiting) await pause(GAP_POLL_MS, signal);
  }
}

type State = { done: number | undefined; gapSince: number | undefined };

/** True when an event before the next one is still to come. */
async function handleBatch(held: HeldMessages, state: State, work: InOrder): Promise<boolean> {
  const inOrder = [...held.messages].sort((a, b) => (sequenceOf(a) < sequenceOf(b) ? -1 : 1));
  for (const message of inOrder) {
    work.signal.throwIfAborted();
    const sequence = sequenceOf(message);
    if (sequence > (state.done ?? -1)) {
      // Hidden for too long: it comes again.
      if (message.signal.aborted || (isTooEarly(message, state) && !hasGivenUp(message, state, work))) return true;
      await work.handle(message);
      state.gapSince = undefined;
      // A test has no place in the order.
      if (sequence < Number.POSITIVE_INFINITY) {
        state.done = sequence;
        await work.save(sequence);
      }
    }
    await settle(held, message);
  }
  return false;
}

/** Tests have none: they come last. */
function sequenceOf({ event }: PulledMessage): number {
  const { sequence } = event as { sequence?: string };
  return sequence === undefined ? Number.POSITIVE_INFINITY : Number(sequence);
}

function isTooEarly({ event }: PulledMessage, { done = -1 }: State): boolean {
  const { previoussequence: previous } = event as { previoussequence?: string };
  return previous !== undefined && Number(previous) > done;
}

function hasGivenUp(message: PulledMessage, state: State, { onMissing }: InOrder): boolean {
  state.gapSince ??= performance.now();
  if (performance.now() - state.gapSince < MAX_GAP_MS) return false;
  onMissing(message);
  return true;
}

/** An acknowledgement that fails does no harm: the message comes again, and is known then. */
async function settle(held: HeldMessages, message: PulledMessage): Promise<void> {
  try {
    await held.acknowledge(message);
  } catch (error) {
    const isKnown = error instanceof ApiError && error.code === 'MessageStale';
    if (!isKnown && !mayPass(error)) throw error;
  }
}
