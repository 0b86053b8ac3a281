import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/authorization/rights.ts';
import { PAGE, UNKNOWN_PATH } from '../../domain/usage/usage-key.ts';
import type { Log } from '../../log/log.ts';
import type { UsageCounter } from '../../usage/usage-counter.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { routeOf } from '../requests/known-paths.ts';
import { endTrace, type RequestTracing } from '../requests/request-trace.ts';

/** Called once for every request that was answered. */
export type RequestReport = (request: FastifyRequest, reply: FastifyReply) => void;

/** Counts who uses the API, and what is refused (decision 56). */
export type CountUsage = UsageCounter['count'];

/** What a report has beside the log and the metrics. */
export type ReportOptions = {
  readonly tracing?: RequestTracing | undefined;
  readonly countUsage?: CountUsage | undefined;
};

/** Cached for all requests of one method, route and status. Their number is bounded by the routes and their statuses. */
type Kind = {
  durations: { observe(seconds: number): void };
  fields: string;
  isProbe: boolean;
  operation: string;
};

/**
 * Writes one log line and one measurement per request: method, route pattern, status, duration, request id, and of an
 * authorized caller the client id and seller id, and with tracing the trace id. Never the URL (queries hold codes and states, paths hold SKUs) and never a
 * header value.
 */
export function reportTo(log: Log, metrics: Metrics, { tracing, countUsage }: ReportOptions = {}): RequestReport {
  const kinds = new Map<string, Kind>();
  return (request, reply) => {
    const route = routeOf(request) ?? 'none';
    const { method } = request;
    const status = reply.statusCode;
    const name = `${method} ${status} ${route}`;
    let kind = kinds.get(name);
    if (!kind) {
      const fields = JSON.stringify({ method, route, status }).slice(1, -1);
      kind = {
        ...{ durations: metrics.requestsOf(method, route, status), fields },
        ...{ isProbe: isProbe(route, status), operation: operationOf(request) },
      };
      kinds.set(name, kind);
    }
    const durationMs = reply.elapsedTime;
    kind.durations.observe(durationMs / 1000);
    const reason = status < 400 ? '' : (request.refusal ?? '');
    // What the operator looks at is not the seller's use of the API.
    if (request.caller?.support === undefined)
      countUsage?.(request.caller, { operation: kind.operation, status, reason, durationMs });
    // A request id is safe in JSON text: see `requestIdOf`.
    log[kind.isProbe ? 'debugLine' : 'infoLine'](
      'request',
      `${kind.fields},"durationMs":${Math.round(durationMs * 1000) / 1000},"requestId":"${request.id}"${callerFields(request.caller)}${tracing ? endTrace(request, reply) : ''}`,
    );
  };
}

/** The operation of the API that a request is for, as usage names it. */
function operationOf(request: FastifyRequest): string {
  if (request.is404 || routeOf(request) === undefined) return UNKNOWN_PATH;
  const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string };
  return operationId ?? PAGE;
}

/** Load balancers and supervisors probe several times a second. What they are told is logged when it changes, so a probe is noise. */
const isProbe = (route: string, status: number) => route.startsWith('/health/') && status === 200;

/** A foreign provider may give a client an id of any length. */
const MAX_CLIENT_ID_LENGTH = 200;

/** The text about a caller, as long as its token is cached: all requests with one token have the same caller object. */
const fieldsByCaller = new WeakMap<Caller, string>();

/** A token that was rejected has no caller: what it claims to be is not logged. */
function callerFields(caller: Caller | undefined): string {
  if (caller === undefined) return '';
  let fields = fieldsByCaller.get(caller);
  if (fields === undefined) {
    const { clientId, sellerId, support } = caller;
    const named = { clientId: clientId.slice(0, MAX_CLIENT_ID_LENGTH), sellerId, supportSession: support?.sessionId };
    fields = `,${JSON.stringify(named).slice(1, -1)}`;
    fieldsByCaller.set(caller, fields);
  }
  return fields;
}
