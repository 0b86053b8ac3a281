import type { Dispatcher } from 'undici';
import { Fault } from '../domain/fault.ts';
import { limitAnswers } from '../network/answer-limit.ts';
import { ProviderUse } from './provider-use.ts';
import { MAX_PENDING, UpstreamQueue } from './upstream-queue.ts';

export const RETRY_AFTER_SECONDS = 5;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** The same on the socket, with headers, interim responses and the framing of the body. */
const MAX_RECEIVED_BYTES = 2 * MAX_ANSWER_BYTES;
/** Never the limit: the queue passes on fewer requests at a time. */
const MAX_CONNECTIONS = 64;

export type UpstreamRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of the caller that it is sent for, as a key. Absent: the service needs it itself, and it comes first. */
  readonly address?: string | undefined;
};

export type UpstreamAnswer = {
  readonly status: number;
  /** The value of a header; several are joined (RFC 9110 5.3). */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
};

/** Records a request for a trace collector, and sends it. */
export type UpstreamTrace = (
  about: { readonly what: string; readonly method: string; readonly url: string },
  send: () => Promise<UpstreamAnswer>,
) => Promise<UpstreamAnswer>;

class QueuedRequest {
  readonly options: Dispatcher.DispatchOptions;
  readonly answer: AnswerCollector;

  constructor(options: Dispatcher.DispatchOptions, timeoutMs: number) {
    this.options = options;
    this.answer = new AnswerCollector(timeoutMs);
  }

  get hasFailed(): boolean {
    return this.answer.hasFailed;
  }
}

/** Sends requests to the provider: each once, with one deadline from connecting to the last byte. */
export class Upstream {
  readonly use = new ProviderUse(() => this.#queue.pending);
  #agent: Dispatcher | undefined;
  #opening: Promise<Dispatcher> | undefined;
  readonly #timeoutMs: number;
  readonly #trace: UpstreamTrace | undefined;
  /** The requests that wait for a connection, and the number of those that undici has, also while it still connects after their deadline. */
  readonly #queue = new UpstreamQueue<QueuedRequest>();

  constructor(timeoutMs: number, trace?: UpstreamTrace) {
    this.#trace = trace;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects with `Fault('ServiceUnavailable')` when no complete answer arrives in time. `what` names the endpoint for the log. */
  async send(what: string, url: string, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const startedMs = performance.now();
    let status: number | undefined;
    try {
      const answer = await this.#traced(what, url, request);
      status = answer.status;
      return answer;
    } finally {
      this.use.requested(what, status, performance.now() - startedMs);
    }
  }

  #traced(what: string, url: string, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const send = () => this.#send(what, url, request);
    return this.#trace === undefined ? send() : this.#trace({ what, method: request.method, url }, send);
  }

  async #send(what: string, url: string, request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { method, headers, body, address } = request;
    if (this.#agent === undefined) {
      this.#opening ??= openAgent(this.#timeoutMs);
      this.#agent = await this.#opening;
    }
    try {
      const { origin, pathname, search } = new URL(url);
      const options = { origin, path: pathname + search, method, headers: { accept: 'application/json', ...headers } };
      const queued = new QueuedRequest({ ...options, body: body ?? null }, this.#timeoutMs);
      this.#queue.push(queued, address)?.answer.cancel(new TooMany());
      this.#dispatchQueued();
      return await queued.answer.completed;
    } catch (error) {
      this.#queue.removeFailed(address);
      throw error instanceof TooMany ? tooManyPending(what) : providerUnavailable(`${what}: ${reasonOf(error)}`, false);
    }
  }

  #dispatchQueued(): void {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) {
      const { item, release } = next;
      void item.answer.released.then(() => {
        release();
        this.#dispatchQueued();
      });
      this.#agent?.dispatch(item.options, item.answer);
    }
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }
}

