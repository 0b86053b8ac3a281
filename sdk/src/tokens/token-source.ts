import type { Credentials, DelegatedGrant, TokenSource } from '../credentials.ts';
import { clientCredentials } from './client-credentials.ts';
import { delegatedGrant } from './delegated-grant.ts';
import { functionTokens } from './token-function.ts';

/** Makes the source of access tokens from the credentials that the caller gave. `baseUrl` is the service's, whose /auth/v4/token it asks. */
export function tokenSourceOf(baseUrl: URL, credentials: Credentials, fetch: typeof globalThis.fetch): TokenSource {
  if (typeof credentials === 'function') return functionTokens(credentials);
  // Settings that are missing are noticed here. The message shows nothing of what was given: it may be a token.
  const { clientId, clientSecret, tokenStore } = Object(credentials) as Partial<DelegatedGrant>;
  if (typeof clientId !== 'string' || (typeof clientSecret !== 'string' && !tokenStore)) {
    throw new TypeError('credentials must be a function, or have a clientId, and a clientSecret or a tokenStore.');
  }
  const client = { baseUrl, clientId, clientSecret, fetch };
  return tokenStore ? delegatedGrant(client, tokenStore) : clientCredentials(client);
}
