import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import type { Browser } from 'playwright-core';
import { newVisitor } from '../harness/browser.ts';
import { TestBrowser } from '../idp/browser.ts';

/** The addresses of the service and its provider. */
export type Addresses = { base: string; issuer: string };

/** What a solution provider takes from the documentation of the service, which has no discovery. */
export function serverMetadata({ base, issuer }: Addresses): client.ServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${base}/auth/v4/authorize`,
    token_endpoint: `${base}/auth/v4/token`,
    registration_endpoint: `${base}/auth/v4/register`,
    authorization_response_iss_parameter_supported: true,
  };
}

/** A registered application of a solution provider, with a server for the redirect. */
export class SolutionProvider {
  readonly addresses: Addresses;
  readonly config: client.Configuration;
  readonly redirectUri: string;
  readonly #server: Server;

  private constructor(addresses: Addresses, config: client.Configuration, redirectUri: string, server: Server) {
    this.addresses = addresses;
    this.config = config;
    this.redirectUri = redirectUri;
    this.#server = server;
  }

  static async register(addresses: Addresses): Promise<SolutionProvider> {
    const server = createServer((_request, response) =>
      response.setHeader('connection', 'close').end('Back at the application.'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const answer = await fetch(`${addresses.base}/auth/v4/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Example Repricer', redirect_uris: [redirectUri] }),
    });
    assert.equal(answer.status, 201, await answer.clone().text());
    const registered = (await answer.json()) as { client_id: string; client_secret: string };
    const config = new client.Configuration(serverMetadata(addresses), registered.client_id, registered.client_secret);
    client.allowInsecureRequests(config);
    return new SolutionProvider(addresses, config, redirectUri, server);
  }

  /** Lets a seller sign in and consent in a real browser. Returns what the redirect brought. */
  async connect(browser: Browser) {
    const { url, ...kept } = await this.#authorization();
    const page = await newVisitor(browser);
    await page.goto(url);
    await page.getByLabel('E-mail address').fill('demo@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Example Repricer?' }).waitFor();
    const consent = await page.locator('body').innerText();
    const arrival = this.#nextArrival();
    await page.getByRole('button', { name: 'Allow' }).click();
    return { callback: await arrival, consent, ...kept };
  }

  /** The same with the forms of the pages alone, for tests of what follows: a browser takes a second for it. */
  async connectByForms(email?: string, password?: string) {
    const { url, ...kept } = await this.#authorization();
    const browser = new TestBrowser(this.addresses.issuer);
    const { url: callback } = await browser.allow(await browser.signIn(await browser.go(url), email, password));
    assert.ok(callback.startsWith(`${this.redirectUri}?`), callback);
    return { callback: new URL(callback), ...kept };
  }

  async #authorization() {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(this.config, {
      redirect_uri: this.redirectUri,
      scope: 'offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    return { url: url.href, verifier, state };
  }

  /** Exchanges the code of `connect`; openid-client checks state, `iss` and the answer. */
  exchange({ callback, verifier, state }: { callback: URL; verifier: string; state: string }) {
    return client.authorizationCodeGrant(this.config, callback, { pkceCodeVerifier: verifier, expectedState: state });
  }

  refresh(refreshToken: string) {
    return client.refreshTokenGrant(this.config, refreshToken);
  }

  close(): void {
    this.#server.close();
  }

  async #nextArrival(): Promise<URL> {
    for (;;) {
      const [{ url }] = (await once(this.#server, 'request')) as [{ url: string }];
      // Browsers also ask for an icon.
      if (url.startsWith('/callback?')) return new URL(url, this.redirectUri);
    }
  }
}
