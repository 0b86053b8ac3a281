import type { IncomingHttpHeaders } from 'node:http';
import { ROOT_CONTEXT, SpanKind, type Tracer } from '@opentelemetry/api';
import { readTraceParent, readTraceState, SAMPLED, type TraceContext } from '../domain/trace-context.ts';
import { currentRecording, markFailed, Recording, remoteContext } from './recording.ts';

/** What is recorded of all requests and deliveries. */
export type Sampling = {
  /** From 0 to 1. */
  readonly ratio: number;
  /** Whether the flag of a caller's `traceparent` decides instead. Then every caller can have all its requests recorded. */
  readonly followsCaller: boolean;
};

/** What is known of a request when it is answered. */
type AnsweredRequest = {
  readonly method: string;
  /** The pattern of the route, never the path: paths hold SKUs. */
  readonly route: string | undefined;
  readonly status: number;
  readonly requestId: string;
};

/** Makes the spans of requests. */
export class RequestTraces {
  readonly #tracer: Tracer;
  readonly #sampling: Sampling;

  constructor(tracer: Tracer, sampling: Sampling) {
    this.#tracer = tracer;
    this.#sampling = sampling;
  }

  /**
   * Whether a request is recorded. By chance, not by its trace id: a caller chooses that, and could choose one that is always
   * recorded.
   */
  isRecorded({ traceparent }: IncomingHttpHeaders): boolean {
    const { ratio, followsCaller } = this.#sampling;
    if (followsCaller && traceparent !== undefined) {
      const parent = readTraceParent(traceparent as string);
      if (parent !== undefined) return (parent.flags & SAMPLED) !== 0;
    }
    return Math.random() < ratio;
  }

  /** Begins the span of a request that arrived `elapsedMs` ago, in the trace of its caller if it names one. */
  begin({ traceparent, tracestate }: IncomingHttpHeaders, elapsedMs: number): RequestRecording {
    const parent = readTraceParent(traceparent as string | undefined);
    const context = parent ? remoteContext(parent, readTraceState(tracestate as string | undefined)) : ROOT_CONTEXT;
    // A number below the time of the process's start counts from there: no time of day is needed.
    const startTime = performance.now() - elapsedMs;
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER, startTime }, context);
    return new RequestRecording(new Recording(this.#tracer, span));
  }
}

/** One request that is recorded. */
export class RequestRecording {
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  get traceId(): string {
    return this.#recording.traceId;
  }

  /** For what the request queues. */
  get context(): TraceContext {
    return this.#recording.context;
  }

  /** Runs the rest of the request: store and provider then find its span. */
  run<T>(next: (argument: T) => void, argument: T): void {
    currentRecording.run(this.#recording, next, argument);
  }

  /** Attributes by the HTTP semantic conventions, without path, query, headers and addresses: the log has none of these either. */
  end({ method, route, status, requestId }: AnsweredRequest): void {
    const { span } = this.#recording;
    span.updateName(route === undefined ? method : `${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.response.status_code': status,
      'http.response.header.x-request-id': [requestId],
      ...(route === undefined ? {} : { 'http.route': route }),
    });
    // An error of the caller is none of the service (semantic conventions for HTTP servers).
    if (status >= 500) markFailed(span, String(status));
    this.#recording.end();
  }
}
