import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Brand, DEFAULT_BRAND } from '../domain/brand.ts';
import { type PageLink, writePage } from '../pages/page.ts';
import { deliveriesPage, type PageState } from './deliveries-page.ts';
import { RecentDeliveries } from './recent-deliveries.ts';

export type DemoReceiver = {
  /** Such as `http://127.0.0.1:8083`. */
  readonly address: string;
  /** Ends at once and closes open connections. */
  close(): Promise<void>;
};

type ReceiverOptions = {
  port: number;
  host: '127.0.0.1';
  /** How the operator appears on its page. */
  brand?: Brand;
  /** Links to the other pages of the installation, for its header. */
  links?: readonly PageLink[];
};

type Shown = {
  readonly recent: RecentDeliveries;
  readonly brand: Brand;
  readonly links: readonly PageLink[] | undefined;
};

const MAX_BYTES = 1024 * 1024;
const METHODS = 'GET, HEAD, OPTIONS, POST';

/** Names of this machine. Another name is a DNS rebinding attack: a foreign page whose host name resolves to this address. */
const loopbackHost = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?::\d+)?$/i;

const UNREADABLE = 'HTTP/1.1 400 Bad Request\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n';

/**
 * The demo's webhook receiver: accepts every POST, on any path, and shows it on a page. It is independent of the service,
 * like a seller's own receiver. Rejects when the port is not free.
 */
export async function startDemoReceiver(options: ReceiverOptions): Promise<DemoReceiver> {
  const { port, host, brand = DEFAULT_BRAND, links } = options;
  const recent = new RecentDeliveries();
  const server = createServer((request, response) => {
    answer({ recent, brand, links }, request, response).catch(() => {
      // The sender closed the connection before the end of its request.
      response.destroy();
    });
  });
  // Bytes that are no request. Node's own answer has no headers.
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end(UNREADABLE, () => socket.destroy());
    else socket.destroy();
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

async function answer(shown: Shown, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { recent, brand, links } = shown;
  const { method, url = '/', headers } = request;
  const path = url.split('?', 1)[0];
  // Its sender suspends the destination (docs/receiving-webhooks.md): for trying what happens then.
  if (method === 'POST' && path === '/gone') return send(response, 410, 'This address is gone for good.');
  if (method === 'POST') return receive(recent, request, response);
  const origin = headers['webhook-request-origin'];
  // CloudEvents "HTTP 1.1 Web Hooks" 4: a sender asks before it sends.
  if (method === 'OPTIONS' && typeof origin === 'string')
    return send(response, 200, '', { Allow: METHODS, 'WebHook-Allowed-Origin': origin });
  if (method !== 'GET' && method !== 'HEAD')
    return send(response, 405, 'POST a notification, or GET /', { Allow: METHODS });
  if (!loopbackHost.test(headers.host ?? '')) return send(response, 421, 'This page is shown on this machine only.');
  if (path === '/deliveries.json') {
    return send(response, 200, JSON.stringify({ deliveries: recent.newestFirst() }), {
      'Content-Type': 'application/json; charset=utf-8',
    });
  }
  if (path !== '/') return send(response, 404, 'The deliveries are at / and /deliveries.json');
  const page = deliveriesPage(recent.newestFirst(), {
    ...stateOf(new URLSearchParams(url.split('?')[1])),
    links,
  });
  const { html, headers: pageHeaders } = writePage(page, brand);
  send(response, 200, html, pageHeaders);
}

/** `?paused` stops the refresh; `?paused=3` also opens the third delivery. */
function stateOf(query: URLSearchParams): PageState {
  const paused = query.get('paused');
  return { isPaused: paused !== null, open: paused ? Number(paused) : undefined };
}

async function receive(recent: RecentDeliveries, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    // The rest of the body is not read, so the connection cannot be used again.
    return send(response, 413, `At most ${MAX_BYTES} bytes.`, { Connection: 'close' });
  }
  recent.add({ path: request.url ?? '/', headers: request.headers, body, timeMs: Date.now() });
  response.writeHead(204, { 'X-Content-Type-Options': 'nosniff' }).end();
}

/** Undefined when the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not destroy the request: the answer uses the same connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const defaults = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  response.writeHead(status, { ...defaults, ...headers }).end(text);
}
