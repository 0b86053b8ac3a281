import { pause, withDeadline } from '../../calls/call-deadline.js';
import { VERSION } from '../../calls/version.js';
import { usageProblem } from '../problem.js';
import { signedHeaders } from './signing.js';
const ATTEMPT_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const ATTEMPT_MS_WHEN_ENDING = 2_000;
export async function forward(event, options) {
    const { signal, onFailure } = options;
    const body = JSON.stringify(event);
    for (let attempts = 1;; attempts += 1) {
        signal.throwIfAborted();
        const answer = await attempt(event.id, body, options);
        if (typeof answer === 'number' && answer >= 200 && answer < 300)
            return { status: answer, attempts };
        const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
        const reason = typeof answer === 'number' ? `it answered ${answer}` : answer;
        onFailure(`${reason}. ${signal.aborted ? 'listen ends.' : `Trying again in ${pauseMs / 1_000} s.`}`);
        await pause(pauseMs, signal);
    }
}
async function attempt(id, body, { url, secret, signal }) {
    const ending = new AbortController();
    const end = () => setTimeout(() => ending.abort(new Error('it has not answered')), ATTEMPT_MS_WHEN_ENDING).unref();
    signal.addEventListener('abort', end, { once: true });
    const overdue = () => new Error(`no answer within ${ATTEMPT_MS / 1_000} s`);
    try {
        return await withDeadline(ending.signal, ATTEMPT_MS, overdue, async (stopped) => {
            const headers = {
                ...signedHeaders(secret, id, body),
                'content-type': 'application/cloudevents+json; charset=utf-8',
                'user-agent': `marketplace-seller/${VERSION}`,
            };
            const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: stopped });
            await answer.body?.cancel();
            return answer.status;
        });
    }
    catch (error) {
        const { message, cause } = error;
        return cause?.code ?? message;
    }
    finally {
        signal.removeEventListener('abort', end);
    }
}
export function forwardAddress(text) {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password)
        return url.href;
    throw usageProblem(`--forward must be an address such as http://localhost:3000/hook, not "${text}".`);
}
