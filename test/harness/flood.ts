import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Writes the bytes of the n-th request. */
export type FloodRequest = (n: number) => string;

const AT_ONCE = 200;

/** Connections from one address that each send one request after the other without a pause, whatever the answers are. */
export class Flood {
  readonly #sockets: Socket[] = [];
  readonly #request: FloodRequest;
  #sent = 0;
  #isOver = false;
  /** Answers by status. */
  readonly statuses: Record<string, number> = {};
  answers = 0;

  private constructor(request: FloodRequest) {
    this.#request = request;
  }

  /** All connections are open, and all have sent their first request. */
  static async start(origin: string, connections: number, request: FloodRequest): Promise<Flood> {
    const flood = new Flood(request);
    for (let left = connections; left > 0; left -= AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => flood.#connect(origin)));
    for (const socket of flood.#sockets) flood.#send(socket);
    return flood;
  }

  async #connect(origin: string): Promise<void> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    this.#sockets.push(socket);
    let text = '';
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let size = sizeOf(text); size !== undefined && text.length >= size; size = sizeOf(text)) {
        this.#count(text.slice(9, 12));
        text = text.slice(size);
        this.#send(socket);
      }
    });
  }

  #count(status: string): void {
    this.answers += 1;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  #send(socket: Socket): void {
    if (this.#isOver || !socket.writable) return;
    socket.write(this.#request(this.#sent));
    this.#sent += 1;
  }

  /** Closes the connections, also those that wait for an answer. */
  stop(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The length of the first answer, when its headers are there. Answers to these requests have a Content-Length. */
function sizeOf(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  return end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
}

/** A read with a token that nobody has issued, another one each time. */
export const madeUpToken =
  (path: string): FloodRequest =>
  (n) =>
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer made-up-${n}-${'x'.repeat(30)}\r\n\r\n`;

export const withoutToken =
  (path: string): FloodRequest =>
  () =>
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;

/** A token request of a client that does not exist, another one each time; of `clientId` with a wrong secret, where that is given. */
export const wrongClient =
  (clientId?: string): FloodRequest =>
  (n) => {
    const body = `grant_type=client_credentials&client_id=${clientId ?? `nobody-${n}`}&client_secret=wrong-${n}`;
    const type = 'content-type: application/x-www-form-urlencoded';
    return `POST /auth/v4/token HTTP/1.1\r\nhost: 127.0.0.1\r\n${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };

/** Another machine than the one that floods, as far as the service can tell: another address of the loopback network. */
const ANOTHER_ADDRESS = '127.0.0.2';

export type HonestAnswer = { readonly status: number; readonly body: string; readonly ms: number };

/** Sends one request after the other over one connection from another address. */
export class HonestClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: ANOTHER_ADDRESS });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get = (path: string, token: string) => this.#send('GET', path, { authorization: `Bearer ${token}` });

  requestToken(client: string): Promise<HonestAnswer> {
    const headers = {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return this.#send('POST', '/auth/v4/token', headers, 'grant_type=client_credentials');
  }

  async #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<HonestAnswer> {
    const beganMs = performance.now();
    const sent = request(this.#origin + path, { method, agent: this.#agent, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
    return { status: answer.statusCode ?? 0, body: text, ms: performance.now() - beganMs };
  }

  close(): void {
    this.#agent.destroy();
  }
}
