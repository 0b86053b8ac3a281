import { ApiError } from '../api-error.ts';
import type { StoredTokens } from '../credentials.ts';
/** Who asks, and where. */
export type TokenClient = {
    baseUrl: URL;
    clientId: string;
    clientSecret?: string | undefined;
    fetch: typeof globalThis.fetch;
};
/** `refreshToken` is absent where none was asked for, and from a provider that does not rotate them. */
export type IssuedTokens = {
    accessToken: string;
} & Partial<StoredTokens>;
/**
 * One request for tokens (RFC 6749 5), never repeated here. Rejects with an ApiError that names no secret, or with the signal's reason.
 */
export declare function requestTokens({ baseUrl, clientId, clientSecret, fetch }: TokenClient, fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<IssuedTokens>;
/** The grant is absent or has ended. Only the seller can help. */
export declare const authorizationRequired: (details: string, error?: ApiError) => ApiError;
