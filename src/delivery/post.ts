import type { Egress } from './egress.ts';
import { EgressFailure } from './egress-failure.ts';
import { exchange, type ReceivedResponse } from './exchange.ts';

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
export async function post(egress: Egress, url: string, message: PostRequest): Promise<PostResponse | EgressFailure> {
  const { headers, body, timeoutMs, signal: stopping, maxBytes = DEFAULT_MAX_BYTES } = message;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return new EgressFailure('failed');
  const request = {
    origin: target.origin,
    path: target.pathname + target.search,
    method: 'POST',
    headers,
    body,
  } as const;
  const received = await exchange(await egress.dispatcher(), request, { timeoutMs, maxBytes, stopping });
  if (received instanceof EgressFailure) return received;
  return { status: received.status, headers: joined(received.headers), body: storableText(received.bytes) };
}

/** Replaces NUL, which PostgreSQL's text cannot hold, and drops a character that was cut in half at the end. */
function storableText(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_STORED_BYTES), {
    stream: bytes.length > MAX_STORED_BYTES,
  });
  return text.replaceAll('\0', '\ufffd');
}

function joined(headers: ReceivedResponse['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
