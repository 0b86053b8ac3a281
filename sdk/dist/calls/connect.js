import { tokenSourceOf } from '../tokens/token-source.js';
import { readBaseUrl } from './build-request.js';
import { Sender } from './send.js';
export function connect(options) {
    const { credentials, deadlineMs = 30_000, maxAttempts = 5, maxAnswerBytes, fetch = globalThis.fetch } = options;
    const baseUrl = readBaseUrl(options.baseUrl);
    if (!(deadlineMs > 0 && maxAttempts >= 1))
        throw new TypeError('deadlineMs and maxAttempts must be numbers above 0.');
    const tokens = credentials === undefined ? undefined : tokenSourceOf(baseUrl, credentials, fetch);
    const sender = new Sender({ baseUrl, tokens, deadlineMs, maxAttempts, maxAnswerBytes, fetch });
    const sendAs = (method) => (request) => sender.call(method, request);
    const client = {
        ...{ get: sendAs('GET'), post: sendAs('POST'), put: sendAs('PUT') },
        ...{ patch: sendAs('PATCH'), delete: sendAs('DELETE') },
    };
    return client;
}
