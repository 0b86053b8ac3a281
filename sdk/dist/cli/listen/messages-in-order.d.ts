import { type PulledMessage, type Queue } from '../../loops/held-messages.ts';
import { type OnRetry } from '../../loops/persist.ts';
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
/**
 * Handles the messages of a queue that has no other consumer in the order of their sequences, until the signal aborts. A queue alone
 * does not keep the order: what a killed run had received comes again after what came later. Each event names the one before it at this
 * destination (`previoussequence`, decision 42), so one that comes too early is given back until the one before it is handled. One that
 * comes again is acknowledged, and nothing else.
 */
export declare function handleInOrder(queue: Queue, channelId: string, work: InOrder): Promise<never>;
