import { mayPass, retry } from '../calls/retry.js';
import { SharedCall } from './shared-call.js';
const MAX_MARGIN_MS = 60_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;
const MAX_ATTEMPTS = 4;
const MAX_DELAY_MS = 10_000;
export function renewedTokens(renew, mayRepeat) {
    let current;
    const renewal = new SharedCall((signal) => retry(async () => {
        try {
            current = firstSeen(await renew(current?.token, signal));
        }
        catch (error) {
            if (!current || current.expiresAt <= Date.now() || !mayPass(error))
                throw error;
            current.renewAt = Date.now() + PAUSE_AFTER_FAILURE_MS;
        }
        return current.token;
    }, (error, delayMs, attempt) => attempt < MAX_ATTEMPTS && delayMs <= MAX_DELAY_MS && mayRepeat(error), signal));
    return {
        token: async (signal) => (current && Date.now() < current.renewAt ? current.token : renewal.join(signal)),
        reject(token) {
            if (current?.token === token)
                current = { token, expiresAt: 0, renewAt: 0 };
        },
    };
}
function firstSeen({ accessToken, expiresAt = Number.POSITIVE_INFINITY }) {
    const margin = Math.min(MAX_MARGIN_MS, (expiresAt - Date.now()) / 10);
    return { token: accessToken, expiresAt, renewAt: expiresAt - margin };
}
