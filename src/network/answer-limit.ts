import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

type Connect = buildConnector.connector;

/** Servers send up to four after the handshake. */
const MAX_SESSION_TICKETS = 32;

/**
 * Bounds what a peer can send as one answer, counted on the socket. undici's own limits count the headers and the body of
 * one message: interim responses (1xx) and chunk extensions pass them without an end, and parsing them keeps a core busy
 * until the deadline. So do TLS session tickets, which do not even reach the parser.
 *
 * The connections must carry one request at a time, over HTTP/1.1. Over the limit a connection is destroyed with the error
 * that `failure` makes, and its request fails with it.
 */
export function limitAnswers(connect: Connect, maxBytes: number, failure: () => Error): Connect {
  return (target, callback) =>
    connect(target, (...result) => {
      if (result[1]) limitAnswersOn(result[1], maxBytes, failure);
      callback(...result);
    });
}

function limitAnswersOn(socket: Socket, maxBytes: number, failure: () => Error): void {
  let startBytes = socket.bytesRead;
  let parsedBytes = 0;
  let tickets = 0;
  // A request begins a new count. Only the HTTP client calls `write`. `bytesWritten` cannot tell: a peer can make TLS write
  // by itself, with a key update, and would start a new count whenever it likes.
  const write = socket.write as (...sent: unknown[]) => boolean;
  socket.write = (...sent: unknown[]) => {
    startBytes = socket.bytesRead;
    parsedBytes = 0;
    tickets = 0;
    return write.apply(socket, sent);
  };
  socket.on('readable', () => {
    // The last chunk is still parsed: an answer that its reader cuts off, such as a body over its own limit, ends there.
    if (parsedBytes > maxBytes) socket.destroy(failure());
    parsedBytes = socket.bytesRead - startBytes;
  });
  // Only TLS sockets have this event.
  socket.on('session', () => {
    tickets += 1;
    if (tickets > MAX_SESSION_TICKETS) socket.destroy(failure());
  });
}
