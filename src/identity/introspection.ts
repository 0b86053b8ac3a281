import type { Discovery } from './discovery.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { type Upstream, unavailable } from './upstream.ts';

/** How the service proves itself to the introspection endpoint. With `bearer` the secret is an access token. */
export type IntrospectionCredential = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly method: 'basic' | 'post' | 'bearer';
};

/** Asks the provider about tokens (RFC 7662). */
export class Introspection {
  readonly #credential: IntrospectionCredential;
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;

  constructor(credential: IntrospectionCredential, discovery: Discovery, upstream: Upstream) {
    this.#credential = credential;
    this.#discovery = discovery;
    this.#upstream = upstream;
  }

  /** The claims of a token. Rejects with `Fault('ServiceUnavailable')` when the provider does not say. */
  async claimsOf(token: string): Promise<JsonObject> {
    const form = new URLSearchParams({ token, token_type_hint: 'access_token' });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    prove(this.#credential, form, headers);
    const url = await this.#discovery.endpoint('introspection');
    const { status, text } = await this.#upstream.send('introspection', url, {
      method: 'POST',
      headers,
      body: form.toString(),
    });
    // RFC 7662 2.3: 401 is about the service's own credential. The caller's token may be perfect.
    if (status === 401 || status === 403) throw unavailable("introspection: the service's own credential is refused");
    const claims = status === 200 ? jsonObjectIn(text) : undefined;
    if (typeof claims?.active !== 'boolean') throw unavailable(`introspection: status ${status} without an answer`);
    return claims;
  }
}

function prove(credential: IntrospectionCredential, form: URLSearchParams, headers: Record<string, string>): void {
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
