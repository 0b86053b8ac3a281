import { type ApiError, failure } from '../api-error.ts';
import type { OperationRequest } from '../operation-client.ts';
import { randomText } from './base64url.ts';
import { takesKey } from './operation-rules.ts';
import { VERSION } from './version.ts';

/** A request that can be sent any number of times. The access token is not in it. */
export type BuiltRequest = { method: string; url: string; headers: Headers; body: string | Blob | null };

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
  const path = fillPath(request.url, Object(request.path) as Record<string, unknown>);
  const query = String(pairsOf(request.query));
  const headers = readHeaders(request.headers);
  const { body } = request;
  if (body === undefined) headers.delete('content-type');
  // RFC 6749 4: token requests are forms. The generated operation names JSON, which the service takes too.
  else if (request.url === '/auth/v4/token') headers.set('content-type', FORM);
  // `fetch` adds no-cache to a conditional request, and for no-cache the service sends the whole answer again.
  if (headers.has('if-none-match') && !headers.has('cache-control')) headers.set('cache-control', 'max-age=0');
  if (takesKey(method, request.url) && !headers.has('idempotency-key')) headers.set('idempotency-key', randomText());
  return {
    method,
    url: addressOf(baseUrl, path + (query && `?${query}`)),
    headers,
    body: body === undefined ? null : writeBody(body, headers.get('content-type') ?? ''),
  };
}

/** `path` may have a query. The service may itself be below a path. */
export const addressOf = (baseUrl: URL, path: string): string =>
  baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '') + path;

const FORM = 'application/x-www-form-urlencoded';

function fillPath(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    // URLs cannot express these as a segment: every client and proxy removes `.` and `..`, also in their encoded form.
    try {
      if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    } catch {
      // Half of a surrogate pair.
    }
    throw invalidInput(name, 'It must be Unicode text other than "", "." and "..".');
  });
}

/** Lists are repeated; what is undefined or null is left out. */
function pairsOf(fields: unknown): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(fields))) {
    for (const one of [value].flat()) if (one != null) pairs.append(name, String(one));
  }
  return pairs;
}

function readHeaders(given: unknown): Headers {
  const headers = new Headers({ accept: 'application/json' });
  // Browsers have a user agent of their own, and `location`, also in workers.
  if (!('location' in globalThis)) headers.set('user-agent', `marketplace-seller-sdk/${VERSION}`);
  for (const [name, value] of Object.entries(Object(given))) {
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

function writeBody(body: unknown, type: string): string | Blob {
  if (typeof body === 'string' || body instanceof Blob) return body;
  if (type.startsWith(FORM)) return String(pairsOf(body));
  try {
    if (Array.isArray(body) && /ndjson|jsonl|json-lines/.test(type)) {
      return body.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
    return JSON.stringify(body);
  } catch (cause) {
    throw invalidInput('body', 'It cannot be written as JSON.', cause);
  }
}

const invalidInput = (name: string, details: string, cause?: unknown): ApiError =>
  failure('InvalidInput', `${name} cannot be sent.`, details, { cause });
