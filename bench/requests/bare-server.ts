import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The limit: Node's own server reads a request and sends one of its prepared buffers. A message of the parent gives their sizes. */
let buffers: Buffer[] = [];
let at = 0;

const server = createServer((request, response) => {
  const answer = () => {
    at = (at + 1) % buffers.length;
    const buffer = buffers[at] as Buffer;
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': buffer.length });
    response.end(buffer);
  };
  if (request.method === 'GET') return answer();
  request.on('data', () => undefined);
  request.on('end', answer);
});
server.keepAliveTimeout = 72_000;

process.on('message', (sizes: number[]) => {
  buffers = sizes.map((size, n) => Buffer.alloc(size, `${n} `));
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
