import { type Dispatcher, request } from 'undici';
import type { Egress } from './egress.ts';
import type { EgressFailure } from './egress-failure.ts';
import { withDeadline } from './with-deadline.ts';

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Deadline for the whole exchange, from the DNS lookup to the last byte of the response. */
  readonly timeoutMs: number;
  /** Aborts when the service shuts down. */
  readonly signal?: AbortSignal | undefined;
  /** How much of the response body is received at most. */
  readonly maxBytes?: number;
};

export type PostResponse = {
  readonly status: number;
  /** By lower-case name. Repeated headers are joined with commas (RFC 9110 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB, as text that any database can store. */
  readonly body: string;
};

const DEFAULT_MAX_BYTES = 16 * 1024;
const MAX_STORED_BYTES = 4 * 1024;

/**
 * Sends one POST request. A redirect is a response like any other: it is not followed, because its target was not checked.
 * A failure is returned as a value, not thrown. The result comes within the timeout.
 */
export function post(egress: Egress, url: string, message: PostRequest): Promise<PostResponse | EgressFailure> {
  return withDeadline(message.timeoutMs, message.signal, (signal) => exchange(egress, url, message, signal));
}

async function exchange(egress: Egress, url: string, message: PostRequest, signal: AbortSignal): Promise<PostResponse> {
  const { headers, body, maxBytes = DEFAULT_MAX_BYTES } = message;
  const response = await request(url, { dispatcher: egress.dispatcher, method: 'POST', headers, body, signal });
  const bytes = isEmpty(response) ? await discard(response.body) : await firstBytes(response.body, maxBytes);
  return { status: response.statusCode, headers: joined(response.headers), body: storableText(bytes) };
}

/** Most receivers send an empty body. Iterating over an empty stream costs as much as the request itself. */
const isEmpty = ({ statusCode, headers }: Dispatcher.ResponseData) =>
  statusCode === 204 || headers['content-length'] === '0';

async function discard(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  await body.dump();
  return Buffer.alloc(0);
}

async function firstBytes(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream and its socket: the rest is never received.
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Replaces NUL, which PostgreSQL's text cannot hold, and drops a character that was cut in half at the end. */
function storableText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_STORED_BYTES), {
    stream: bytes.length > MAX_STORED_BYTES,
  });
  return text.replaceAll('\0', '\ufffd');
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
