import { failure } from '../api-error.ts';
import { base64url, randomText } from '../calls/base64url.ts';
import { addressOf } from '../calls/build-request.ts';
import type { TokenStore } from '../credentials.ts';
import { requestTokens } from './token-request.ts';

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
export async function authorizationUrl(options: AuthorizationOptions): Promise<StartedAuthorization> {
  // 43 characters, the length of a verifier (RFC 7636 4.1).
  const [state, verifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: options.clientId,
    redirect_uri: options.redirectUri,
    scope: options.scope ?? 'offline_access',
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return { url: addressOf(new URL(options.baseUrl), `/auth/v4/authorize?${query}`), state, verifier };
}

export type CodeExchange = Pick<AuthorizationOptions, 'baseUrl' | 'clientId' | 'redirectUri'> &
  Pick<StartedAuthorization, 'state' | 'verifier'> & {
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
export async function exchangeCode(options: CodeExchange): Promise<void> {
  const { clientId, clientSecret, redirectUri, verifier, tokenStore, signal, fetch = globalThis.fetch } = options;
  const code = codeOf(new URL(options.callbackUrl, redirectUri).searchParams, options);
  const client = { baseUrl: new URL(options.baseUrl), clientId, clientSecret, fetch };
  const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
  // Locked first: a code works once, and a store that cannot be locked should not use it up.
  await tokenStore.lock(async () => {
    const issued = await requestTokens(client, fields, signal);
    const { refreshToken } = issued;
    if (refreshToken === undefined)
      throw failed('InvalidAnswer', 'The answer has no refresh token: request the scope offline_access.');
    await tokenStore.save({ ...issued, refreshToken });
  });
}

function codeOf(query: URLSearchParams, { state, issuer }: CodeExchange): string {
  // A foreign redirect gets no information: not even its error is shown.
  if (query.get('state') !== state)
    throw failed('AuthorizationFailed', 'state is not that of this browser: start again.');
  if (query.get('iss') !== issuer) throw failed('AuthorizationFailed', 'iss is not the issuer: compare both.');
  const error = query.get('error');
  if (error !== null) throw failed(error, query.get('error_description') ?? '');
  const code = query.get('code');
  if (!code) throw failed('AuthorizationFailed', 'code is missing.');
  return code;
}

const failed = (code: string, details: string) => failure(code, 'The application was not authorized.', details);
