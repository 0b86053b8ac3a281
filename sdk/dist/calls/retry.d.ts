import { ApiError } from '../api-error.ts';
/**
 * How long to wait after the attempt with this number. Without a `Retry-After` exponential backoff with full jitter. With one a little
 * longer than it says: callers that were refused together must not come back together.
 */
export declare function retryDelayMs(attempt: number, error: unknown): number;
/** The service may be back later. An answer that is not the service's (InvalidAnswer) and a missing token do not pass by themselves. */
export declare const mayPass: (error: unknown) => error is ApiError;
/** Runs `work` until it succeeds, or until `mayRetry` says that it should not be tried again after this failure and this delay. */
export declare function retry<Result>(work: () => Promise<Result>, mayRetry: (error: unknown, delayMs: number, attempt: number) => boolean, signal?: AbortSignal): Promise<Result>;
