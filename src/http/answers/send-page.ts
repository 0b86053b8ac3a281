import type { FastifyReply } from 'fastify';
import type { Brand } from '../../domain/brand.ts';
import { type Page, writePage } from '../../pages/page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** How the operator appears on all pages. */
    brand: Brand;
    /** The path of the public address, empty when it has none: where links on pages begin. */
    publicPath: string;
  }
}

/** Answers with a page for people. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const written = writePage(page, reply.server.brand);
  return reply.code(status).headers(written.headers).send(written.html);
}
