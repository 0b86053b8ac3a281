import { pause } from '../calls/call-deadline.js';
import { mayPass, retry } from '../calls/retry.js';
export const persist = (call, { signal, untilMs = Number.POSITIVE_INFINITY, onRetry }) => retry(call, (error, delayMs) => {
    if (!mayPass(error) || performance.now() + delayMs >= untilMs)
        return false;
    onRetry?.(error, delayMs);
    return true;
}, signal);
const SHORTEST_ROUND_MS = 1_000;
export const endRound = (startedMs, signal) => pause(Math.max(startedMs + SHORTEST_ROUND_MS - performance.now(), 0), signal);
