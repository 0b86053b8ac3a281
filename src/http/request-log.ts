import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from './metrics.ts';

/** Called once for every request that was answered. */
export type RequestReport = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * One log line and one measurement a request: method, route pattern, status, duration and request id. Never the URL
 * (queries hold codes and states, paths hold SKUs) and never a header value.
 */
export function reportTo(log: Log, metrics: Metrics): RequestReport {
  return (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const durationMs = reply.elapsedTime;
    metrics.requestAnswered(request.method, route, reply.statusCode, durationMs);
    log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: Math.round(durationMs * 1000) / 1000,
        requestId: request.id,
      },
      'request',
    );
  };
}
