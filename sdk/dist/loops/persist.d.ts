import type { ApiError } from '../api-error.ts';
/** Called with each failure after which a loop goes on. */
export type OnRetry = (error: ApiError, delayMs: number) => void;
export type Persistence = {
    signal?: AbortSignal | undefined;
    /** No more tries after this moment of `performance.now()`. Default: never. */
    untilMs?: number;
    onRetry?: OnRetry | undefined;
};
/**
 * Makes a call until it succeeds, with growing pauses. Every call has retries of its own, up to its deadline: this is for loops
 * that live longer. Failures that do not pass by themselves, such as 401, are thrown.
 */
export declare const persist: <Result>(call: () => Promise<Result>, { signal, untilMs, onRetry }: Persistence) => Promise<Result>;
/** Waits for the end of a round that brought nothing. */
export declare const endRound: (startedMs: number, signal?: AbortSignal) => Promise<void>;
