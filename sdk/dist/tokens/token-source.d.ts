import type { Credentials, TokenSource } from '../credentials.ts';
/** Makes the source of access tokens from the credentials that the caller gave. `baseUrl` is the service's, whose /auth/v4/token it asks. */
export declare function tokenSourceOf(baseUrl: URL, credentials: Credentials, fetch: typeof globalThis.fetch): TokenSource;
