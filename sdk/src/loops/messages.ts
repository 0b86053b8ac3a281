import { HeldMessages, type PulledMessage, type Queue } from './held-messages.ts';
import { endRound, type OnRetry, persist } from './persist.ts';

export type MessagesOptions = {
  /** Messages per request: 1 to 100. Default: 10. */
  maxMessages?: number | undefined;
  /** How long one request waits for a message: up to 20. Default: 20; 0 with `idle: 'stop'`. */
  waitSeconds?: number | undefined;
  /** How soon others get a message when this process dies. The loop extends it while you work. Default: that of the destination. */
  visibilityTimeoutSeconds?: number | undefined;
  /** When the queue is empty: `wait` for more (the default), or `stop`, which ends the loop. */
  idle?: 'wait' | 'stop' | undefined;
  /** Called with a message that another consumer received while you worked on it. Default: the loop throws an ApiError with the code `MessageStale`. */
  onStale?: ((message: PulledMessage) => void | Promise<void>) | undefined;
  /** Called with each failure after which the loop goes on: no connection, 429, 5xx. Such failures end a loop with `idle: 'stop'`. */
  onRetry?: OnRetry | undefined;
  /** Ends the loop and its waiting: it throws the signal's reason. A message whose work is done is acknowledged before. */
  signal?: AbortSignal | undefined;
};

/**
 * The messages of a PULL destination, one at a time. Asking for the next one acknowledges the one before. Leaving the loop, by an
 * error too, gives back the current one and those that were received with it.
 */
export async function* pullMessages(
  queue: Queue,
  channelId: string,
  { maxMessages = 10, idle = 'wait', onStale, onRetry, signal, ...options }: MessagesOptions,
): AsyncGenerator<PulledMessage, void, undefined> {
  const path = { channelId };
  const call = { path, signal };
  const { waitSeconds = idle === 'stop' ? 0 : 20 } = options;
  const patiently = <Result>(work: () => Promise<Result>) =>
    idle === 'stop' ? work() : persist(work, { signal, onRetry });
  const visibilitySeconds =
    options.visibilityTimeoutSeconds ??
    (await patiently(() => queue.getDestination(call))).pullConfig?.visibilityTimeoutSeconds ??
    30;
  const body = { maxMessages, waitSeconds, visibilityTimeoutSeconds: visibilitySeconds };
  for (;;) {
    let startedMs = 0;
    const { messages } = await patiently(() => {
      startedMs = performance.now();
      return queue.receiveMessages({ ...call, body });
    });
    if (messages.length === 0) {
      if (idle === 'stop') return;
      await endRound(startedMs, signal);
      continue;
    }
    const held = new HeldMessages(queue, messages, { path, visibilitySeconds, receivedMs: startedMs, signal });
    try {
      for (const message of held.messages) {
        signal?.throwIfAborted();
        // Received by another consumer before its turn came: nothing is lost.
        if (message.signal.aborted) continue;
        yield message;
        await finish(held, message, onStale);
      }
    } finally {
      await held.release();
    }
  }
}

async function finish(held: HeldMessages, message: PulledMessage, onStale: MessagesOptions['onStale']): Promise<void> {
  try {
    await held.acknowledge(message);
  } catch (error) {
    if (onStale === undefined || !message.signal.aborted) throw error;
    await onStale(message);
  }
}
