/** Where access tokens come from. `createClient` takes one of these. */

/** The seller's own application: it acts for one seller, with all of the seller's rights. */
export type SellerCredentials = { clientId: string; clientSecret: string };

/** An application that a seller has authorized. Public applications have no secret. */
export type DelegatedGrant = { clientId: string; clientSecret?: string; tokenStore: TokenStore };

/** The tokens of one grant, as they are stored. */
export type StoredTokens = {
  refreshToken: string;
  /** The access token that came with it, so that several processes can share it. */
  accessToken?: string;
  /** When the access token ends, in milliseconds since 1970 UTC. */
  expiresAt?: number;
};

/**
 * Keeps the tokens of one grant. A refresh token works once: the SDK saves the new one before it uses what came with it.
 */
export type TokenStore = {
  load(): Promise<StoredTokens | undefined>;
  /** Resolves when the tokens are on disk: a crash after it must not lose them. */
  save(tokens: StoredTokens): Promise<void>;
  /** Runs `work` while nobody else, in this or another process, runs work of the same store. */
  lock<Result>(work: () => Promise<Result>): Promise<Result>;
};

/** Tokens of your own. `rejected` is the token that the service did not accept: do not return it again. */
export type TokenFunction = (request: { rejected?: string; signal: AbortSignal }) => string | Promise<string>;

export type Credentials = SellerCredentials | DelegatedGrant | TokenFunction;

/** What the client needs of any credentials. */
export type TokenSource = {
  /** A token that is likely to be valid. Concurrent calls share one request. */
  token(signal: AbortSignal): Promise<string>;
  /** The service has answered 401 for this token: the next call of `token` gets another one. */
  reject(token: string): void;
};
