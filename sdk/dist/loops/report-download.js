import { ApiError, failure } from '../api-error.js';
import { pause } from '../calls/call-deadline.js';
import { retryDelayMs } from '../calls/retry.js';
import { persist } from './persist.js';
const STALLED_MS = 30_000;
export async function* documentBytes(download, { reportDocumentId = '', bytes: length }, { signal, onRetry }) {
    let received = 0;
    let etag;
    let fruitless = 0;
    while (length === undefined ? etag === undefined : received < length) {
        const chunks = await persist(() => openPart(download, reportDocumentId, { received, etag, signal }), {
            signal,
            onRetry,
        });
        etag = chunks.etag;
        const before = received;
        try {
            for await (const chunk of chunks.bytes) {
                received += chunk.length;
                if (length !== undefined && received > length)
                    throw incomplete(received, length);
                yield chunk;
            }
            if (length === undefined || received >= length)
                break;
            if (received === before)
                throw incomplete(received, length);
        }
        catch (error) {
            signal?.throwIfAborted();
            if (error instanceof ApiError)
                throw error;
            fruitless = received > before ? 0 : fruitless + 1;
            const delayMs = fruitless === 0 ? 0 : retryDelayMs(fruitless, undefined);
            onRetry?.(brokenBy(error), delayMs);
            await pause(delayMs, signal);
        }
        finally {
            chunks.end();
        }
    }
    if (length !== undefined && received !== length)
        throw incomplete(received, length);
}
async function openPart(download, id, { received, etag, signal }) {
    const ending = new AbortController();
    const onAbort = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const end = () => {
        signal?.removeEventListener('abort', onAbort);
        ending.abort();
    };
    try {
        const range = received > 0 && { range: `bytes=${received}-`, ...(etag !== undefined && { 'if-range': etag }) };
        const { status, headers, body } = await download(id, range || {}, ending.signal);
        if (received > 0 && (status !== 206 || !headers.get('content-range')?.startsWith(`bytes ${received}-`)))
            throw failure('IncompleteDocument', 'The download cannot go on where it ended.', 'Begin it again.', { status });
        const tag = headers.get('etag') ?? undefined;
        return { etag: etag ?? tag, bytes: body === null ? none() : chunksOf(body, ending), end };
    }
    catch (error) {
        end();
        throw error;
    }
}
async function* none() { }
async function* chunksOf(body, ending) {
    const reader = body.getReader();
    const aborted = new Promise((_, reject) => {
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
    });
    aborted.catch(() => undefined);
    try {
        for (;;) {
            const timer = setTimeout(() => ending.abort(new Error('Nothing came for too long.')), STALLED_MS);
            const { done, value } = await Promise.race([reader.read(), aborted]).finally(() => clearTimeout(timer));
            if (done)
                return;
            yield value;
        }
    }
    finally {
        await reader.cancel().catch(() => undefined);
    }
}
const brokenBy = (cause) => failure('ConnectionFailed', 'The connection failed in the middle of the document.', 'It goes on.', { cause });
const incomplete = (received, length) => failure('IncompleteDocument', 'The document is not complete.', `It has ${received} bytes instead of ${length}.`, {
    status: 200,
});
