import * as oauth from 'oauth4webapi';
import type { RunningIdp } from '../../src/idp/start.ts';
import { type PageView, TestBrowser } from './browser.ts';
import { register } from './harness.ts';

export const insecure: { [oauth.allowInsecureRequests]: boolean } = { [oauth.allowInsecureRequests]: true };

export const redirectUri = 'https://repricer.example/callback';

export type Application = { client: oauth.Client; auth: oauth.ClientAuth; server: oauth.AuthorizationServer };

export async function discover(idp: RunningIdp): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(idp.issuer);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

/** Registers a solution provider's application (RFC 7591). */
export async function connectable(idp: RunningIdp, metadata: object = {}): Promise<Application> {
  const { status, body } = await register(idp, {
    client_name: 'Example Repricer',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'client_secret_basic',
    ...metadata,
  });
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
  const client = { client_id: String(body.client_id) };
  const secret = body.client_secret;
  const auth = typeof secret === 'string' ? oauth.ClientSecretBasic(secret) : oauth.None();
  return { client, auth, server: await discover(idp) };
}

export type Started = { url: string; verifier: string; state: string };

export async function authorizationUrl(
  { client, server }: Application,
  params: Record<string, string | undefined> = {},
): Promise<Started> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  const all: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'offline_access',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...params,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return { url: url.href, verifier, state };
}

/** Signs in and consents. Ends at the application's redirect URI with the code. */
export async function consentTo(
  idp: RunningIdp,
  started: Started,
  email = 'demo@store.example',
): Promise<{ back: PageView; consent: PageView; browser: TestBrowser }> {
  const browser = new TestBrowser(idp.issuer);
  const signIn = await browser.go(started.url);
  const consent = await browser.signIn(signIn, email);
  const back = await browser.allow(consent);
  return { back, consent, browser };
}

export async function exchange(
  { client, auth, server }: Application,
  started: Started,
  back: string,
): Promise<oauth.TokenEndpointResponse> {
  const params = oauth.validateAuthResponse(server, client, new URL(back), started.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    params,
    redirectUri,
    started.verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

export async function refresh({ client, auth, server }: Application, token: string) {
  const response = await oauth.refreshTokenGrantRequest(server, client, auth, token, insecure);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** The whole flow: registration, consent, exchange of the code. */
export async function connected(
  idp: RunningIdp,
  metadata: object = {},
  params: Record<string, string | undefined> = {},
) {
  const application = await connectable(idp, metadata);
  const started = await authorizationUrl(application, params);
  const { back, consent, browser } = await consentTo(idp, started);
  const tokens = await exchange(application, started, back.url);
  return { application, started, back, consent, browser, tokens };
}
