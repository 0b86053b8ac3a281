import type { ProviderAnswer } from './identity.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import type { OAuthEndpoint } from './oauth-endpoint.ts';
import { providerUnavailable, RETRY_AFTER_SECONDS, type UpstreamAnswer } from './upstream.ts';

/**
 * Makes the provider's answer one of this service. A client gets an answer of OAuth or a 503, never a redirect, a page or an
 * internal error of the provider, whose text could contain anything. Errors have one form, whichever provider it is: a code
 * of the endpoint's RFC, its status and its challenge. `endpoint` says which codes those are.
 */
export function sanitizeAnswer(endpoint: OAuthEndpoint, upstream: UpstreamAnswer): ProviderAnswer {
  const { text } = upstream;
  const { what } = endpoint;
  const body = jsonObjectIn(text);
  const status = isErrorAs200(upstream.status, body) ? 400 : upstream.status;
  if (status >= 200 && status < 300 && body) return { status, headers: {}, body };
  if (status === 429) return tooMany(upstream);
  const absent = endpoint.absent(status);
  if (absent) return absent;
  if (status < 400 || status >= 500 || isOverloaded(body))
    throw providerUnavailable(`${what}: status ${status}${body ? '' : ' without JSON'}`);
  if (!body && text.trim() !== '')
    throw providerUnavailable(`${what}: status ${status} with a body that is no OAuth error`);
  const error = endpoint.errorOf(status, typeof body?.error === 'string' ? body.error : undefined);
  if (error === undefined) throw providerUnavailable(`${what}: status ${status} without an OAuth error`);
  return errorAnswer(endpoint, error, descriptionIn(body));
}

/** Some products answer 200 with an error in it. */
const isErrorAs200 = (status: number, body: JsonObject | undefined) =>
  status === 200 && typeof body?.error === 'string' && body.access_token == null && body.client_id == null;

/** Some providers report an error of their own with a 4xx. */
const isOverloaded = (body: JsonObject | undefined) =>
  body?.error === 'server_error' || body?.error === 'temporarily_unavailable';

function errorAnswer(endpoint: OAuthEndpoint, error: string, description: string): ProviderAnswer {
  const challenge = endpoint.challengeOf(error);
  return {
    status: challenge === undefined ? 400 : 401,
    // A 401 always has a challenge (RFC 9110 11.6.1), even where the provider sends none.
    headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
    body: { error, error_description: description },
  };
}

const NO_REASON = 'The identity provider rejected the request without a reason.';
const MAX_DESCRIPTION_LENGTH = 500;

/** RFC 6749 5.2 allows printable ASCII without quotes and backslashes. */
function descriptionIn(body: JsonObject | undefined): string {
  const { error_description: text } = body ?? {};
  if (typeof text !== 'string' || text.trim() === '') return NO_REASON;
  const allowed = text
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
  return allowed.slice(0, MAX_DESCRIPTION_LENGTH);
}

/** With the provider's `Retry-After` if it is a number of seconds or a date, and always with one. */
function tooMany({ header }: UpstreamAnswer): ProviderAnswer {
  const sent = header('retry-after');
  return {
    status: 429,
    headers: { 'retry-after': sent !== undefined && /^[\w ,:]{1,40}$/.test(sent) ? sent : String(RETRY_AFTER_SECONDS) },
    body: { error: 'temporarily_unavailable', error_description: 'Too many requests.' },
  };
}
