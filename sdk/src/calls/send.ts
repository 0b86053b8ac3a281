import { ApiError, failure } from '../api-error.ts';
import type { TokenSource } from '../credentials.ts';
import type { OperationRequest } from '../operation-client.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { pause, withDeadline } from './call-deadline.ts';
import { isDocument, isHealthCheck, isPublic, isRepeatable, waitMsOf } from './operation-rules.ts';
import { type AnswerForm, type Outcome, readAnswer } from './read-answer.ts';
import { retryDelayMs } from './retry.ts';
import { wasNeverSent } from './unsent.ts';

/** Far above every answer in JSON: so much of a service that is broken, or not the right one, fits into memory. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

export type SendOptions = {
  baseUrl: URL;
  tokens?: TokenSource | undefined;
  deadlineMs: number;
  maxAttempts: number;
  maxAnswerBytes?: number | undefined;
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
    const { baseUrl, deadlineMs, maxAttempts } = this.#options;
    const { url, signal: given, throwOnError = true } = request;
    given?.throwIfAborted();
    const built = buildRequest(baseUrl, method, request);
    // A call that asks the service to wait may take that much longer.
    const ms = request.deadlineMs ?? deadlineMs + waitMsOf(built.headers, request.body);
    /** The failure of the attempt before. */
    let cause: ApiError | undefined;
    const overdue = () =>
      failure('DeadlineExceeded', `The call took longer than ${ms} ms.`, 'Its deadline is deadlineMs.', { cause });
    if (!(ms > 0)) throw overdue();
    const { answer, error } = await withDeadline(given, ms, overdue, async (signal, endsAt) => {
      const attempt = this.#authorized(built, request, signal);
      for (let number = 1; ; number += 1) {
        const outcome = await attempt();
        if (number >= maxAttempts || !mayRepeat(outcome, method, url)) return outcome;
        cause = outcome.error;
        const delayMs = retryDelayMs(number, cause);
        // The failure itself says more than a deadline that passes while nothing happens.
        if (performance.now() + delayMs >= endsAt) return outcome;
        await pause(delayMs, signal);
      }
    });
    if (error && (throwOnError || !answer)) throw error;
    return throwOnError && !request.isStream ? answer?.body : answer;
  }

  /**
   * Adds the token to each attempt. A token that is rejected is renewed once in a call: the service executes nothing with it. One whose
   * person signed in too long ago is not: the next one would have the same sign-in.
   */
  #authorized(built: BuiltRequest, request: OperationRequest, signal: AbortSignal): () => Promise<Outcome> {
    const { tokens } = this.#options;
    const { url } = request;
    const exchange = (token?: string) => this.#exchange(built, signal, { token, form: formOf(request) });
    if (!tokens || isPublic(url) || built.headers.has('authorization')) return () => exchange();
    let wasRenewed = false;
    return async () => {
      const token = await tokenOf(tokens, signal);
      const outcome = await exchange(token);
      if (outcome.error?.status !== 401 || outcome.error.signInMaxAgeMs !== undefined || wasRenewed) return outcome;
      wasRenewed = true;
      tokens.reject(token);
      const fresh = await tokenOf(tokens, signal);
      return fresh === token ? outcome : exchange(fresh);
    };
  }

  /** One request. Rejects only when the signal aborts. */
  async #exchange(
    { url, ...init }: BuiltRequest,
    signal: AbortSignal,
    { token, form }: { token: string | undefined; form: AnswerForm },
  ): Promise<Outcome> {
    signal.throwIfAborted();
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    let response: Response;
    try {
      // Redirects are not followed: they would take the request, and in some runtimes the token, to another server.
      response = await this.#options.fetch.call(undefined, url, { ...init, headers, redirect: 'manual', signal });
    } catch (cause) {
      signal.throwIfAborted();
      const error = failure('ConnectionFailed', 'The service gave no answer.', 'Check baseUrl and the network.', {
        cause,
      });
      return { error, isTransient: true, wasRefused: wasNeverSent(cause) };
    }
    return readAnswer(response, signal, { form, token, maxBytes: this.#options.maxAnswerBytes ?? MAX_ANSWER_BYTES });
  }
}

const formOf = ({ url, isStream }: OperationRequest): AnswerForm =>
  isStream ? 'stream' : isDocument(url) ? 'blob' : 'json';

/** What may have been executed is sent again only when that does no harm. */
function mayRepeat({ error, isTransient, wasRefused }: Outcome, method: string, url: string): boolean {
  if (!isTransient || (error?.status === 503 && isHealthCheck(url))) return false;
  return wasRefused || isRepeatable(method, url);
}

/** Tokens are visible ASCII. Anything else would appear in the message of an error that no code of ours writes. */
async function tokenOf(tokens: TokenSource, signal: AbortSignal): Promise<string> {
  let cause: unknown;
  try {
    const token: unknown = await tokens.token(signal);
    if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw error;
    cause = error;
  }
  throw failure('NoToken', 'The credentials gave no valid access token.', 'Check them.', { cause });
}
