// Why this is not simply "answer the first request, then close the connection": clients may pipeline (RFC 9112 9.3.2), and every
// request after the first one would stay unanswered, also while the service stops, which promises to lose none. That variant,
// tried, fails 10 of the 29 tests in `test/http/server/sockets.test.ts`.
import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnsweringSocket } from './answering-socket.ts';

/**
 * Handles the requests of one connection one after the other. Node reads up to 2 MB from a connection at a stretch and
 * would have all requests in it handled at once, which takes seconds. Here a request that arrives before the answer to the
 * previous one is held, and nothing more is read from its connection until none is held. What Node has read by then, at
 * most 64 KiB, it parses to the end.
 */
export function handleOneByOne(server: Server): void {
  const [handle] = server.listeners('request') as RequestListener[];
  if (!handle) throw new Error('the server has no request handler yet');
  const totals: Totals = { held: 0 };
  server.off('request', handle);
  server.on('request', (request, response) => {
    // Node assigns the socket to a response when no other one comes before it.
    if (response.socket !== null) return handle.call(server, request, response);
    const { socket } = request;
    let pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipeline = new Pipeline(socket, handle, totals);
      pipelines.set(socket, pipeline);
    }
    pipeline.hold(request, response);
  });
}

const pipelines = new WeakMap<Socket, Pipeline>();

/** Whether the connection has brought requests that wait for earlier answers. */
export const holdsRequests = (socket: Socket): boolean => pipelines.get(socket)?.isHolding ?? false;

/** How many they are. */
export const heldRequests = (socket: Socket): number => pipelines.get(socket)?.waiting ?? 0;

/** Held requests of all connections, about 2 KiB each. A connection that would exceed this is closed. */
const MAX_HELD = 20_000;

type Totals = { held: number };

/** The held requests of one connection. */
class Pipeline {
  readonly #socket: AnsweringSocket;
  readonly #handle: RequestListener;
  readonly #totals: Totals;
  readonly #held: HeldRequest[] = [];
  #taken = 0;

  constructor(socket: Socket, handle: RequestListener, totals: Totals) {
    this.#socket = socket;
    this.#handle = handle;
    this.#totals = totals;
    this.#readOnlyWhenEmpty();
  }

  get waiting(): number {
    return this.#held.length - this.#taken;
  }

  get isHolding(): boolean {
    return this.#held.length > this.#taken;
  }

  hold(request: IncomingMessage, response: ServerResponse): void {
    if (this.#totals.held >= MAX_HELD) {
      this.#socket.destroy();
      return;
    }
    this.#totals.held += 1;
    if (this.#held.push(new HeldRequest(request, response)) > 1) return;
    this.#socket.pause();
    this.#socket._httpMessage?.once('close', () => this.#next());
  }

  /** Node resumes reading for reasons of its own, such as the end of a body: the connection is then paused again. */
  #readOnlyWhenEmpty(): void {
    const [resumeReading] = this.#socket.listeners('resume') as ((this: Socket) => void)[];
    if (!resumeReading) return;
    this.#socket.off('resume', resumeReading);
    this.#socket.on('resume', () => {
      if (this.#held.length > 0) this.#socket.pause();
      else resumeReading.call(this.#socket);
    });
  }

  #next(): void {
    const held = this.#held[this.#taken];
    this.#taken += 1;
    // After its last answer, a connection takes no further request.
    const isOver = this.#socket.destroyed || this.#socket.writableEnded;
    if (isOver || this.#taken === this.#held.length) this.#clear();
    if (!held || isOver) return;
    const hasMore = this.#held.length > 0;
    // Reading goes on after the last answer: Node ends a connection whose client has ended its side, unanswered or not.
    held.response.once('close', () => (hasMore ? this.#next() : this.#socket.resume()));
    held.runInAsyncScope(this.#handle, this.#socket, held.request, held.response);
    if (!hasMore && !held.request.complete) this.#socket.resume();
  }

  #clear(): void {
    this.#totals.held -= this.#held.length;
    this.#held.length = 0;
    this.#taken = 0;
  }
}

/** An `AsyncResource`: the request must not see the `AsyncLocalStorage` context of the previous one. */
class HeldRequest extends AsyncResource {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    super('HeldRequest');
    this.request = request;
    this.response = response;
  }
}
