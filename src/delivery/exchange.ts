import type { Dispatcher } from 'undici';
import { EgressFailure, egressFailureOf } from './egress-failure.ts';

/** What arrived of a response: at least its first bytes. */
export type ReceivedResponse = { status: number; headers: Dispatcher.ResponseData['headers']; bytes: Buffer };

export type ExchangeLimits = {
  /** For the whole exchange, from the DNS lookup to the last byte of the response. */
  readonly timeoutMs: number;
  /** How much of the response body is received at most. */
  readonly maxBytes: number;
  /** Aborts when the service shuts down. */
  readonly stopping: AbortSignal | undefined;
};

/**
 * Sends one request and collects its response. undici's own `request` makes a stream of the response and an abort signal of the
 * deadline, which together cost as much as the request itself. A failure is a value; it comes at the deadline also while there
 * is no connection yet.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<ReceivedResponse | EgressFailure> {
  if (limits.stopping?.aborted) return Promise.resolve(new EgressFailure('stopped'));
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(limits, resolve);
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      handler.onResponseError(null, error);
    }
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #limits: ExchangeLimits;
  readonly #resolve: (result: ReceivedResponse | EgressFailure) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #stop = () => this.#fail(new EgressFailure('stopped'));
  #controller: Dispatcher.DispatchController | undefined;
  /** Why the exchange ended before its response. */
  #failure: EgressFailure | undefined;
  #status = 0;
  #headers: ReceivedResponse['headers'] = {};
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(limits: ExchangeLimits, resolve: (result: ReceivedResponse | EgressFailure) => void) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#fail(new EgressFailure('timeout')), limits.timeoutMs);
    limits.stopping?.addEventListener('abort', this.#stop, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#failure) controller.abort(this.#failure);
    this.#controller = controller;
  }

  onResponseStart(_controller: unknown, status: number, headers: ReceivedResponse['headers']): void {
    // Interim responses (1xx) come before it.
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= this.#limits.maxBytes) return;
    this.onResponseEnd();
    // Destroys the socket: the rest is never received.
    controller.abort(new Error('enough was received'));
  }

  onResponseEnd(): void {
    this.#end({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#end(egressFailureOf(error));
  }

  #fail(failure: EgressFailure): void {
    this.#failure = failure;
    this.#end(failure);
    this.#controller?.abort(failure);
  }

  #end(result: ReceivedResponse | EgressFailure): void {
    clearTimeout(this.#timer);
    this.#limits.stopping?.removeEventListener('abort', this.#stop);
    this.#resolve(result);
  }
}
