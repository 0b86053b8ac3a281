import type { ProviderAnswer } from './identity.ts';
import { jsonObjectIn } from './json-object.ts';
import { providerUnavailable, RETRY_AFTER_SECONDS, type UpstreamAnswer } from './upstream.ts';

/** The OAuth errors of one endpoint that replace an error answer without a body. */
export type FallbackErrors = {
  readonly badRequest: string;
  readonly unauthorized: { readonly error: string; readonly challenge: string };
};

/** The only headers of the provider's answer that are passed on. */
const passedHeaders = ['www-authenticate', 'retry-after'] as const;

/**
 * Makes the provider's answer safe to pass on. A client gets an answer of OAuth or a 503, never a redirect, a page or an
 * internal error of the provider, whose text could contain anything. `what` names the endpoint for the log.
 */
export function sanitizeAnswer(what: string, upstream: UpstreamAnswer, fallback: FallbackErrors): ProviderAnswer {
  const { status, text } = upstream;
  const body = jsonObjectIn(text);
  if (status >= 200 && status < 300 && body) return { status, headers: {}, body };
  if (status < 400 || status >= 500)
    throw providerUnavailable(`${what}: status ${status}${body ? '' : ' without JSON'}`);
  const headers = headersFrom(upstream, fallback);
  if (typeof body?.error === 'string') return { status, headers, body };
  if (status === 429) return { status, headers, body: tooMany };
  if (text.trim() !== '') throw providerUnavailable(`${what}: status ${status} with a body that is no OAuth error`);
  if (status === 400) return { status, headers, body: { error: fallback.badRequest, error_description: NO_REASON } };
  if (status === 401 || status === 403) {
    return { status: 401, headers, body: { error: fallback.unauthorized.error, error_description: NO_REASON } };
  }
  throw providerUnavailable(`${what}: status ${status} without a body`);
}

const NO_REASON = 'The identity provider rejected the request without a reason.';

const tooMany = { error: 'temporarily_unavailable', error_description: 'Too many requests.' };

/** A 401 always has a challenge (RFC 9110 11.6.1), and a 429 a `Retry-After`, even where the provider sends none. */
function headersFrom({ status, header }: UpstreamAnswer, { unauthorized }: FallbackErrors): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  if (status === 401 || status === 403) headers['www-authenticate'] = unauthorized.challenge;
  for (const name of passedHeaders) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
