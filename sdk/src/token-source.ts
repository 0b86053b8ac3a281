import type { Credentials, TokenSource } from './credentials.ts';

/** Makes the source of access tokens from the credentials that the caller gave. `baseUrl` is the service's, whose /auth/v4/token it asks. */
export function tokenSourceOf(_baseUrl: URL, _credentials: Credentials, _fetch: typeof globalThis.fetch): TokenSource {
  throw new Error('not written yet');
}
