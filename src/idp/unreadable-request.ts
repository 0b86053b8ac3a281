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
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });
}
