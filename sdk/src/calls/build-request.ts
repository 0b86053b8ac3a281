import { ApiError } from '../api-error.ts';
import type { OperationRequest } from '../operation-client.ts';
import { takesKey } from './operation-rules.ts';
import { VERSION } from './version.ts';

/** A request that can be sent any number of times. The access token is not in it. */
export type BuiltRequest = { method: string; url: string; headers: Headers; body: string | undefined };

/** Checks `baseUrl` once, when the client is created. Without a slash at its end: the paths of operations begin with one. */
export function readBaseUrl(baseUrl: string | URL): URL {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http or https address without user name, query and fragment.');
  }
  return url;
}

/** Throws an `ApiError` with the code InvalidInput for what no request can carry. */
export function buildRequest(baseUrl: URL, method: string, request: OperationRequest): BuiltRequest {
  const path = fillPath(request.url, (request.path ?? {}) as Record<string, unknown>);
  const headers = readHeaders(request.headers);
  const { body } = request;
  if (body === undefined) headers.delete('content-type');
  // RFC 6749 4: token requests are forms. The generated operation names JSON, which the service takes too.
  else if (request.url === '/auth/v4/token') headers.set('content-type', FORM);
  // `fetch` adds no-cache to a conditional request, and for no-cache the service sends the whole answer again.
  if (headers.has('if-none-match') && !headers.has('cache-control')) headers.set('cache-control', 'max-age=0');
  if (takesKey(method, request.url) && !headers.has('idempotency-key')) headers.set('idempotency-key', newKey());
  return {
    method,
    url: baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path + queryOf(request.query),
    headers,
    body: body === undefined ? undefined : writeBody(body, headers.get('content-type') ?? ''),
  };
}

const FORM = 'application/x-www-form-urlencoded';

function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    // URLs cannot express these as a segment: every client and proxy removes `.` and `..`, also in their encoded form.
    if (/^\.{0,2}$/.test(value)) throw invalidInput(name, `It is ${value ? `"${value}"` : 'missing or empty'}.`);
    try {
      return encodeURIComponent(value);
    } catch (cause) {
      throw invalidInput(name, 'It holds half of a surrogate pair.', cause);
    }
  });
}

function queryOf(query: unknown): string {
  const pairs = String(pairsOf(query ?? {}));
  return pairs && `?${pairs}`;
}

/** Lists are repeated; what is undefined or null is left out. */
function pairsOf(fields: object): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one != null) pairs.append(name, String(one));
  }
  return pairs;
}

function readHeaders(given: unknown): Headers {
  const headers = new Headers({ accept: 'application/json' });
  // Browsers have a user agent of their own, and `location`, also in workers.
  if (!('location' in globalThis)) headers.set('user-agent', `marketplace-seller-sdk/${VERSION}`);
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (value == null) continue;
    try {
      headers.set(name, String(value));
    } catch {
      // Without the cause: its message quotes the value, which may be a secret.
      throw invalidInput(name, 'A header has only visible characters and spaces.');
    }
  }
  return headers;
}

function writeBody(body: unknown, type: string): string {
  if (typeof body === 'string') return body;
  if (type.startsWith(FORM)) return String(pairsOf(Object(body)));
  try {
    if (Array.isArray(body) && /ndjson|jsonl|json-lines/.test(type)) {
      return body.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
    return JSON.stringify(body);
  } catch (cause) {
    throw invalidInput('body', 'It cannot be written as JSON.', cause);
  }
}

/** Not `crypto.randomUUID`: browsers have it only on pages that came over HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function invalidInput(name: string, details: string, cause?: unknown): ApiError {
  const message = `${name} cannot be sent.`;
  return new ApiError({ status: 0, errors: [{ code: 'InvalidInput', message, details }], cause });
}
