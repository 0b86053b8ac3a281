import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { readTraceContext, readTraceParent, type TraceContext } from '../../domain/trace-context.ts';
import { routeOf } from './known-paths.ts';

/** Records requests for a trace collector. */
export type RequestTracing = {
  /** Whether this request is recorded. Asked once for every request. */
  isRecorded(headers: IncomingHttpHeaders): boolean;
  /** Begins the record of a request that arrived `elapsedMs` ago. */
  begin(headers: IncomingHttpHeaders, elapsedMs: number): RequestTrace;
};

/** One request that is recorded. */
type RequestTrace = {
  readonly traceId: string;
  /** For what the request queues. */
  readonly context: TraceContext;
  /** Runs `next`: what the store and the provider do in it belongs to the request. */
  run<T>(next: (argument: T) => void, argument: T): void;
  end(answered: { method: string; route: string | undefined; status: number; requestId: string }): void;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent: the request is not recorded. */
    trace?: RequestTrace | undefined;
  }
}

type Next = (error?: Error) => void;

/** A `preHandler`: the second step of a request that has a body begins in an event of its stream, which knows nothing of the first. */
export const continueTrace: preHandlerHookHandler = ({ trace }, _reply, next) => {
  if (trace === undefined) next();
  else trace.run<undefined>(next as Next, undefined);
};

/** Begins the record of a request. Undefined when it is not recorded. */
export function beginTrace(tracing: RequestTracing, { request, elapsedTime }: FastifyReply): RequestTrace | undefined {
  const { headers } = request.raw;
  if (tracing.isRecorded(headers)) request.trace = tracing.begin(headers, elapsedTime);
  return request.trace;
}

/** Ends the record of a request. Returns the field of its log line: a request that joins a trace unrecorded has one, too. */
export function endTrace(request: FastifyRequest, reply: FastifyReply): string {
  const { trace } = request;
  if (trace === undefined) {
    const { traceparent } = request.raw.headers;
    const parent = traceparent === undefined ? undefined : readTraceParent(traceparent as string);
    return parent === undefined ? '' : `,"traceId":"${parent.traceId}"`;
  }
  trace.end({ method: request.method, route: routeOf(request), status: reply.statusCode, requestId: request.id });
  return `,"traceId":"${trace.traceId}"`;
}

/**
 * The trace that what a request queues belongs to: its own when it is recorded, else the caller's, if the caller names one. Also
 * without a collector: the receiver of a webhook can then join the caller's trace.
 */
export function traceOf(request: FastifyRequest): TraceContext | undefined {
  return request.trace?.context ?? readTraceContext(request.raw.headers as Record<string, string | undefined>);
}

/** For what goes to others than the caller: `tracestate` is the caller's own business. */
export function withoutState(trace: TraceContext | undefined): TraceContext | undefined {
  return trace && { traceparent: trace.traceparent, isRecorded: trace.isRecorded };
}
