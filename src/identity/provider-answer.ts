import type { ProviderAnswer } from './identity.ts';
import { jsonObjectIn } from './json-object.ts';
import { RETRY_AFTER_SECONDS, type UpstreamAnswer, unavailable } from './upstream.ts';

/** What an answer without words means, by its status, at one endpoint. */
export type Silence = {
  readonly badRequest: string;
  readonly refused: { readonly error: string; readonly challenge: string };
};

/** Only these headers of the provider's answer mean something to the client. */
const passedHeaders = ['www-authenticate', 'retry-after'] as const;

/**
 * Makes the provider's answer fit to be passed on. A client gets what OAuth foresees or a 503: never a redirect, a page
 * or an error of the provider's machinery, whose text could say anything. `what` names the endpoint for the log.
 */
export function answerFrom(what: string, upstream: UpstreamAnswer, silence: Silence): ProviderAnswer {
  const { status, text } = upstream;
  const body = jsonObjectIn(text);
  if (status >= 200 && status < 300 && body) return { status, headers: {}, body };
  if (status < 400 || status >= 500) throw unavailable(`${what}: status ${status}${body ? '' : ' without JSON'}`);
  const headers = headersFrom(upstream, silence);
  if (typeof body?.error === 'string') return { status, headers, body };
  if (status === 429) return { status, headers, body: tooMany };
  if (text.trim() !== '') throw unavailable(`${what}: status ${status} with a body that is no OAuth error`);
  if (status === 400) return { status, headers, body: { error: silence.badRequest, error_description: WORDLESS } };
  if (status === 401 || status === 403) {
    return { status: 401, headers, body: { error: silence.refused.error, error_description: WORDLESS } };
  }
  throw unavailable(`${what}: status ${status} without a body`);
}

const WORDLESS = 'The identity provider refused the request and gave no reason.';

const tooMany = { error: 'temporarily_unavailable', error_description: 'Too many requests.' };

/** A 401 always says how to do better (RFC 9110 11.6.1), and a 429 when, even where the provider does not. */
function headersFrom({ status, header }: UpstreamAnswer, { refused }: Silence): Record<string, string> {
  const headers: Record<string, string> = {};
  if (status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  if (status === 401 || status === 403) headers['www-authenticate'] = refused.challenge;
  for (const name of passedHeaders) {
    const value = header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
