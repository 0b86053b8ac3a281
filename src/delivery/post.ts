import { type Dispatcher, request } from 'undici';
import type { Egress } from './egress.ts';
import type { EgressFailure } from './egress-failure.ts';
import { withDeadline } from './with-deadline.ts';

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** For everything, from the look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  /** The end of the service. */
  readonly signal?: AbortSignal | undefined;
  /** How much of the answer's body is received at most. */
  readonly maxBytes?: number;
};

export type PostResponse = {
  readonly status: number;
  /** By lower-case name; several values of one are joined as RFC 9110 5.3 says. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning, as text that any store can keep. */
  readonly body: string;
};

const MAX_BYTES = 16 * 1024;
const KEPT_BYTES = 4 * 1024;

/**
 * Sends once and follows nothing: a redirect is an answer like any other, because its target was never judged. What
 * keeps an answer from coming is a value. Both come within the time-out.
 */
export function post(egress: Egress, url: string, message: PostRequest): Promise<PostResponse | EgressFailure> {
  return withDeadline(message.timeoutMs, message.signal, (signal) => exchange(egress, url, message, signal));
}

async function exchange(egress: Egress, url: string, message: PostRequest, signal: AbortSignal): Promise<PostResponse> {
  const { headers, body, maxBytes = MAX_BYTES } = message;
  const answer = await request(url, { dispatcher: egress.dispatcher, method: 'POST', headers, body, signal });
  const bytes = isEmpty(answer) ? await nothing(answer.body) : await beginning(answer.body, maxBytes);
  return { status: answer.statusCode, headers: joined(answer.headers), body: keepable(bytes) };
}

/** What most receivers answer; reading a stream that has nothing costs as much as the request. */
const isEmpty = ({ statusCode, headers }: Dispatcher.ResponseData) =>
  statusCode === 204 || headers['content-length'] === '0';

async function nothing(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  await body.dump();
  return Buffer.alloc(0);
}

async function beginning(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the socket, so that the rest is never received.
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** PostgreSQL's text has no NUL, and a character that is cut in half is none. */
function keepable(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES), { stream: bytes.length > KEPT_BYTES });
  return text.replaceAll('\0', '\ufffd');
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(entries) as Record<string, string>;
}
