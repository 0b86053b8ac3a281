import { randomUUID } from 'node:crypto';
import { METHODS, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../../domain/fault.ts';
import { list } from '../answers/envelope.ts';
import type { AnsweringSocket } from './answering-socket.ts';
import { lingeringClose } from './lingering-close.ts';

/**
 * Answers bytes that are no HTTP request, and requests that take too long to arrive: no route is known for them. The answer
 * follows those to earlier requests of the same connection, however long they take. It has `headers`.
 */
export function clientErrorHandler(
  headers: Readonly<Record<string, string>>,
): (error: SocketError, socket: Socket) => void {
  const waiting = new WeakSet<Socket>();
  return (error, socket) => {
    // The bytes that follow are not understood either: each chunk raises this error again.
    if (waiting.has(socket)) return;
    waiting.add(socket);
    afterAnswers(socket, (isAnswered) => {
      waiting.delete(socket);
      if (isAnswered || !socket.writable) closeSoon(socket);
      else sendError(error, socket, headers);
    });
  };
}

type SocketError = Error & { code?: string };

/** An incomplete request may have its answer already, because of its head. Then it gets no second one. */
function afterAnswers(socket: AnsweringSocket, work: (isAnswered: boolean) => void): void {
  const answering = socket._httpMessage;
  if (answering?.req.complete) answering.once('close', () => afterAnswers(socket, work));
  else work(answering?.headersSent ?? false);
}

/** Ends the connection first, and destroys it at the next error: closing with unread bytes could lose the last answer. */
function closeSoon(socket: Socket): void {
  if (socket.writable) socket.end();
  else socket.destroySoon();
}

function sendError(error: SocketError, socket: Socket, headers: Readonly<Record<string, string>>): void {
  socket.end(textOf(answerTo(error.code, headers)));
}

/**
 * Node's parser also takes the methods of RTSP. No router knows them: Fastify's last resort runs no hook, prints all routes to
 * the log and leaves the request open for ever. Such a request is answered here, like other bytes that are no HTTP.
 */
export function rejectOtherProtocols(server: Server, headers: Readonly<Record<string, string>>): void {
  const [handle] = server.listeners('request') as RequestListener[];
  if (!handle) throw new Error('the server has no request handler yet');
  server.off('request', handle);
  server.on('request', (request, response) => {
    if (httpMethods.has(request.method ?? '')) return handle.call(server, request, response);
    const { status, head, body } = answerTo(undefined, headers);
    response.writeHead(status, head).end(body);
  });
}

const httpMethods = new Set(METHODS);

/**
 * Answers CONNECT, which asks a proxy for a tunnel: this server is none. Node hands such a connection over without a parser, and closes
 * it without an answer where nobody listens. The target is a host, no path, and allows no method: `Allow` is empty (RFC 9110 10.2.1).
 */
export function rejectTunnels(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('connect', (_request, stream) => {
    const socket = stream as Socket;
    // Node has removed its own listener: a reset would otherwise end the process.
    socket.on('error', () => socket.destroy());
    afterAnswers(socket, () => {
      if (socket.writable) socket.write(textOf(answerWith(noTunnel, { ...headers, allow: '' })));
      lingeringClose(socket);
    });
  });
}

const noTunnel = {
  status: 405,
  fault: new Fault('MethodNotAllowed', {
    message: 'The method CONNECT is not supported.',
    details: 'This server is no proxy. Send requests to it directly.',
  }),
};

function answerTo(code: string | undefined, headers: Readonly<Record<string, string>>): Answer {
  const [status, message, details] = describeError(code);
  return answerWith({ status, fault: new Fault('InvalidInput', { message, details }) }, headers);
}

type Answer = { readonly status: number; readonly head: Readonly<Record<string, string>>; readonly body: string };

function textOf({ status, head, body }: Answer): string {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

function answerWith(
  { status, fault }: { status: number; fault: Fault },
  headers: Readonly<Record<string, string>>,
): Answer {
  const body = JSON.stringify(list.write(fault));
  const head = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    ...headers,
    connection: 'close',
  };
  return { status, head, body };
}

function describeError(code: string | undefined): [status: number, message: string, details: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, 'The request line and headers are too large.', 'Together they may have at most 64 KiB.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return [408, 'The request took too long to arrive.', 'Headers must arrive within 30 s, all of it within 5 min.'];
  if (code === 'HPE_INVALID_EOF_STATE')
    return [400, 'The request broke off.', 'The connection was closed before the whole request had arrived.'];
  return [400, 'This is not an HTTP/1.1 request.', 'The request line, a header or the chunked body cannot be read.'];
}
