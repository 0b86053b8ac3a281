import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import {
  readTraceParent,
  SAMPLED,
  type TraceContext,
  type TraceParent,
  writeTraceParent,
} from '../domain/trace-context.ts';

/** Spans below one request. A request that changes 10,000 records runs as many statements: the first ones show how it works. */
const MAX_CHILDREN = 100;

/** Work that is recorded: its span, and those below it while it runs. */
export class Recording {
  readonly span: Span;
  readonly #tracer: Tracer;
  readonly #context: Context;
  /** Shared by all recordings of one piece of work. */
  readonly #budget: { children: number };
  #isOpen = true;

  constructor(tracer: Tracer, span: Span, budget = { children: MAX_CHILDREN }) {
    this.#budget = budget;
    this.#tracer = tracer;
    this.span = span;
    this.#context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  /** What the next service gets. */
  get context(): TraceContext {
    const { traceId, spanId, traceState } = this.span.spanContext();
    const tracestate = traceState?.serialize();
    const traceparent = writeTraceParent({ traceId, spanId, flags: SAMPLED });
    return { traceparent, ...(tracestate ? { tracestate } : {}), isRecorded: true };
  }

  /** Undefined when the work has ended, or has enough spans: background work that it started goes on without. */
  child(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
    if (!this.#isOpen || this.#budget.children <= 0) return undefined;
    this.#budget.children -= 1;
    return this.#tracer.startSpan(name, { kind, attributes }, this.#context);
  }

  /** The same for work that has spans below it. */
  childRecording(name: string, kind: SpanKind, attributes: Attributes): Recording | undefined {
    const span = this.child(name, kind, attributes);
    return span && new Recording(this.#tracer, span, this.#budget);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.span.end();
  }
}

/** The recording that the running code belongs to. Entered only for requests that are recorded: the others pay nothing for it. */
export const currentRecording = new AsyncLocalStorage<Recording | undefined>();

/** Runs work that returns a value or a promise, and ends the span when it is done. An error is named, never quoted. */
export function whileSpan<T>(span: Span, work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value) => {
        span.end();
        return value;
      },
      (error: unknown) => fail(span, error),
    ) as T;
  } catch (error) {
    return fail(span, error);
  }
}

function fail(span: Span, error: unknown): never {
  markFailed(span, errorType(error));
  span.end();
  throw error;
}

export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A class or a code. The message may hold a value of a statement or an address. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : String(name ?? typeof error);
}

/** The context under which a span joins the trace of another service. */
export function remoteContext(parent: TraceParent, tracestate?: string): Context {
  const { traceId, spanId, flags } = parent;
  const traceState = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) };
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: flags & SAMPLED,
    isRemote: true,
    ...traceState,
  });
}

/** The same for a stored context. */
export function storedContext(stored: TraceContext | undefined): Context {
  const parent = readTraceParent(stored?.traceparent);
  return parent === undefined ? ROOT_CONTEXT : remoteContext(parent, stored?.tracestate);
}
