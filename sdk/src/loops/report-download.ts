import { ApiError, failure } from '../api-error.ts';
import { pause } from '../calls/call-deadline.ts';
import { retryDelayMs } from '../calls/retry.ts';
import type { Report } from '../generated/types.gen.ts';
import { type OnRetry, persist } from './persist.ts';

type Download = { status: number; headers: Headers; body: ReadableStream<Uint8Array> | null };

/** Asks for a document from a byte on. Rejects as operations do; the body is read later. */
export type DownloadRequest = (
  reportDocumentId: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<Download>;

type DownloadOptions = { signal?: AbortSignal | undefined; onRetry?: OnRetry | undefined };

/** A connection over which nothing comes for so long is broken. */
const STALLED_MS = 30_000;

/**
 * The bytes of a report's document. A connection that breaks is made again, from the byte where it ended. Throws `IncompleteDocument`
 * when the document is shorter or longer than the report says, or another one than when the download began.
 */
export async function* documentBytes(
  download: DownloadRequest,
  { reportDocumentId = '', bytes: length }: Report,
  { signal, onRetry }: DownloadOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  let etag: string | undefined;
  /** Connections in a row that brought nothing. */
  let fruitless = 0;
  while (length === undefined ? etag === undefined : received < length) {
    const chunks: Part = await persist(() => openPart(download, reportDocumentId, { received, etag, signal }), {
      signal,
      onRetry,
    });
    etag = chunks.etag;
    const before = received;
    try {
      for await (const chunk of chunks.bytes) {
        received += chunk.length;
        if (length !== undefined && received > length) throw incomplete(received, length);
        yield chunk;
      }
      if (length === undefined || received >= length) break;
      // A connection that ends too early without an error, and brings nothing, would do so for ever.
      if (received === before) throw incomplete(received, length);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError) throw error;
      fruitless = received > before ? 0 : fruitless + 1;
      const delayMs = fruitless === 0 ? 0 : retryDelayMs(fruitless, undefined);
      onRetry?.(brokenBy(error), delayMs);
      await pause(delayMs, signal);
    } finally {
      chunks.end();
    }
  }
  if (length !== undefined && received !== length) throw incomplete(received, length);
}

type Part = { etag: string | undefined; bytes: AsyncIterable<Uint8Array>; end(): void };
type From = { received: number; etag: string | undefined; signal: AbortSignal | undefined };

async function openPart(download: DownloadRequest, id: string, { received, etag, signal }: From): Promise<Part> {
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
  } catch (error) {
    end();
    throw error;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function* chunksOf(body: ReadableStream<Uint8Array>, ending: AbortController): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const aborted = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error));
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const timer = setTimeout(() => ending.abort(new Error('Nothing came for too long.')), STALLED_MS);
      const { done, value } = await Promise.race([reader.read(), aborted]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    // What was not read is not wanted any more, also when a loop ends early.
    await reader.cancel().catch(() => undefined);
  }
}

const brokenBy = (cause: unknown) =>
  failure('ConnectionFailed', 'The connection failed in the middle of the document.', 'It goes on.', { cause });

const incomplete = (received: number, length: number) =>
  failure('IncompleteDocument', 'The document is not complete.', `It has ${received} bytes instead of ${length}.`, {
    status: 200,
  });
