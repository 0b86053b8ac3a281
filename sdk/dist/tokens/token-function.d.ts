import type { TokenFunction, TokenSource } from '../credentials.ts';
/**
 * Asks the function before every request: only its author knows when the token changes, for example when another user signs in.
 * Requests that start together share one call.
 */
export declare function functionTokens(give: TokenFunction): TokenSource;
