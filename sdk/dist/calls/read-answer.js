import { ApiError } from '../api-error.js';
import { textWithin } from './answer-text.js';
import { retryAfterMsOf } from './retry-after.js';
import { signInMaxAgeMsOf } from './sign-in-max-age.js';
export async function readAnswer(response, signal, { form, token, maxBytes }) {
    const { status, headers, ok, type } = response;
    const answer = { status, headers, body: undefined };
    if (ok && form === 'stream')
        return { answer: { status, headers, body: response.body } };
    let text;
    try {
        if (ok && form === 'blob')
            return { answer: { status, headers, body: await response.blob() } };
        text = await textWithin(response, maxBytes);
    }
    catch (cause) {
        signal.throwIfAborted();
        return notOurs(response, 'ConnectionFailed', 'The connection failed in the middle of the answer.', cause);
    }
    if (text === undefined)
        return {
            ...notOurs(response, 'AnswerTooLarge', `The answer is longer than maxAnswerBytes, ${maxBytes}.`),
            isTransient: false,
        };
    if (!ok && token)
        text = text.replaceAll(token, '...');
    if (status === 204)
        return { answer };
    if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        const outcome = failed(response, [notFollowed(status)]);
        return text === '' && status !== 0 ? { answer, ...outcome } : outcome;
    }
    try {
        answer.body = JSON.parse(text);
        if (ok)
            return { answer };
        const errors = entriesOf(answer.body);
        if (errors.length > 0)
            return { answer, ...failed(response, errors) };
    }
    catch {
    }
    return notOurs(response, 'InvalidAnswer', 'The answer is not one of the service. Is something else at its address?');
}
const notFollowed = (status) => ({
    ...(status === 304
        ? { code: 'NotModified', message: 'What you have is still current.' }
        : { code: 'Redirected', message: 'Redirects are not followed: check baseUrl.' }),
    details: 'With throwOnError: false it is a result.',
});
function notOurs(response, code, message, cause) {
    const details = `Status ${response.status}, content type ${response.headers.get('content-type') ?? 'missing'}.`;
    return failed(response, [{ code, message, details }], cause);
}
const failed = ({ status, headers, ok }, errors, cause) => ({
    error: new ApiError({
        status,
        errors,
        requestId: headers.get('x-request-id') ?? undefined,
        retryAfterMs: retryAfterMsOf(headers),
        signInMaxAgeMs: status === 401 ? signInMaxAgeMsOf(headers) : undefined,
        cause,
    }),
    isTransient: ok || status === 429 || (status >= 502 && status <= 504),
    wasRefused: status === 429,
});
function entriesOf(body) {
    const { errors, error, error_description: description } = Object(body);
    const single = { code: error, message: textOf(description) || error };
    const list = [errors, Object(errors).errors, [single]].find(Array.isArray);
    return list
        .map((entry) => Object(entry))
        .map(({ code, message, details }) => ({ code: textOf(code), message: textOf(message), details: textOf(details) }))
        .filter(({ code, message }) => code && message);
}
const textOf = (value) => (typeof value === 'string' ? value : '');
