import * as oauth from 'oauth4webapi';
import { SignInError, signInErrorOf } from './sign-in-error.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { holderOf } from './token-holder.ts';
import { wantedSeller } from './wanted-seller.ts';
import type { Way } from './way.ts';

/*
 * Authorization code with PKCE, as a public client. Requests go to the service's own endpoints: they are of the same origin, so
 * no browser rule about other origins applies, they are the same for every provider, and the service knows which names and
 * extra scopes another provider needs. Only `iss` is the provider's, and the address of the frame that a page begins with.
 */

/** What only this browser knows of an authorization that is under way. */
export type Started = { readonly state: string; readonly verifier: string };

export type AccessToken = {
  readonly value: string;
  readonly expiresAt: number;
  /** Whom it acts for. Only the embedded provider says so. */
  readonly seller: string | undefined;
  /** The same as any provider names it, to compare two tokens; undefined when the token does not say. */
  readonly holder: string | undefined;
};

/** For a provider that does not say how long its tokens live (RFC 6749 5.1). */
const DEFAULT_LIFETIME_SECONDS = 300;

/**
 * `none`: the provider must not show a page. `login`: the person signs in again, although they are signed in. `select_account`: the
 * person chooses one of their sellers.
 */
export type Prompt = 'none' | 'login' | 'select_account';

/** A new authorization request. */
export async function startAuthorization(settings: SignInSettings, way: Way, prompt?: Prompt) {
  const state = `${way}.${oauth.generateRandomState()}`;
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(settings.authorizationEndpoint, location.href);
  // A person with several sellers has a tab for each: the provider's session does not say which one this is.
  const seller = prompt === 'select_account' ? undefined : wantedSeller();
  const parameters = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUriOf(settings),
    scope: settings.scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Some providers require it with `openid`, which an operator can add to every request. No ID token ever comes back.
    nonce: oauth.generateRandomNonce(),
    ...(prompt && { prompt }),
    ...(seller && { login_hint: seller }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, started: { state, verifier } satisfies Started };
}

/** Checks the provider's answer, the query of the callback, and exchanges its code. Throws a `SignInError`. */
export async function finishAuthorization(
  settings: SignInSettings,
  { state, verifier }: Started,
  answer: string,
): Promise<AccessToken> {
  const server: oauth.AuthorizationServer = {
    issuer: settings.issuer,
    token_endpoint: new URL(settings.tokenEndpoint, location.href).href,
    authorization_response_iss_parameter_supported: settings.sendsIssuer,
  };
  const client: oauth.Client = { client_id: settings.clientId };
  try {
    const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(answer), state);
    const sentAt = Date.now();
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUriOf(settings),
      verifier,
      // The page came the same way: without https only on this machine.
      { [oauth.allowInsecureRequests]: location.protocol === 'http:', signal: AbortSignal.timeout(20_000) },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    const lifetimeMs = (tokens.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1000;
    const seller = parameters.get('seller_id') ?? undefined;
    const holder = seller ?? holderOf(tokens.access_token);
    return { value: tokens.access_token, expiresAt: sentAt + lifetimeMs, seller, holder };
  } catch (error) {
    throw error instanceof SignInError ? error : signInErrorOf(error);
  }
}

const redirectUriOf = ({ origin, path }: SignInSettings) => `${origin}${path}/callback`;