/** Loads undici for the first request: at a start that is the first readiness check, when the service already listens. */
async function openAgent(timeoutMs: number): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici');
  // undici's own timers have a resolution of about a second and cover only parts: the collector's deadline replaces them.
  return new Agent({
    connections: MAX_CONNECTIONS,
    connect: limitAnswers(buildConnector({ allowH2: false, timeout: timeoutMs }), MAX_RECEIVED_BYTES, tooLarge),
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

class TooLarge extends Error {}
const tooLarge = () => new TooLarge(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
class TooLate extends Error {}
class TooMany extends Error {}

/**
 * Collects an answer chunk by chunk. The client's own API makes a stream and an abort signal of each answer, which together
 * cost as much as the request itself.
 */
class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #done = Promise.withResolvers<UpstreamAnswer>();
  readonly #released = Promise.withResolvers<void>();
  readonly #deadline: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #failure: Error | undefined;
  #size = 0;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};

  constructor(timeoutMs: number) {
    this.#deadline = setTimeout(() => this.#fail(new TooLate()), timeoutMs);
  }

  get completed(): Promise<UpstreamAnswer> {
    return this.#done.promise;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Resolves when undici is done with the request. Only then its connection is free, or was closed. */
  get released(): Promise<void> {
    return this.#released.promise;
  }

  /** For a request that is not sent. */
  cancel(error: Error): void {
    this.#fail(error);
    this.#released.resolve();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while undici connected.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= MAX_ANSWER_BYTES) this.#chunks.push(chunk);
    else this.#fail(tooLarge());
  }

  onResponseEnd(): void {
    clearTimeout(this.#deadline);
    const headers = this.#headers;
    const [only = Buffer.alloc(0)] = this.#chunks;
    const text = (this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only).toString('utf8');
    this.#done.resolve({ status: this.#status, header: (name) => joined(headers[name]), text });
    this.#released.resolve();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(error);
    this.#released.resolve();
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    clearTimeout(this.#deadline);
    this.#done.reject(error);
    this.#controller?.abort(error);
  }
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** For the log: a code or a name, never a message that could quote a header, a body or a URL with a password. */
function reasonOf(error: unknown): string {
  if (error instanceof TooLarge) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (error instanceof TooLate) return 'no answer in time';
  return typeof code === 'string' ? code : String(name);
}

/** Why the provider cannot be used, for the log: never a secret, never a text of the provider. */
export class ProviderFailure extends Error {
  /** Whether the provider answered at all. If it did, its settings or ours are wrong, and waiting may not help. */
  readonly hasAnswered: boolean;
  /** Whether nothing was sent to the provider. */
  readonly isUnasked: boolean;

  constructor(reason: string, hasAnswered: boolean, isUnasked = false) {
    super(`identity provider, ${reason}`);
    this.name = 'ProviderFailure';
    this.hasAnswered = hasAnswered;
    this.isUnasked = isUnasked;
  }
}

/** Whether the provider was not even asked, because too many requests wait for it. Then nothing is wrong with it. */
export const isTooManyPending = (error: unknown): boolean =>
  error instanceof Fault && error.cause instanceof ProviderFailure && error.cause.isUnasked;

function tooManyPending(what: string): Fault {
  const cause = new ProviderFailure(`${what}: ${MAX_PENDING} requests are pending`, false, true);
  return unavailable('The service has too much to do at the moment.', TOO_MANY, cause);
}

function unavailable(message: string, reason: string, cause: ProviderFailure): Fault {
  const details = `${reason} Try again in ${RETRY_AFTER_SECONDS} seconds.`;
  const hints = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new Fault('ServiceUnavailable', { message, details }, { hints, cause });
}

const TOO_MANY = 'Too many requests wait for the identity provider.';
const UNREACHABLE = 'The identity provider cannot be reached.';
const ANSWERED =
  'The identity provider answers, but the service cannot use its answer. The failure is not in your request.';

/** The provider gave no usable answer: the caller is neither rejected nor admitted (decision 10). */
export function providerUnavailable(reason: string, hasAnswered = true): Fault {
  const why = hasAnswered ? ANSWERED : UNREACHABLE;
  return unavailable('The service cannot answer at the moment.', why, new ProviderFailure(reason, hasAnswered));
}
