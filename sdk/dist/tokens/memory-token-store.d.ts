import type { StoredTokens, TokenStore } from '../credentials.ts';
/**
 * Keeps the tokens of one grant in memory: for tests, and where the grant may end with the process. A refresh token works once, so two
 * processes must not start from the same one.
 */
export declare function memoryTokenStore(initial?: StoredTokens): TokenStore;
