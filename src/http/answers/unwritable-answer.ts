import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether an error answer can still be sent after the attempt to write another answer. */
export function canSendFailure({ raw, statusCode }: FastifyReply): boolean {
  if (raw.headersSent) return false;
  // Node sets the message when it begins to write a head. After a head without a body it writes no body at all.
  const wasAttempted = Boolean(raw.statusMessage);
  return !(wasAttempted && (statusCode === 204 || statusCode === 304));
}

/**
 * Ends a request that gets no complete answer. Also the error handler after those of the path groups: it runs when an error
 * answer fails too. Fastify's own would send its text in an envelope that no path group has.
 */
export function closeConnection(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  request.log.error({ err: error, requestId: request.id }, 'the answer cannot be written; the connection is closed');
  reply.raw.destroy();
}

/** Removes from an error answer what a previous answer of the request left: Node keeps the status message of the first. */
export function cleanHead(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.statusMessage = '';
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (isOfOtherBody(name, value)) reply.removeHeader(name);
    else if (!isWritable(name, value)) {
      request.log.error({ requestId: request.id, header: name }, 'a header cannot be written and is left out');
      reply.removeHeader(name);
    }
  }
}

const HEADERS_OF_BODY = new Set([
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'transfer-encoding',
]);

const isOfOtherBody = (name: string, value: unknown) =>
  HEADERS_OF_BODY.has(name) || (name === 'cache-control' && value !== 'no-store');

function isWritable(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    return true;
  } catch {
    return false;
  }
}
