import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { testInTorture } from '../harness/scale.ts';
import { discoveryDocument } from '../harness/scripted-provider.ts';
import { type RunningService, startApi } from './conformance/service.ts';

/** How the provider answers `prompt=none`: OpenID Connect Core 3.1.2.6 demands a redirect, and some show a page, or nothing. */
type Silent = 'page' | 'code' | 'login_required' | 'never';

/** A provider that signs everybody in at once. */
class OtherProvider {
  readonly #server: Server;
  silent: Silent = 'page';
  /** The prompt of each authorization request, and what the browser wanted it for. */
  asked: { prompt: string | null; into: string | undefined }[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', this.origin);
      const send = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
      if (pathname === '/authorize') {
        const prompt = searchParams.get('prompt');
        this.asked.push({ prompt, into: request.headers['sec-fetch-dest']?.toString() });
        if (prompt === 'none' && this.silent === 'never') return;
        if (prompt === 'none' && this.silent === 'page') {
          response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Error: unsupported prompt</h1>');
          return;
        }
        const answer =
          prompt === 'none' && this.silent === 'login_required' ? { error: 'login_required' } : { code: 'c' };
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.search = new URLSearchParams({ ...answer, state: searchParams.get('state') ?? '' }).toString();
        response.writeHead(303, { location: back.href }).end();
      } else if (pathname === '/token') send({ access_token: 'token-of-ann', token_type: 'Bearer', expires_in: 900 });
      else if (pathname === '/introspect')
        send({
          active: true,
          token_type: 'Bearer',
          client_id: 'web',
          sub: 'ann',
          seller_id: 'A1DEMOSELLER',
          scope: '',
        });
      else send(discoveryDocument(this.origin));
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

describe('the consoles with another identity provider', () => {
  let browser: Browser;
  let provider: OtherProvider;
  const services: Record<'off' | 'on', RunningService | undefined> = { off: undefined, on: undefined };
  before(async () => {
    browser = await launchBrowser();
    provider = await new OtherProvider().start();
    for (const silent of ['off', 'on'] as const) {
      services[silent] = await startApi({
        issuer: provider.origin,
        settings: {
          ...{ IDP_ISSUER: provider.origin, PORT: String(await freePort()), IDP_SILENT_SIGN_IN: silent },
          ...{ IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' },
          ...{ CONSOLE_CLIENT_ID: 'web', OPERATOR_CONSOLE_CLIENT_ID: 'operators' },
        },
      });
    }
  });
  after(async () => {
    await browser.close();
    for (const service of Object.values(services)) await service?.close();
    provider.stop();
  });
  beforeEach(() => {
    provider.asked = [];
  });

  /** Every document that the page itself, and none of its frames, has gone to. */
  let pages: string[] = [];
  const visit = async (silent: 'off' | 'on', path: string): Promise<Page> => {
    const page = await newVisitor(browser);
    const url = `${services[silent]?.base}${path}`;
    await page.goto(`${services[silent]?.base}/health/live`);
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    pages = [];
    page.removeAllListeners('framenavigated');
    page.on('framenavigated', (frame) => frame === page.mainFrame() && pages.push(new URL(frame.url()).pathname));
    await page.goto(url);
    return page;
  };
  const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });
  const prompts = () => provider.asked.map(({ prompt }) => prompt);

  for (const path of ['/console', '/operator-console']) {
    test(`${path}: the first visit offers "Sign in", asks the provider nothing and stays where it is`, async () => {
      provider.silent = 'page';
      const page = await visit('off', path);
      await signInButton(page).waitFor();
      assert.deepEqual([pages, provider.asked], [[path], []]);
    });

    test(`${path}: where the provider is said to answer silently, it is asked in a hidden frame; its error page is never seen`, async () => {
      for (const silent of ['page', 'login_required'] as const) {
        provider.silent = silent;
        provider.asked = [];
        const page = await visit('on', path);
        await signInButton(page).waitFor();
        assert.deepEqual([pages, provider.asked], [[path], [{ prompt: 'none', into: 'iframe' }]]);
        assert.ok(!(await page.content()).includes('unsupported prompt'));
      }
    });
  }

  const signedIn = (page: Page) => signInButton(page).waitFor({ state: 'detached' });

  test('a page that is loaded again offers "Sign in" at a provider that is not known to answer silently', async () => {
    provider.silent = 'page';
    const page = await visit('off', '/console');
    await signInButton(page).click();
    await page.waitForURL(/\/console(\/|$)/);
    await signedIn(page);
    assert.deepEqual(prompts(), [null]);
    await page.reload();
    await signInButton(page).waitFor();
    assert.deepEqual(prompts(), [null], 'the provider was not asked');
  });

  test('a person whom the provider knows is signed in by the hidden frame, and the page stays where it is', async () => {
    provider.silent = 'code';
    const page = await visit('on', '/console');
    await page.locator('main').waitFor();
    await signedIn(page);
    assert.deepEqual([...new Set(pages)], ['/console']);
    assert.deepEqual(provider.asked[0], { prompt: 'none', into: 'iframe' });
  });

  testInTorture('a provider that never answers in the frame costs five seconds', async () => {
    provider.silent = 'never';
    const startedMs = performance.now();
    const page = await visit('on', '/console');
    await signInButton(page).waitFor();
    assert.ok(performance.now() - startedMs < 15_000);
    assert.deepEqual(pages, ['/console']);
  });
});
