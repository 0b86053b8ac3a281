import { type PulledMessage, type Queue } from './held-messages.ts';
import { type OnRetry } from './persist.ts';
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
export declare function pullMessages(queue: Queue, channelId: string, { maxMessages, idle, onStale, onRetry, signal, ...options }: MessagesOptions): AsyncGenerator<PulledMessage, void, undefined>;
