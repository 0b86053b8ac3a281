import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver of events in a process of its own. It sends its parent its port, and then, ten times a second, when the events of
 * each change arrived: the change's `requestId` and milliseconds since 1970.
 */
export type Arrivals = { port?: number; arrivals?: [requestId: string, atMs: number][] };

const arrivals: [string, number][] = [];
const server = createServer((request, response) => {
  const atMs = performance.timeOrigin + performance.now();
  let text = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    arrivals.push([/"requestId":"([^"]+)"/.exec(text)?.[1] ?? '', atMs]);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
setInterval(() => arrivals.length > 0 && process.send?.({ arrivals: arrivals.splice(0) }), 100);
process.on('disconnect', () => process.exit(0));
