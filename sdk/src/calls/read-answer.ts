import { ApiError, type ErrorEntry } from '../api-error.ts';
import { textWithin } from './answer-text.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { signInMaxAgeMsOf } from './sign-in-max-age.ts';

/** An answer in a documented form. */
type Answer = { status: number; headers: Headers; body: unknown };

/**
 * What one attempt came to. `answer` is missing when there is none that the types of the operation describe: no connection, a cut
 * body, the page of a proxy. `error` is missing after a success.
 */
export type Outcome = {
  answer?: Answer;
  error?: ApiError;
  /** The failure may pass: sending the same request again makes sense. */
  isTransient?: boolean;
  /** The request was certainly not executed. */
  wasRefused?: boolean;
};

/** What the body of a success is read as. */
export type AnswerForm = 'json' | 'blob' | 'stream';

type Reading = { form: AnswerForm; token: string | undefined; maxBytes: number };

/**
 * Reads the whole body, unless it is a stream. JSON has at most `maxBytes`; documents have any length. Rejects only when the signal of the
 * request aborts. An error does not repeat the token that was sent, even if the answer does.
 */
export async function readAnswer(
  response: Response,
  signal: AbortSignal,
  { form, token, maxBytes }: Reading,
): Promise<Outcome> {
  const { status, headers, ok, type } = response;
  const answer: Answer = { status, headers, body: undefined };
  if (ok && form === 'stream') return { answer: { status, headers, body: response.body } };
  let text: string | undefined;
  try {
    if (ok && form === 'blob') return { answer: { status, headers, body: await response.blob() } };
    text = await textWithin(response, maxBytes);
  } catch (cause) {
    signal.throwIfAborted();
    return notOurs(response, 'ConnectionFailed', 'The connection failed in the middle of the answer.', cause);
  }
  // The next one would be as long.
  if (text === undefined)
    return {
      ...notOurs(response, 'AnswerTooLarge', `The answer is longer than maxAnswerBytes, ${maxBytes}.`),
      isTransient: false,
    };
  if (!ok && token) text = text.replaceAll(token, '...');
  if (status === 204) return { answer };
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const outcome = failed(response, [notFollowed(status)]);
    // The body of a redirect is a page for people, and that of a proxy: the service's own has none.
    return text === '' && status !== 0 ? { answer, ...outcome } : outcome;
  }
  try {
    answer.body = JSON.parse(text);
    if (ok) return { answer };
    const errors = entriesOf(answer.body);
    if (errors.length > 0) return { answer, ...failed(response, errors) };
  } catch {
    // Without the cause: its message quotes the body, which may hold a token.
  }
  return notOurs(response, 'InvalidAnswer', 'The answer is not one of the service. Is something else at its address?');
}

const notFollowed = (status: number): ErrorEntry => ({
  ...(status === 304
    ? { code: 'NotModified', message: 'What you have is still current.' }
    : { code: 'Redirected', message: 'Redirects are not followed: check baseUrl.' }),
  details: 'With throwOnError: false it is a result.',
});

function notOurs(response: Response, code: string, message: string, cause?: unknown): Outcome {
  const details = `Status ${response.status}, content type ${response.headers.get('content-type') ?? 'missing'}.`;
  return failed(response, [{ code, message, details }], cause);
}

/**
 * 429: the service checks its limits before it executes anything. 503 may come after the execution: the database was lost at the commit,
 * or the answer took too long. 502 and 504 are those of a proxy that lost the service. A success that cannot be read may be read next time.
 */
const failed = ({ status, headers, ok }: Response, errors: readonly ErrorEntry[], cause?: unknown): Outcome => ({
  error: new ApiError({
    status,
    errors,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMsOf(headers),
    signInMaxAgeMs: status === 401 ? signInMaxAgeMsOf(headers) : undefined,
    cause,
  }),
  isTransient: ok || status === 429 || (status >= 502 && status <= 504),
  wasRefused: status === 429,
});

/** The errors in any of the service's envelopes: a list, the list in an object (fees), RFC 6749 5.2 (authorization). */
function entriesOf(body: unknown): ErrorEntry[] {
  const { errors, error, error_description: description } = Object(body) as Record<string, unknown>;
  const single = { code: error, message: textOf(description) || error };
  const list = [errors, Object(errors).errors, [single]].find(Array.isArray) as unknown[];
  return list
    .map((entry) => Object(entry) as Record<string, unknown>)
    .map(({ code, message, details }) => ({ code: textOf(code), message: textOf(message), details: textOf(details) }))
    .filter(({ code, message }) => code && message);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
