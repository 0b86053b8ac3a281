import { ApiError } from '../api-error.js';
import { pause } from './call-deadline.js';
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 30_000;
const MAX_DELAY_MS = 3_600_000;
export function retryDelayMs(attempt, error) {
    const { retryAfterMs } = Object(error);
    if (retryAfterMs !== undefined)
        return retryAfterMs + Math.random() * FIRST_BACKOFF_MS;
    return Math.random() * Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
}
export const mayPass = (error) => error instanceof ApiError &&
    (error.status >= 500 ||
        [408, 429].includes(error.status) ||
        ['ConnectionFailed', 'DeadlineExceeded'].includes(error.code));
export async function retry(work, mayRetry, signal) {
    for (let attempt = 1;; attempt += 1) {
        try {
            return await work();
        }
        catch (error) {
            signal?.throwIfAborted();
            const delayMs = Math.min(retryDelayMs(attempt, error), MAX_DELAY_MS);
            if (!mayRetry(error, delayMs, attempt))
                throw error;
            await pause(delayMs, signal);
        }
    }
}
