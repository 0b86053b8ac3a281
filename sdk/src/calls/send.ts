import { ApiError } from '../api-error.ts';
import type { TokenSource } from '../credentials.ts';
import type { OperationRequest } from '../operation-client.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { type CallDeadline, pause, startDeadline } from './call-deadline.ts';
import { isHealthCheck, isPublic, isRepeatable, waitMsOf } from './operation-rules.ts';
import { type Outcome, readAnswer } from './read-answer.ts';
import { retryDelayMs } from './retry-after.ts';
import { wasNeverSent } from './unsent.ts';

export type SendOptions = {
  baseUrl: URL;
  tokens: TokenSource | undefined;
  deadlineMs: number;
  maxAttempts: number;
  fetch: typeof globalThis.fetch;
};

/** Sends calls: at most `maxAttempts` requests each, and one more when a token was rejected, within the deadline of the call. */
export class Sender {
  readonly #options: SendOptions;

  constructor(options: SendOptions) {
    this.#options = options;
  }

  /** The body of a successful answer, or with `throwOnError: false` any documented answer. */
  async call(method: string, request: OperationRequest): Promise<unknown> {
    request.signal?.throwIfAborted();
    const built = buildRequest(this.#options.baseUrl, method, request);
    // A call that asks the service to wait may take that much longer.
    const ms = request.deadlineMs ?? this.#options.deadlineMs + waitMsOf(built.headers, request.body);
    const last: Last = {};
    if (!(ms > 0)) throw overdue(ms, undefined);
    const deadline = startDeadline(request.signal, ms, () => overdue(ms, last.error));
    try {
      const outcome = await deadline.limit(this.#attempts(built, request.url, deadline, last));
      return resultOf(outcome, request.throwOnError !== false);
    } finally {
      deadline.end();
    }
  }

  async #attempts(built: BuiltRequest, url: string, deadline: CallDeadline, last: Last): Promise<Outcome> {
    const attempt = this.#authorized(built, url, deadline.signal);
    for (let number = 1; ; number += 1) {
      const outcome = await attempt();
      if (number >= this.#options.maxAttempts || !mayRepeat(outcome, built.method, url)) return outcome;
      last.error = outcome.error;
      const delayMs = retryDelayMs(number, outcome.error?.retryAfterMs);
      // The failure itself says more than a deadline that passes while nothing happens.
      if (delayMs >= deadline.leftMs()) return outcome;
      await pause(delayMs, deadline.signal);
      deadline.signal.throwIfAborted();
    }
  }

  /** Adds the token to each attempt. A token that is rejected is renewed once in a call: the service executes nothing with it. */
  #authorized(built: BuiltRequest, url: string, signal: AbortSignal): () => Promise<Outcome> {
    const { tokens } = this.#options;
    if (!tokens || isPublic(url) || built.headers.has('authorization')) return () => this.#exchange(built, signal);
    let wasRenewed = false;
    return async () => {
      const token = await tokenOf(tokens, signal);
      const outcome = await this.#exchange(built, signal, token);
      if (outcome.error?.status !== 401 || wasRenewed) return outcome;
      wasRenewed = true;
      tokens.reject(token);
      const fresh = await tokenOf(tokens, signal);
      return fresh === token ? outcome : this.#exchange(built, signal, fresh);
    };
  }

  /** One request. Rejects only when the signal aborts. */
  async #exchange({ method, url, headers, body }: BuiltRequest, signal: AbortSignal, token?: string): Promise<Outcome> {
    signal.throwIfAborted();
    const sent = new Headers(headers);
    if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
    // Not followed: a redirect would take the request, and in some runtimes the token, to somebody else.
    const init: RequestInit = { method, headers: sent, redirect: 'manual', signal };
    if (body !== undefined) init.body = body;
    let response: Response;
    try {
      response = await this.#options.fetch.call(undefined, url, init);
    } catch (cause) {
      signal.throwIfAborted();
      return { error: connectionFailed(cause), isTransient: true, wasRefused: wasNeverSent(cause) };
    }
    return readAnswer(response, signal);
  }
}

/** The failure of the attempt before: the cause when the deadline passes. */
type Last = { error?: ApiError | undefined };

/** What may have been executed is sent again only when that does no harm. */
function mayRepeat({ error, isTransient, wasRefused }: Outcome, method: string, url: string): boolean {
  if (!error || !isTransient) return false;
  if (error.status === 503 && isHealthCheck(url)) return false;
  return wasRefused || isRepeatable(method, url);
}

function resultOf({ answer, error }: Outcome, throwsOnError: boolean): unknown {
  if (error && (throwsOnError || !answer)) throw error;
  return throwsOnError ? answer?.body : answer;
}

/** Tokens are visible ASCII. Anything else would appear in the message of an error that no code of ours writes. */
async function tokenOf(tokens: TokenSource, signal: AbortSignal): Promise<string> {
  let token: string;
  try {
    token = await tokens.token(signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ApiError) throw cause;
    throw noToken('The credentials gave no access token.', cause);
  }
  if (typeof token !== 'string' || !/^[!-~]+$/.test(token))
    throw noToken('The credentials gave no valid access token.');
  return token;
}

const noToken = (message: string, cause?: unknown) =>
  new ApiError({
    status: 0,
    errors: [{ code: 'NoToken', message, details: 'Check the credentials of the client.' }],
    cause,
  });

const connectionFailed = (cause: unknown) =>
  new ApiError({
    status: 0,
    errors: [
      { code: 'ConnectionFailed', message: 'The service gave no answer.', details: 'Check baseUrl and the network.' },
    ],
    cause,
  });

const overdue = (ms: number, cause: ApiError | undefined) =>
  new ApiError({
    status: 0,
    errors: [
      {
        code: 'DeadlineExceeded',
        message: `The call took longer than ${ms} ms.`,
        details: 'Its deadline is deadlineMs.',
      },
    ],
    cause,
  });
