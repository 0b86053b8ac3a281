import type { TokenStore } from '../credentials.ts';
export type AuthorizationOptions = {
    /** The address of the service. */
    baseUrl: string;
    clientId: string;
    /** One of those that the application registered, character for character. */
    redirectUri: string;
    /** Default: `offline_access`, which requests all rights that the application may have, and a refresh token. */
    scope?: string | undefined;
};
export type StartedAuthorization = {
    /** Send the seller's browser there. */
    url: string;
    /** Keep both with the browser's session for `exchangeCode`. They work once. */
    state: string;
    verifier: string;
};
/** Starts the authorization of an application by a seller: authorization code with PKCE (RFC 7636). */
export declare function authorizationUrl(options: AuthorizationOptions): Promise<StartedAuthorization>;
export type CodeExchange = Pick<AuthorizationOptions, 'baseUrl' | 'clientId' | 'redirectUri'> & Pick<StartedAuthorization, 'state' | 'verifier'> & {
    /** Public applications have none. */
    clientSecret?: string | undefined;
    /** The address at which the seller's browser came back, with its query. */
    callbackUrl: string;
    /** The issuer of the service's identity provider, from the operator's documentation: no other one may have sent the browser (RFC 9207). */
    issuer: string;
    /** Gets the tokens. Pass the same store to `createClient`. */
    tokenStore: TokenStore;
    /** Ends the request. The code may be used up then: the seller authorizes again. */
    signal?: AbortSignal | undefined;
    /** Default: the global one. */
    fetch?: typeof globalThis.fetch | undefined;
};
/** Completes an authorization: checks the redirect, exchanges its code and saves the tokens in the store. */
export declare function exchangeCode(options: CodeExchange): Promise<void>;
