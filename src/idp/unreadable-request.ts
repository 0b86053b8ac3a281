import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer that the connection is writing. Node has no public name for it. */
type AnsweringSocket = Socket & { _httpMessage?: ServerResponse | null };

/** Answers bytes that are no request, once and with `headers`: Node's own answer has none. */
export function answerUnreadable(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: AnsweringSocket) => {
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    socket.end(answerOf(status, headers), () => socket.destroy());
  });
}

/**
 * Answers CONNECT, which asks a proxy for a tunnel: this server is none. Without a listener, Node closes the connection without an
 * answer. The target is a host, no path, and allows no method: `Allow` is empty (RFC 9110 10.2.1).
 */
export function rejectConnect(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('connect', (_request, stream) => {
    const socket = stream as AnsweringSocket;
    // Node has removed its own listener: a reset would otherwise end the process.
    socket.on('error', () => socket.destroy());
    // Closing with unread bytes would make the kernel send a reset, and the client lose the answer.
    socket.resume();
    socket.once('finish', () => {
      const timer = setTimeout(() => socket.destroy(), LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    });
    const body = JSON.stringify({ error: 'invalid_request', error_description: 'this server is no proxy' });
    const text = answerOf(405, { ...headers, Allow: '', 'Content-Type': 'application/json' }, body);
    // After the answer to an earlier request of the same connection.
    const earlier = socket._httpMessage;
    if (earlier) earlier.once('close', () => socket.end(text));
    else socket.end(text);
  });
}

/** How long a client may take to close its side. */
const LINGER_MS = 1_000;

function answerOf(status: number, headers: Readonly<Record<string, string>>, body = ''): string {
  const all = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
