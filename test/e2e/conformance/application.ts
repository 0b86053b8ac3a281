import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import type { Browser } from 'playwright-core';
import { newVisitor } from '../../harness/browser.ts';
import type { Client, ConformanceProvider } from './provider.ts';

/** Where the browser comes back to. It runs before the provider, which may have to know the address. */
export class RedirectServer {
  readonly #server: Server = createServer((_request, response) =>
    response.setHeader('connection', 'close').end('Back at the application.'),
  );

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get uri(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/callback`;
  }

  async arrival(): Promise<URL> {
    for (;;) {
      const [request] = (await once(this.#server, 'request')) as [{ url: string }];
      // The browser also asks for an icon.
      if (request.url.startsWith('/callback')) return new URL(request.url, this.uri);
    }
  }

  close(): void {
    this.#server.close();
  }
}

export type Arrived = { readonly callback: URL; readonly verifier: string; readonly state: string };

/** An application that a seller authorizes. It knows the service's addresses and the issuer, as the documentation says. */
export class Application {
  readonly #config: client.Configuration;
  readonly #redirect: RedirectServer;
  readonly #provider: ConformanceProvider;

  constructor(base: string, provider: ConformanceProvider, { id, secret }: Client, redirect: RedirectServer) {
    this.#provider = provider;
    this.#redirect = redirect;
    const server = {
      issuer: provider.issuer,
      authorization_endpoint: `${base}/auth/v4/authorize`,
      token_endpoint: `${base}/auth/v4/token`,
      authorization_response_iss_parameter_supported: provider.sendsIssuer,
    };
    // As it is registered: some providers refuse any other method.
    this.#config = new client.Configuration(server, id, {}, client.ClientSecretBasic(secret));
    client.allowInsecureRequests(this.#config);
  }

  /** Lets the seller sign in and consent in a real browser. `scope` is left out when it is absent. */
  async connect(browser: Browser, scope?: string): Promise<Arrived> {
    const verifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const url = client.buildAuthorizationUrl(this.#config, {
      redirect_uri: this.#redirect.uri,
      ...(scope === undefined ? {} : { scope }),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
    const arrival = this.#redirect.arrival();
    await this.visit(browser, url.href);
    return { callback: await arrival, verifier, state };
  }

  /** Opens an address of the provider, signs in and consents. */
  async visit(browser: Browser, url: string): Promise<void> {
    const page = await newVisitor(browser);
    page.setDefaultTimeout(30_000);
    try {
      // Not until it is loaded: scripts of some providers go on to another page before that, and the visit would fail.
      await page.goto(url, { waitUntil: 'commit' });
      await this.#provider.consent(page);
      await page.waitForURL(/\/callback\?/);
    } catch (error) {
      const shown = await page.locator('body').innerText();
      throw new Error(`${(error as Error).message}\nat ${page.url()}:\n${shown}\n${this.#provider.printed()}`);
    }
  }

  /** openid-client checks `state`, `iss` and the answer. */
  exchange({ callback, verifier, state }: Arrived) {
    return client.authorizationCodeGrant(this.#config, callback, { pkceCodeVerifier: verifier, expectedState: state });
  }

  refresh(token: string) {
    return client.refreshTokenGrant(this.#config, token);
  }
}
