import { ApiError, failure } from '../api-error.js';
import { buildRequest } from './build-request.js';
import { pause, withDeadline } from './call-deadline.js';
import { isDocument, isHealthCheck, isPublic, isRepeatable, waitMsOf } from './operation-rules.js';
import { readAnswer } from './read-answer.js';
import { retryDelayMs } from './retry.js';
import { wasNeverSent } from './unsent.js';
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
export class Sender {
    #options;
    constructor(options) {
        this.#options = options;
    }
    async call(method, request) {
        const { baseUrl, deadlineMs, maxAttempts } = this.#options;
        const { url, signal: given, throwOnError = true } = request;
        given?.throwIfAborted();
        const built = buildRequest(baseUrl, method, request);
        const ms = request.deadlineMs ?? deadlineMs + waitMsOf(built.headers, request.body);
        let cause;
        const overdue = () => failure('DeadlineExceeded', `The call took longer than ${ms} ms.`, 'Its deadline is deadlineMs.', { cause });
        if (!(ms > 0))
            throw overdue();
        const { answer, error } = await withDeadline(given, ms, overdue, async (signal, endsAt) => {
            const attempt = this.#authorized(built, request, signal);
            for (let number = 1;; number += 1) {
                const outcome = await attempt();
                if (number >= maxAttempts || !mayRepeat(outcome, method, url))
                    return outcome;
                cause = outcome.error;
                const delayMs = retryDelayMs(number, cause);
                if (performance.now() + delayMs >= endsAt)
                    return outcome;
                await pause(delayMs, signal);
            }
        });
        if (error && (throwOnError || !answer))
            throw error;
        return throwOnError && !request.isStream ? answer?.body : answer;
    }
    #authorized(built, request, signal) {
        const { tokens } = this.#options;
        const { url } = request;
        const exchange = (token) => this.#exchange(built, signal, { token, form: formOf(request) });
        if (!tokens || isPublic(url) || built.headers.has('authorization'))
            return () => exchange();
        let wasRenewed = false;
        return async () => {
            const token = await tokenOf(tokens, signal);
            const outcome = await exchange(token);
            if (outcome.error?.status !== 401 || outcome.error.signInMaxAgeMs !== undefined || wasRenewed)
                return outcome;
            wasRenewed = true;
            tokens.reject(token);
            const fresh = await tokenOf(tokens, signal);
            return fresh === token ? outcome : exchange(fresh);
        };
    }
    async #exchange({ url, ...init }, signal, { token, form }) {
        signal.throwIfAborted();
        const headers = new Headers(init.headers);
        if (token)
            headers.set('authorization', `Bearer ${token}`);
        let response;
        try {
            response = await this.#options.fetch.call(undefined, url, { ...init, headers, redirect: 'manual', signal });
        }
        catch (cause) {
            signal.throwIfAborted();
            const error = failure('ConnectionFailed', 'The service gave no answer.', 'Check baseUrl and the network.', {
                cause,
            });
            return { error, isTransient: true, wasRefused: wasNeverSent(cause) };
        }
        return readAnswer(response, signal, { form, token, maxBytes: this.#options.maxAnswerBytes ?? MAX_ANSWER_BYTES });
    }
}
const formOf = ({ url, isStream }) => isStream ? 'stream' : isDocument(url) ? 'blob' : 'json';
function mayRepeat({ error, isTransient, wasRefused }, method, url) {
    if (!isTransient || (error?.status === 503 && isHealthCheck(url)))
        return false;
    return wasRefused || isRepeatable(method, url);
}
async function tokenOf(tokens, signal) {
    let cause;
    try {
        const token = await tokens.token(signal);
        if (typeof token === 'string' && /^[!-~]+$/.test(token))
            return token;
    }
    catch (error) {
        signal.throwIfAborted();
        if (error instanceof ApiError)
            throw error;
        cause = error;
    }
    throw failure('NoToken', 'The credentials gave no valid access token.', 'Check them.', { cause });
}
