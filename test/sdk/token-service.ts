import assert from 'node:assert/strict';
import type { TokenStore } from '../../sdk/src/credentials.ts';
import { authorizationUrl, exchangeCode } from '../../sdk/src/tokens/authorization.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import type { Engine } from '../db/engines.ts';
import { startApp } from '../harness/app.ts';
import { groupsWith } from '../identity/auth-service.ts';
import { TestBrowser } from '../idp/browser.ts';
import { freshDb, introspect, serviceClient, startTestIdp } from '../idp/harness.ts';
import { startTokenProxy } from './token-proxy.ts';

export const redirectUri = 'https://repricer.example/callback';

/** The authorization endpoints on a socket, the embedded identity provider behind them, and a proxy in front. */
export async function startTokenService(engine: Engine, refreshGraceSeconds = 0) {
  const idp = await startTestIdp(await freshDb(engine), { refreshGraceSeconds });
  const { id: clientId, secret: clientSecret } = serviceClient;
  const identity = createIdentity({ issuer: idp.issuer, introspection: { clientId, clientSecret, method: 'basic' } });
  const { app } = await startApp({ groups: groupsWith(identity) });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = await startTokenProxy(address);

  async function register(): Promise<{ clientId: string; clientSecret: string }> {
    const answer = await fetch(`${address}/auth/v4/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Example Repricer', redirect_uris: [redirectUri] }),
    });
    const body = (await answer.json()) as { client_id: string; client_secret: string };
    assert.equal(answer.status, 201, JSON.stringify(body));
    return { clientId: body.client_id, clientSecret: body.client_secret };
  }

  /** The seller signs in and allows. Returns where the browser ends. */
  async function consent(url: string, answer: 'allow' | 'deny' = 'allow'): Promise<string> {
    const browser = new TestBrowser(idp.issuer);
    return (await browser[answer](await browser.signIn(await browser.go(url)))).url;
  }

  return {
    idp,
    proxy,
    address,
    register,
    consent,
    /** A seller authorizes a new application; its tokens are in the store afterwards. */
    async connect(tokenStore: TokenStore) {
      const application = await register();
      const { url, state, verifier } = await authorizationUrl({ baseUrl: address, redirectUri, ...application });
      const redirect = { callbackUrl: await consent(url), issuer: idp.issuer, state, verifier, redirectUri };
      await exchangeCode({ baseUrl: proxy.baseUrl, ...application, ...redirect, tokenStore });
      return application;
    },
    isActive: async (token: string) => (await introspect(idp, token)).active === true,
    async close() {
      await proxy.close();
      await app.close();
      await identity.close();
      await idp.close();
    },
  };
}

export type TokenService = Awaited<ReturnType<typeof startTokenService>>;
