import { ApiError, type ErrorEntry } from '../api-error.ts';
import { retryAfterMsOf } from './retry-after.ts';

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

/** Reads the whole body. Rejects only when the signal of the request aborts. */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<Outcome> {
  const { status, headers } = response;
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    return notOurs(response, 'ConnectionFailed', 'The connection failed in the middle of the answer.', cause);
  }
  if (status === 204) return { answer: { status, headers, body: undefined } };
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) return notFollowed(response, text === '');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Without the cause: its message quotes the body, which may hold a token.
    return notOurs(response, 'InvalidAnswer', NOT_OURS);
  }
  if (response.ok) return { answer: { status, headers, body } };
  const errors = entriesOf(body);
  if (errors.length === 0) return notOurs(response, 'InvalidAnswer', NOT_OURS);
  return { answer: { status, headers, body }, error: errorOf(response, errors), ...retryRules(status) };
}

const NOT_OURS = 'The answer is not one of the service. Is something else at its address, or in front of it?';

/** The body of a redirect is a page for people, and that of a proxy: the service's own has none. */
function notFollowed(response: Response, isOurs: boolean): Outcome {
  const { status, headers } = response;
  const entry =
    status === 304
      ? { code: 'NotModified', message: 'What you have is still current.', details: WITHOUT_THROW }
      : { code: 'Redirected', message: 'Redirects are not followed.', details: `Check baseUrl. ${WITHOUT_THROW}` };
  const error = errorOf(response, [entry]);
  return isOurs && status !== 0 ? { answer: { status, headers, body: undefined }, error } : { error };
}

const WITHOUT_THROW = 'With throwOnError: false the call resolves to an answer of the service like this one.';

/**
 * 429: the service checks its limits before it executes anything. 503 may come after the execution: the database was lost at the commit,
 * or the answer took too long. 502 and 504 are those of a proxy that lost the service.
 */
const retryRules = (status: number) => ({
  isTransient: status === 429 || (status >= 502 && status <= 504),
  wasRefused: status === 429,
});

function notOurs(response: Response, code: string, message: string, cause?: unknown): Outcome {
  const { status, headers, ok } = response;
  const details = `Status ${status}, content type ${headers.get('content-type') ?? 'missing'}.`;
  const error = errorOf(response, [{ code, message, details }], cause);
  const { isTransient, wasRefused } = retryRules(status);
  return { error, isTransient: isTransient || ok, wasRefused };
}

const errorOf = ({ status, headers }: Response, errors: readonly ErrorEntry[], cause?: unknown) =>
  new ApiError({
    status,
    errors,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMsOf(headers),
    cause,
  });

/** The errors in any of the service's envelopes: a list, the list in an object (fees), RFC 6749 5.2 (authorization). */
function entriesOf(body: unknown): ErrorEntry[] {
  const { errors, error, error_description: description } = Object(body) as Record<string, unknown>;
  const list: unknown = Array.isArray(errors) ? errors : Object(errors).errors;
  if (Array.isArray(list)) return list.map(Object).filter(isEntry).map(withDetails);
  if (typeof error !== 'string') return [];
  return [{ code: error, message: typeof description === 'string' ? description : error, details: '' }];
}

const isEntry = ({ code, message }: Partial<ErrorEntry>) => typeof code === 'string' && typeof message === 'string';

const withDetails = ({ code, message, details }: ErrorEntry): ErrorEntry => ({
  ...{ code, message },
  details: typeof details === 'string' ? details : '',
});
