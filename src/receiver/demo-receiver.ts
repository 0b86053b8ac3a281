import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliveriesPage } from './deliveries-page.ts';
import { DeliveryShelf } from './delivery-shelf.ts';

export type DemoReceiver = {
  /** Such as `http://127.0.0.1:8083`. */
  readonly address: string;
  /** Ends at once, connections that are still open included. */
  close(): Promise<void>;
};

const MAX_BYTES = 1024 * 1024;

/** Names for this machine. Any other came through a name server: a stranger's page that was rebound to this address. */
const loopbackHost = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?::\d+)?$/i;

/**
 * The demo's own receiver of webhooks: takes whatever is posted to it, on any path, and shows it on a page. It knows
 * nothing of the service, as a seller's receiver would not. Rejects when the port cannot be had.
 */
export async function startDemoReceiver({ port, host }: { port: number; host: '127.0.0.1' }): Promise<DemoReceiver> {
  const shelf = new DeliveryShelf();
  const server = createServer((request, response) => {
    answer(shelf, request, response).catch(() => {
      // The sender went away in the middle of its message.
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    address: `http://${host}:${actualPort}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(shelf: DeliveryShelf, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/', headers } = request;
  const path = url.split('?', 1)[0];
  if (method === 'POST') return receive(shelf, request, response);
  if (method !== 'GET' && method !== 'HEAD')
    return say(response, 405, 'POST a notification, or GET /', { Allow: 'GET, HEAD, POST' });
  if (!loopbackHost.test(headers.host ?? '')) return say(response, 421, 'This page is shown on this machine only.');
  if (path === '/deliveries.json') {
    return say(response, 200, JSON.stringify({ deliveries: shelf.newestFirst() }), {
      'Content-Type': 'application/json; charset=utf-8',
    });
  }
  if (path !== '/') return say(response, 404, 'Look at / or /deliveries.json');
  const page = deliveriesPage(shelf.newestFirst(), { isPaused: url === '/?paused' });
  say(response, 200, page.html, page.headers);
}

async function receive(shelf: DeliveryShelf, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await wholeBody(request);
  if (body === undefined) {
    // What is left of it is not read, so nothing else can come on this connection.
    return say(response, 413, `At most ${MAX_BYTES} bytes.`, { Connection: 'close' });
  }
  shelf.put({ path: request.url ?? '/', headers: request.headers, body, timeMs: Date.now() });
  response.writeHead(204).end();
}

/** Undefined when it is too long. */
async function wholeBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when the loop is left: the answer goes over the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function say(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const defaults = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, { ...defaults, ...headers }).end(text);
}
