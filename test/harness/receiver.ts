import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkReceivedEvents } from './event-check.ts';

/** A request whose body arrived completely. */
export type Arrival = {
  path: string;
  /** The `webhook-id` header, which identifies the notification. */
  id: string;
  headers: Record<string, string>;
  body: string;
  /** On the monotonic clock. */
  atMs: number;
  /** Whether the whole answer was handed to the operating system. */
  isAnswered: boolean;
};

/** How one path answers. */
export type Script = (response: ServerResponse, request: IncomingMessage) => void;

/**
 * A webhook receiver on a real socket of this machine. A path without a script answers 204. `close` fails when an event was not as
 * its schema says.
 */
export class Receiver {
  readonly #server: Server;
  readonly #scripts = new Map<string, Script>();
  readonly #arrivals: Arrival[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #socketsOf = new Map<string, Set<Socket>>();
  readonly #mustHaveGotEvents: () => void;
  #connections = 0;

  private constructor() {
    this.#server = createServer(
      { keepAliveTimeout: 60_000 },
      (request, response) => void this.#receive(request, response),
    );
    this.#mustHaveGotEvents = checkReceivedEvents(this.#server);
    this.#server.on('connection', (socket: Socket) => {
      this.#connections += 1;
      this.#sockets.add(socket);
      // Killed senders reset their connections.
      socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.listen(0, '127.0.0.1', 4_096);
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  on(path: string, script: Script): void {
    this.#scripts.set(path, script);
  }

  /** The requests in the order of their arrival, to one path or to all. */
  arrivals(path?: string): readonly Arrival[] {
    return path === undefined ? this.#arrivals : this.#arrivals.filter((arrival) => arrival.path === path);
  }

  /** How often each notification arrived. */
  timesById(path?: string): Map<string, number> {
    const times = new Map<string, number>();
    for (const { id } of this.arrivals(path)) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  }

  /** How many connections were made, or how many of them carried a request to a path. */
  connections(path?: string): number {
    return path === undefined ? this.#connections : (this.#socketsOf.get(path)?.size ?? 0);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
    this.#mustHaveGotEvents();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The service asks whether webhooks are wanted. Like most receivers, this one does not know the question.
    if (request.method === 'OPTIONS') return void response.writeHead(405, { connection: 'close' }).end();
    const path = request.url ?? '';
    const sockets = this.#socketsOf.get(path) ?? new Set();
    this.#socketsOf.set(path, sockets.add(request.socket));
    response.on('error', () => {});
    // An aborted request has not arrived.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    const arrival = { path, id, headers, body, atMs: performance.now(), isAnswered: false };
    this.#arrivals.push(arrival);
    response.once('finish', () => {
      arrival.isAnswered = true;
    });
    const script = this.#scripts.get(path) ?? answer(204);
    script(response, request);
  }
}

export function answer(status: number, headers: Record<string, string> = {}): Script {
  return (response) => void response.writeHead(status, headers).end();
}

/** Never answers. */
export const hang: Script = () => undefined;

export const reset: Script = (_response, { socket }) => void socket.resetAndDestroy();

/** Each request gets the next script. The last script answers all further requests. */
export function inSequence(...scripts: readonly Script[]): Script {
  let next = 0;
  return (...call) => {
    scripts[Math.min(next, scripts.length - 1)]?.(...call);
    next += 1;
  };
}

/** Holds requests until the test opens the gate. The gate then answers them and every later request. */
export function gate(): { script: Script; readonly waiting: number; open(script?: Script): void } {
  const waiting: Parameters<Script>[] = [];
  let open: Script | undefined;
  return {
    script: (...call) => {
      if (open) open(...call);
      else waiting.push(call);
    },
    get waiting() {
      return waiting.length;
    },
    open(script = answer(204)) {
      open = script;
      for (const call of waiting.splice(0)) script(...call);
    },
  };
}

/** A body of `bytes` bytes, endless by default. `sent` is how many of them the client accepted. */
export function flood(status: number, bytes = Number.POSITIVE_INFINITY): { script: Script; readonly sent: number } {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const script: Script = (response) => {
    response.writeHead(status, Number.isFinite(bytes) ? { 'content-length': String(bytes) } : {});
    const writeMore = () => {
      while (sent < bytes && !response.destroyed) {
        const piece = chunk.subarray(0, Math.min(chunk.length, bytes - sent));
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', writeMore);
      }
      if (!response.destroyed) response.end();
    };
    writeMore();
  };
  return {
    script,
    get sent() {
      return sent;
    },
  };
}

/** Sends one byte every 50 ms for ever, so that no single read waits long. */
export const drip: Script = (response) => {
  response.writeHead(200);
  const dripping = setInterval(() => response.write('.'), 50);
  response.once('close', () => clearInterval(dripping));
};

/** Sends `start`, and then `more` without an end, as fast as the client takes it. */
const endless =
  (start: string, more: string): Script =>
  (_response, { socket }) => {
    socket.write(start);
    const writeMore = () => {
      while (!socket.destroyed) if (!socket.write(more)) return void socket.once('drain', writeMore);
    };
    writeMore();
  };

export const headerFlood = endless('HTTP/1.1 200 OK\r\n', `x-more: ${'y'.repeat(1_000)}\r\n`);

export const interimFlood = endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100));

export const chunkExtensionFlood = endless(
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
  'x'.repeat(1_000),
);

export const noHttp: Script = (_response, { socket }) => void socket.end('220 mail.example.com ready\r\n');
