import type { TokenSource, TokenStore } from '../credentials.ts';
import { type TokenClient } from './token-request.ts';
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
export declare function delegatedGrant(client: TokenClient, tokenStore: TokenStore): TokenSource;
