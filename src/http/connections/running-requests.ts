import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { AnsweringSocket } from './answering-socket.ts';

declare module 'node:http' {
  interface ServerResponse {
    /** Set when the request is processed. */
    reply?: FastifyReply;
  }
}

/**
 * The requests whose answer is not complete yet. They are found by their connections: adding each request to a set and
 * removing it again took a tenth of the time of a request.
 */
export class RunningRequests {
  readonly #sockets = new Set<AnsweringSocket>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Marks a request as processed: from now on it is among `all`. */
  add(reply: FastifyReply): void {
    reply.raw.reply = reply;
  }

  /** Without those whose client has gone. */
  *all(): Generator<FastifyReply> {
    for (const { _httpMessage: answer } of this.#sockets) if (answer?.reply && !answer.destroyed) yield answer.reply;
  }

  /** The connections with a request that is not completely answered. */
  sockets(): Set<Socket> {
    return new Set(Array.from(this.#sockets).filter(({ _httpMessage: answer }) => answer && !answer.destroyed));
  }
}
