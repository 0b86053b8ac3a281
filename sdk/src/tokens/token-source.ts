import type { Credentials, TokenSource } from '../credentials.ts';
import { clientCredentials } from './client-credentials.ts';
import { delegatedGrant } from './delegated-grant.ts';
import { functionTokens } from './token-function.ts';

/** Makes the source of access tokens from the credentials that the caller gave. `baseUrl` is the service's, whose /auth/v4/token it asks. */
export function tokenSourceOf(baseUrl: URL, credentials: Credentials, fetch: typeof globalThis.fetch): TokenSource {
  if (typeof credentials === 'function') return functionTokens(credentials);
  const client = { baseUrl, clientId: credentials.clientId, clientSecret: credentials.clientSecret, fetch };
  return 'tokenStore' in credentials ? delegatedGrant(client, credentials.tokenStore) : clientCredentials(client);
}
