import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type RawRequest = { method: string; path: string; headers: Record<string, string>; body: string };

/** What to do with one request that has arrived completely: write any bytes, or none. */
export type RawHandler = (request: RawRequest, socket: Socket) => void;

/** A server without any HTTP library: it answers what no library would. Requests come with a Content-Length or without a body. */
export async function startRawServer(handle: RawHandler) {
  const sockets = new Set<Socket>();
  const requests: RawRequest[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay();
    // Clients that gave up reset their connections.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      for (let read = readRequest(received); read && !socket.destroyed; read = readRequest(received)) {
        received = read.rest;
        requests.push(read.request);
        handle(read.request, socket);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function readRequest(bytes: Buffer): { request: RawRequest; rest: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < bodyEnd) return undefined;
  const body = bytes.subarray(end + 4, bodyEnd).toString();
  return { request: { method, path, headers, body }, rest: bytes.subarray(bodyEnd) };
}

/** The bytes of an answer. `length` is the Content-Length, when it is not to be the right one. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}, length?: number): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', 'content-length': length ?? Buffer.byteLength(text), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n${text}`;
}

/** The errors of most path groups. */
export const errorList = (code: string) => ({
  errors: [{ code, message: `It is ${code}.`, details: 'Some details.' }],
});
