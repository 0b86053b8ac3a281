import type { Discovery } from './discovery.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import { ServiceToken } from './service-token.ts';
import { providerUnavailable, type Upstream, type UpstreamAnswer } from './upstream.ts';

/**
 * The service's own credential at the introspection endpoint. With `bearer` the secret is an access token. With
 * `client_credentials` the service gets access tokens for its client, with `scope`, and renews them.
 */
export type IntrospectionCredential = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly method: 'basic' | 'post' | 'bearer' | 'client_credentials';
  readonly scope?: string | undefined;
};

/** A token and the address that sent it. */
type SentToken = { readonly token: string; readonly address: string | undefined };

/** Introspects tokens at the provider (RFC 7662). */
export class Introspection {
  readonly #credential: IntrospectionCredential;
  readonly #discovery: Discovery;
  readonly #upstream: Upstream;
  readonly #ownToken: ServiceToken | undefined;

  constructor(
    credential: IntrospectionCredential,
    discovery: Discovery,
    upstream: Upstream,
    now = () => performance.now(),
  ) {
    this.#credential = credential;
    this.#discovery = discovery;
    this.#upstream = upstream;
    if (credential.method !== 'client_credentials') return;
    const request = { authorization: basicAuthorization(credential), scope: credential.scope };
    this.#ownToken = new ServiceToken(request, discovery, upstream, now);
  }

  /**
   * The claims of a token that this address has sent; of one that comes first, when no address is given. Rejects with
   * `Fault('ServiceUnavailable')` when the provider gives none.
   */
  async claimsOf(token: string, address?: string): Promise<JsonObject> {
    const sent = { token, address };
    const { status, text } = await (this.#ownToken ? this.#askAsBearer(sent, this.#ownToken) : this.#ask(sent));
    // RFC 7662 2.3: 401 is about the service's own credential, not about the caller's token.
    if (status === 401 || status === 403)
      throw providerUnavailable("introspection: the service's own credential is rejected");
    const claims = status === 200 ? jsonObjectIn(text) : undefined;
    if (typeof claims?.active !== 'boolean')
      throw providerUnavailable(`introspection: status ${status} without an answer`);
    return claims;
  }

  /** A provider that was restarted may have lost the service's token: tries once more, with a new one. */
  async #askAsBearer(token: SentToken, ownToken: ServiceToken): Promise<UpstreamAnswer> {
    const used = await ownToken.value();
    const answer = await this.#ask(token, used);
    if (answer.status !== 401 && answer.status !== 403) return answer;
    ownToken.invalidate(used);
    return this.#ask(token, await ownToken.value());
  }

  async #ask({ token, address }: SentToken, ownToken?: string): Promise<UpstreamAnswer> {
    const form = new URLSearchParams({ token, token_type_hint: 'access_token' });
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    authenticate(this.#credential, ownToken, form, headers);
    const url = await this.#discovery.endpoint('introspection');
    return this.#upstream.send('introspection', url, { method: 'POST', headers, body: form.toString(), address });
  }
}

function authenticate(
  credential: IntrospectionCredential,
  ownToken: string | undefined,
  form: URLSearchParams,
  headers: Record<string, string>,
): void {
  const { clientId, clientSecret, method } = credential;
  switch (method) {
    case 'basic':
      headers.authorization = basicAuthorization(credential);
      break;
    case 'post':
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
      break;
    case 'bearer':
    case 'client_credentials':
      headers.authorization = `Bearer ${ownToken ?? clientSecret}`;
  }
}

/** RFC 6749 2.3.1: both halves are form-encoded before they are joined by a colon. */
export const basicAuthorization = ({
  clientId,
  clientSecret,
}: Pick<IntrospectionCredential, 'clientId' | 'clientSecret'>): string =>
  `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
