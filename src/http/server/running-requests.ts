import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The requests whose answer is not complete yet, in the order of their arrival. */
export class RunningRequests {
  readonly #replies = new Set<FastifyReply>();

  /** Before every other hook: a request counts from the moment in which its head has arrived. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, next) => {
      this.#replies.add(reply);
      next();
    });
    app.addHook('onResponse', (_request, reply, next) => {
      this.#replies.delete(reply);
      next();
    });
  }

  /** Without those whose client has gone: they cause no `onResponse`. */
  *all(): Generator<FastifyReply> {
    for (const reply of this.#replies) {
      if (reply.raw.destroyed) this.#replies.delete(reply);
      else yield reply;
    }
  }

  /** The connections with a request that is not completely answered. */
  sockets(): Set<IncomingMessage['socket']> {
    return new Set(Array.from(this.all(), ({ request }) => request.raw.socket));
  }
}
