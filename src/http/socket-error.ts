import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../domain/fault.ts';
import { list } from './envelope.ts';
import type { Steps } from './in-step.ts';

/**
 * Answers what is not even an HTTP request, or takes too long to become one, before any route is known. After the answers
 * to requests that came before it on the same connection, as far as they are there at once: it goes the way they go.
 */
export const answerClientError =
  (steps: Pick<Steps, 'follow'>) =>
  (error: Error & { code?: string }, socket: Socket): void =>
    afterTurns(TURNS, () => steps.follow(() => refuse(error, socket)));

/** Turns of the event loop until a request that is there is also read: its body ends in a later one than its head. */
const TURNS = 3;

function afterTurns(left: number, work: () => void): void {
  setImmediate(() => (left > 1 ? afterTurns(left - 1, work) : work()));
}

function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, message, details] = wordsFor(error.code);
  const body = JSON.stringify(list.write(new Fault('InvalidInput', { message, details })));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function wordsFor(code: string | undefined): [status: number, message: string, details: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, 'The request line and headers are too large.', 'Together they may have at most 64 KiB.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return [408, 'The request took too long to arrive.', 'Headers must arrive within 30 s, all of it within 5 min.'];
  if (code === 'HPE_INVALID_EOF_STATE')
    return [400, 'The request broke off.', 'The connection was closed before the whole request had arrived.'];
  return [400, 'This is not an HTTP/1.1 request.', 'The request line, a header or the chunked body cannot be read.'];
}
