/** Where access tokens come from. `createClient` takes one of these. */

/** The seller's own application: it acts for one seller, with all of the seller's rights. */
export type SellerCredentials = { clientId: string; clientSecret: string };

/**
 * An application that a seller has authorized. Public applications have no secret. `exchangeCode` puts the first tokens into the store.
 * A call rejects with the code `AuthorizationRequired` when the grant has ended: send the seller to `authorizationUrl` again.
 */
export type DelegatedGrant = { clientId: string; clientSecret?: string | undefined; tokenStore: TokenStore };

/** The tokens of one grant, as they are stored. */
export type StoredTokens = {
  refreshToken: string;
  /** The access token that came with it, so that several processes can share it. */
  accessToken?: string;
  /** When the access token ends, in milliseconds since 1970 UTC. Absent: unknown; it is used until the service rejects it. */
  expiresAt?: number;
};

/**
 * Keeps the tokens of one grant. A refresh token works once: the SDK saves the new one before it uses what came with it. When a
 * method rejects, the call that needed the token rejects with the same error as `cause`, and no token is used.
 */
export type TokenStore = {
  load(): Promise<StoredTokens | undefined>;
  /** Resolves when the tokens are on disk: a crash after it must not lose them. The SDK calls it inside `lock`. */
  save(tokens: StoredTokens): Promise<void>;
  /** Runs `work` while no other caller, in this or another process, runs work of the same store. Ends with a crash of its process. */
  lock<Result>(work: () => Promise<Result>): Promise<Result>;
};

/**
 * Tokens of your own. The SDK asks before every request, so return the token you have; requests that start together share one call.
 * `rejected` is the token that the service did not accept: return another one, or reject. `signal` aborts when no request waits any more.
 */
export type TokenFunction = (request: { rejected?: string; signal: AbortSignal }) => string | Promise<string>;

export type Credentials = SellerCredentials | DelegatedGrant | TokenFunction;

/** What the client needs of any credentials. */
export type TokenSource = {
  /** A token that is likely to be valid. Concurrent calls share one request, which has its own retries and its own time limit. */
  token(signal: AbortSignal): Promise<string>;
  /** The service has answered 401 for this token: the next call of `token` gets another one. An older token changes nothing. */
  reject(token: string): void;
};
