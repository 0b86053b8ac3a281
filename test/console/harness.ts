import assert from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { BROWSER_TIMEOUT_MS, launchBrowser } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { Operator } from '../harness/operator.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { isTorture } from '../harness/scale.ts';
import { violationsOn } from '../harness/violations.ts';

type Width = 1280 | 390;

/** The widths of a test: the named one in `npm test`, both in `npm run torture`. */
export const widths = (short: Width): readonly Width[] => (isTorture ? [1280, 390] : [short]);

export type Visit = {
  width?: Width;
  colorScheme?: 'light' | 'dark';
  /** What the browser may say on its console: it reports each answer above 399 there. */
  allows?: RegExp;
};

/**
 * One service with the demo market, one browser, and one seller who has signed in, for all tests of the console. Tests of a page are a
 * function in `test/e2e/console/`, which `test/e2e/console.test.ts` calls:
 *
 *     export function feesPageTests(harness: ConsoleHarness): void {
 *       test('console: fees change with the price', () => harness.visit('/fees', {}, async (page) => { ... }));
 *     }
 */
export class ConsoleHarness {
  /** The path of the console, and how its visitors sign in. */
  readonly #path: string;
  readonly #signIn: (page: Page) => Promise<void>;
  base = '';
  issuer = '';
  /** Changes the market. */
  operator = new Operator(() => this.base);
  /** Scripts and styles that were loaded, and not from the browser's cache: compressed, without headers. */
  readonly transferred = { files: 0, bytes: 0 };
  #browser: Browser | undefined;
  #service: ServiceProcess | undefined;
  #context: BrowserContext | undefined;
  #page: Page | undefined;

  constructor({ path = '/console', signIn: sign = (page: Page) => signIn(page) } = {}) {
    this.#path = path;
    this.#signIn = sign;
  }

  /** `settings`: others than those of the demo. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const ports = { PORT: String(await freePort()), IDP_PORT: String(await freePort()) };
    this.#service = startService({ ...ports, LOG_LEVEL: 'warn', ...settings });
    const [browser, base] = await Promise.all([launchBrowser(), this.#service.address(60_000)]);
    this.#browser = browser;
    this.base = base;
    this.issuer = `http://127.0.0.1:${ports.IDP_PORT}`;
    this.operator = new Operator(() => base, await this.tokenOf('demooperator', 'demooperatorsecret'));
    // Grey lines that move are painted all the time.
    this.#context = await browser.newContext({ reducedMotion: 'reduce' });
    this.#context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    this.#page = await this.#context.newPage();
    await this.#countBytes(await this.#context.newCDPSession(this.#page));
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    await this.#service?.end();
  }

  get context(): BrowserContext {
    assert.ok(this.#context);
    return this.#context;
  }

  /** The page that all visits use, for tests of the sign-in itself. */
  get page(): Page {
    assert.ok(this.#page);
    return this.#page;
  }

  /** A page of a visitor with a browser of its own. */
  async newPage(options: BrowserContextOptions): Promise<Page> {
    assert.ok(this.#browser);
    const context = await this.#browser.newContext(options);
    context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    return context.newPage();
  }

  /** An access token of a demo client. */
  async tokenOf(client: string, secret: string): Promise<string> {
    const answer = await fetch(`${this.base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /**
   * Loads a page of the console as the demo seller, who signs in when necessary, and waits until it shows no skeleton. Afterwards
   * nothing may have been said on the browser's console, and nothing may have been asked elsewhere.
   */
  async visit(path: string, options: Visit, use: (page: Page) => Promise<void>): Promise<void> {
    const { width = 1280, colorScheme = 'light', allows } = options;
    const { page } = this;
    const complaints: string[] = [];
    // What the page before it still says is not this one's, nor is the marketplace that was chosen there, also when that test failed.
    await page.goto(`${this.base}/health/live`);
    await page.evaluate("localStorage.removeItem('console-marketplace')");
    const complain = (text: string) => void (allows?.test(text) || complaints.push(text));
    page.on('console', (message) => complain(`console: ${message.text()}`));
    page.on('pageerror', (error) => complain(`error: ${error.message}`));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (![this.base, this.issuer].includes(origin)) complaints.push(`asked ${request.url()}`);
    });
    try {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${this.base}${this.#path}${path}`);
      await this.#signIn(page);
      await loaded(page);
      await use(page);
      assert.deepEqual(complaints, []);
    } finally {
      page.removeAllListeners();
    }
  }

  async #countBytes(session: CDPSession): Promise<void> {
    /** What has come when a body begins: its headers. */
    const headerBytes = new Map<string, number>();
    session.on('Network.responseReceived', ({ requestId, response }) => {
      if (!response.url.startsWith(`${this.base}${this.#path}/assets/`)) return;
      headerBytes.set(requestId, response.encodedDataLength);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const before = headerBytes.get(requestId);
      if (before === undefined) return;
      this.transferred.bytes += Math.max(encodedDataLength - before, 0);
      this.transferred.files += encodedDataLength > before ? 1 : 0;
    });
    await session.send('Network.enable');
  }
}

/** Signs in as the demo seller where the page asks for it. Resolves when the console knows its marketplaces. */
export async function signIn(page: Page, email = 'demo@store.example'): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in' });
  const chooser = page.locator('.top-bar .marketplace');
  await button.or(chooser).first().waitFor();
  if (await chooser.isVisible()) return;
  await button.click();
  const allow = page.getByRole('button', { name: 'Allow' });
  const address = page.getByLabel('E-mail address');
  await address.or(allow).first().waitFor();
  if (await address.isVisible()) {
    await address.fill(email);
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await allow.click();
  await chooser.waitFor();
}

/** The same for the operator console, which asks for no consent. */
export async function signInAsOperator(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign in' });
  const account = page.locator('.top-bar .account');
  await button.or(account).first().waitFor();
  if (await account.isVisible()) return;
  await button.click();
  const address = page.getByLabel('E-mail address');
  await address.or(account).first().waitFor();
  if (await address.isVisible()) {
    await address.fill('operator@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await account.waitFor();
}

/** Opens another page of the console as a link does: without a load and another sign-in, which take most of the time. */
export async function follow(page: Page, path: string, consolePath = '/console'): Promise<void> {
  await page.evaluate<void>(`{
    const link = Object.assign(document.createElement('a'), { href: '${consolePath}${path}' });
    document.querySelector('main').append(link);
    link.click();
    link.remove();
  }`);
  await loaded(page);
}

/** The page has its heading, and its content instead of grey lines. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
}

export async function expectNoViolations(page: Page): Promise<void> {
  assert.deepEqual(await violationsOn(page), [], page.url());
}

/** The page does not scroll sideways. */
export async function expectFits(page: Page): Promise<void> {
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(wider <= 0, `${page.url()} is ${wider} px wider than the window`);
}
