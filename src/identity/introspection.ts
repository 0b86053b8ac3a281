import type { Discovery } from './discovery.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/** The service's own credential at the introspection endpoint. With `bearer` the secret is an access token. */
export type IntrospectionCredential = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly method: 'basic' | 'post' | 'bearer';
};

/** Introspects tokens at the provider (RFC 7662). */
export class Introspection {
  readonly #credential: IntrospectionCredential;
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;

  constructor(credential: IntrospectionCredential, discovery: Discovery, upstream: Upstream) {
    this.#credential = credential;
    this.#discovery = discovery;
    this.#upstream = upstream;
  }

  /** The claims of a token. Rejects with `Fault('ServiceUnavailable')` when the provider gives none. */
  async claimsOf(token: string): Promise<JsonObject> {
    const form = new URLSearchParams({ token, token_type_hint: 'access_token' });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    authenticate(this.#credential, form, headers);
    const url = await this.#discovery.endpoint('introspection');
    const { status, text } = await this.#upstream.send('introspection', url, {
      method: 'POST',
      headers,
      body: form.toString(),
    });
    // RFC 7662 2.3: 401 is about the service's own credential, not about the caller's token.
    if (status === 401 || status === 403)
      throw providerUnavailable("introspection: the service's own credential is rejected");
    const claims = status === 200 ? jsonObjectIn(text) : undefined;
    if (typeof claims?.active !== 'boolean')
      throw providerUnavailable(`introspection: status ${status} without an answer`);
    return claims;
  }
}

function authenticate(
  credential: IntrospectionCredential,
  form: URLSearchParams,
  headers: Record<string, string>,
): void {
  const { clientId, clientSecret, method } = credential;
  switch (method) {
    case 'basic':
      headers.authorization = `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
      break;
    case 'post':
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
      break;
    case 'bearer':
      headers.authorization = `Bearer ${clientSecret}`;
  }
}

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined by a colon. */
const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
