import type { Report } from '../generated/types.gen.ts';
import { type OnRetry } from './persist.ts';
type Download = {
    status: number;
    headers: Headers;
    body: ReadableStream<Uint8Array> | null;
};
/** Asks for a document from a byte on. Rejects as operations do; the body is read later. */
export type DownloadRequest = (reportDocumentId: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Download>;
type DownloadOptions = {
    signal?: AbortSignal | undefined;
    onRetry?: OnRetry | undefined;
};
/**
 * The bytes of a report's document. A connection that breaks is made again, from the byte where it ended. Throws `IncompleteDocument`
 * when the document is shorter or longer than the report says, or another one than when the download began.
 */
export declare function documentBytes(download: DownloadRequest, { reportDocumentId, bytes: length }: Report, { signal, onRetry }: DownloadOptions): AsyncGenerator<Uint8Array, void, undefined>;
export {};
