import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../domain/fault.ts';
import { list } from './envelope.ts';

/**
 * Answers what is not even an HTTP request, or takes too long to become one, before any route is known. After the answers
 * to the requests that came before it on the same connection, however long they take.
 */
export function clientErrorHandler(): (error: SocketError, socket: Socket) => void {
  const waiting = new WeakSet<Socket>();
  return (error, socket) => {
    // Whatever follows cannot be understood either, and is a mistake again with every piece that arrives.
    if (waiting.has(socket)) return;
    waiting.add(socket);
    afterAnswers(socket, (isAnswered) => {
      waiting.delete(socket);
      if (isAnswered || !socket.writable) closeSoon(socket);
      else refuse(error, socket);
    });
  };
}

type SocketError = Error & { code?: string };

/** Node's own name for the answer whose turn it is on a connection: there is none in public. */
type AnsweringSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Half a request may have its answer, because of its head. Then it gets no second one. */
function afterAnswers(socket: AnsweringSocket, work: (isAnswered: boolean) => void): void {
  const answering = socket._httpMessage;
  if (answering?.req.complete) answering.once('close', () => afterAnswers(socket, work));
  else work(answering?.headersSent ?? false);
}

/** Ends it first, and at the next mistake for good: what is closed with bytes unread may lose its last answer. */
function closeSoon(socket: Socket): void {
  if (socket.writable) socket.end();
  else socket.destroySoon();
}

function refuse(error: SocketError, socket: Socket): void {
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
