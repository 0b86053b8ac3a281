import type { TokenSource } from '../credentials.ts';
import type { IssuedTokens } from './token-request.ts';
/**
 * Keeps one access token, and renews it once for all callers when it is due or was rejected. `renew` gets a token that is not
 * `replaced`; its signal aborts when no caller waits any more. `mayRepeat`: whether it may be called again after this failure.
 */
export declare function renewedTokens(renew: (replaced: string | undefined, signal: AbortSignal) => Promise<IssuedTokens>, mayRepeat: (error: unknown) => boolean): TokenSource;
