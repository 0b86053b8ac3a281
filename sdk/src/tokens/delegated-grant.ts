import { ApiError } from '../api-error.ts';
import { wasNeverSent } from '../calls/unsent.ts';
import type { StoredTokens, TokenSource, TokenStore } from '../credentials.ts';
import { renewedTokens } from './renewed-token.ts';
import { authorizationRequired, type IssuedTokens, requestTokens, type TokenClient } from './token-request.ts';

/**
 * Tokens of a grant whose refresh token works once: using it twice ends the grant. So under the store's lock the tokens are loaded
 * again, because another process may have renewed them, and the new refresh token is saved before anything that came with it is used.
 * A request that may have reached the provider is not repeated, and not given up when no caller waits for it any more.
 *
 * Tokens that could not be saved are kept here, and saved before anything else is done: the store may work again. The same after a
 * lock that took back what was saved in it: a transaction whose commit failed.
 *
 * What remains: the answer to a refresh is lost, by a crash before `save` or by the network. The next refresh then uses the old token
 * again, which ends the grant unless the operator has set a grace time (`IDP_REFRESH_GRACE_SECONDS`).
 */
export function delegatedGrant(client: TokenClient, tokenStore: TokenStore): TokenSource {
  /** The last refresh. As long as the store has the token that it used, what came for it is not saved. */
  let latest: { used: string; tokens: StoredTokens & IssuedTokens } | undefined;

  async function refresh(used: string): Promise<IssuedTokens> {
    if (latest?.used !== used) {
      const fields = { grant_type: 'refresh_token', refresh_token: used };
      // A provider that does not rotate refresh tokens issues no new one.
      latest = { used, tokens: { refreshToken: used, ...(await requestTokens(client, fields)) } };
    }
    const { tokens } = latest;
    await tokenStore.save(tokens);
    // Not rotated: it is used again.
    if (tokens.refreshToken === used) latest = undefined;
    return tokens;
  }

  return renewedTokens(
    async (replaced, signal) =>
      usable(await tokenStore.load(), replaced) ??
      tokenStore.lock(async () => {
        signal.throwIfAborted();
        const stored = await tokenStore.load();
        if (stored === undefined) throw authorizationRequired('The token store is empty: see authorizationUrl.');
        return usable(stored, replaced) ?? refresh(stored.refreshToken);
      }),
    wasNotExecuted,
  );
}

/** The stored access token, unless it is the one to replace, or has expired. */
function usable(stored: StoredTokens | undefined, replaced: string | undefined): IssuedTokens | undefined {
  const { accessToken, expiresAt = Number.POSITIVE_INFINITY } = stored ?? {};
  if (accessToken === undefined || accessToken === replaced || expiresAt <= Date.now()) return undefined;
  return { accessToken, expiresAt };
}

/** The provider certainly did not execute the request. */
const wasNotExecuted = (error: unknown) =>
  error instanceof ApiError && (error.status === 429 || wasNeverSent(error.cause));
