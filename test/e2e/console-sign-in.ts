import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newVisitor } from '../harness/browser.ts';
import { testInTorture } from '../harness/scale.ts';
import type { Addresses } from './solution-provider.ts';

type Parts = {
  browser: () => Browser;
  addresses: () => Addresses;
  /** Gets every token, code and verifier, to be searched for in logs. */
  keep: (secret: string) => void;
};

/** The sign-in of the console in a real browser, against a running service. */
export function consoleSignInTests({ browser, addresses, keep }: Parts): void {
  const consoleUrl = () => `${addresses().base}/console`;

  /** Every address that the browser has asked for, in the present test. */
  let asked: string[] = [];

  /** A visitor whom the provider does not know. It keeps what the console must not leave anywhere. */
  async function visit(path = '', address = consoleUrl()): Promise<{ context: BrowserContext; page: Page }> {
    asked = [];
    const page = await newVisitor(browser());
    const context = page.context();
    context.removeAllListeners('request');
    context.on('request', (request) => {
      asked.push(request.url());
      for (const value of new URLSearchParams(request.postData() ?? '').values()) if (value.length > 40) keep(value);
    });
    await page.goto(`${address}${path}`);
    return { context, page };
  }

  const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

  async function consent(page: Page, email = 'demo@store.example'): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Seller console?' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
  }

  const signedInAs = (page: Page, seller = 'A1DEMOSELLER') => page.locator('.account', { hasText: seller }).waitFor();

  async function signedIn(path = '') {
    const visitor = await visit(path);
    await signInButton(visitor.page).click();
    await consent(visitor.page);
    await signedInAs(visitor.page);
    return visitor;
  }

  /** The token of the last call that a page made. Calls go on: the page shows something else, which it has to ask for. */
  const tokenOf = async (page: Page) => {
    const { pathname } = new URL(consoleUrl());
    const path = `${pathname}${page.url().includes('/fees') ? '/listings' : '/fees?id=DEMO-SKU-1'}`;
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.headers().authorization !== undefined && each.url().includes('/products/')),
      page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`),
    ]);
    const token = String(request.headers().authorization).replace('Bearer ', '');
    keep(token);
    return token;
  };
  const stored = (page: Page) => page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
  const statusOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${addresses().base}/sellers/v4/marketplaceParticipations`, { headers })).status;
  };
  /** What the provider was asked, by the service's redirect or directly. */
  const authorizationsIn = (urls: string[]) => urls.filter((url) => url.startsWith(`${addresses().issuer}/auth?`));

  test('console: sign-in and consent once, then a reload without a page in between; the token is in memory only; it ends in the console', async () => {
    const { context, page } = await visit('/listings?sort=sku#top', consoleUrl().replace('127.0.0.1', 'localhost'));
    await signInButton(page).waitFor();
    assert.equal(page.url(), `${consoleUrl()}/listings?sort=sku#top`, 'the provider knows this machine by one name');
    assert.equal(authorizationsIn(asked).length, 1, 'a first visit asks once, without a page, and not in a loop');
    await signInButton(page).click();
    await consent(page);
    await signedInAs(page);
    await page.waitForURL(`${consoleUrl()}/marketplaces/STORE_US/listings?sort=sku#top`);
    const token = await tokenOf(page);
    assert.equal(await statusOf(token), 200);
    assert.doesNotMatch(await stored(page), new RegExp(`${token}|verifier|pending|answer`));
    const cookies = await context.cookies(consoleUrl());
    assert.ok(!JSON.stringify(cookies).includes(token));
    const before = asked.length;
    const address = page.url();
    await page.reload();
    await signedInAs(page);
    assert.equal(page.url(), address);
    const later = asked.slice(before);
    assert.equal(authorizationsIn(later).length, 1);
    assert.ok(!later.some((url) => url.includes('/auth/v4/authorize')), 'a page that begins saves the redirect');
    assert.ok(!later.some((url) => url.includes('/interaction/')), 'no page of the provider');
    assert.notEqual(await tokenOf(page), token);
  });

  test('console: a reload signs in in a hidden frame, and leaves for the provider when the frame gets no answer', async () => {
    const { page, context } = await signedIn('/fees');
    await page.waitForURL('**/marketplaces/STORE_US/fees');
    const isPage = (url: string) =>
      new URL(url).pathname === `${new URL(consoleUrl()).pathname}/marketplaces/STORE_US/fees`;
    let before = asked.length;
    await page.reload();
    await signedInAs(page);
    assert.equal(asked.slice(before).filter(isPage).length, 1, 'the page has not left');

    before = asked.length;
    await page.route(`${addresses().issuer}/auth?*`, (route, request) =>
      request.frame() === page.mainFrame() ? route.continue() : route.abort('blockedbyclient'),
    );
    await page.reload();
    await signedInAs(page);
    await page.unrouteAll();
    assert.equal(asked.slice(before).filter(isPage).length, 2, 'it has left, and come back');
    context.removeAllListeners('request');
  });

  testInTorture(
    'console: a sign-in never ends outside of the console, also when somebody has changed what the tab remembers',
    async () => {
      const { page } = await visit('/fees');
      await signInButton(page).click();
      await page.getByLabel('Password').waitFor();
      const provider = page.url();
      await page.goto(`${addresses().base}/health/live`);
      const keys = await page.evaluate<string[]>('Object.keys(sessionStorage)');
      const key = keys.find((name) => name.endsWith('pending')) ?? assert.fail(keys.join());
      await page.evaluate(
        `sessionStorage.setItem('${key}', sessionStorage.getItem('${key}').replace(/[^"]*\\/console\\/fees/, '//evil.example/docs'))`,
      );
      assert.match(await page.evaluate<string>(`sessionStorage.getItem('${key}')`), /evil/);
      await page.goto(provider);
      await consent(page);
      await signedInAs(page);
      await page.waitForURL(`${consoleUrl()}/marketplaces/STORE_US`);
    },
  );

  testInTorture(
    'console: after a withdrawal nothing is renewed; a notice offers another window, and the page keeps its state',
    async () => {
      const { context, page } = await visit();
      await page.clock.install();
      await signInButton(page).click();
      await consent(page);
      await signedInAs(page);
      const withdraw = async () => {
        const provider = await context.newPage();
        await provider.goto(`${addresses().issuer}/grants`);
        await provider.getByRole('button', { name: 'Withdraw access of Seller console' }).click();
        await provider.getByText('The access of Seller console has ended').waitFor();
        await provider.close();
        // The time at which the page gets its next token.
        await page.clock.fastForward(800_000);
        await page.getByText('Your sign-in has ended').waitFor();
      };
      const openWindow = async () => {
        const opened = context.waitForEvent('page');
        await page.getByRole('button', { name: 'Sign in in a new window' }).click();
        return opened;
      };
      await page.evaluate("document.body.setAttribute('data-kept', 'yes')");
      await withdraw();
      await signedInAs(page);
      const window = await openWindow();
      const closed = window.waitForEvent('close');
      await window.getByRole('button', { name: 'Allow' }).click();
      await closed;
      await page.getByText('Your sign-in has ended').waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes');
      assert.equal(await statusOf(await tokenOf(page)), 200);

      // Somebody else signs in in that window: what belongs to two sellers is not mixed, so the page starts again.
      await withdraw();
      const other = await openWindow();
      await other.getByRole('button', { name: 'Use another account' }).click();
      await consent(other, 'rival@store.example');
      await signedInAs(page, 'A2DEMORIVAL');
      assert.equal(await page.evaluate('document.body.dataset.kept'), undefined);
    },
  );

  testInTorture(
    'console: signing out signs out all tabs, Back shows nothing, and nothing signs in until the button is pressed',
    async () => {
      const { context, page } = await signedIn();
      const otherTab = await context.newPage();
      await otherTab.goto(consoleUrl());
      await signedInAs(otherTab);
      const token = await tokenOf(page);
      await page.getByLabel('Account').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
      await signInButton(otherTab).waitFor();
      assert.equal(await otherTab.getByText('A1DEMOSELLER').count(), 0);
      await page.goBack();
      await signInButton(page).waitFor();
      assert.equal(await page.getByText('A1DEMOSELLER').count(), 0);
      const before = asked.length;
      for (const tab of [page, otherTab]) {
        await tab.reload();
        await signInButton(tab).waitFor();
      }
      assert.deepEqual(authorizationsIn(asked.slice(before)), [], 'although the provider still has a session');

      await page.goto(`${addresses().issuer}/sign-out`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Back to the console' }).click();
      await signInButton(page).waitFor();
      const deadline = Date.now() + 15_000;
      while ((await statusOf(token)) !== 401 && Date.now() < deadline) await page.waitForTimeout(100);
      assert.equal(await statusOf(token), 401);
      await signInButton(page).click();
      await consent(page);
      // The other tab follows: the seller has pressed the button.
      await Promise.all([signedInAs(page), signedInAs(otherTab)]);
      await otherTab.close();
    },
  );

  test('console: a callback that was not asked for, with a wrong state or issuer, or used twice, is refused', async () => {
    const { context, page } = await visit();
    await signInButton(page).waitFor();
    const callback = (params: Record<string, string>) =>
      page.goto(`${consoleUrl()}/callback?${new URLSearchParams({ code: 'c'.repeat(43), ...params })}`);
    /** Presses "Sign in" and returns the state that the provider would send back. */
    const askedState = async () => {
      await page.goto(consoleUrl());
      await signInButton(page).click();
      await page.getByLabel('E-mail address').waitFor();
      return new URL(authorizationsIn(asked).at(-1) ?? '').searchParams.get('state') ?? '';
    };
    const isRefused = async () => {
      await page.getByText('This sign-in was refused').waitFor();
      assert.ok(!page.url().includes('code='));
    };
    const { issuer } = addresses();
    // For this one the page waits until nobody has taken the answer.
    const another = await context.newPage();
    await another.goto(`${consoleUrl()}/callback?code=c&state=window.x&iss=${encodeURIComponent(issuer)}`);
    for (const state of ['', 'page.x', 'frame.x']) {
      await callback({ state, iss: issuer });
      await isRefused();
    }
    const right = await askedState();
    await callback({ state: `${right}x`, iss: issuer });
    await isRefused();
    await callback({ state: right, iss: issuer });
    await isRefused();
    const wrong: Record<string, string>[] = [{ iss: 'https://evil.example' }, {}];
    for (const iss of wrong) {
      await callback({ state: await askedState(), ...iss });
      await isRefused();
      await signInButton(page).waitFor();
    }
    await another.getByText('This sign-in was refused').waitFor();
    await another.close();
    assert.ok(!asked.some((url) => url.endsWith('/auth/v4/token')), 'no code was exchanged');
  });

  testInTorture(
    'console: what needs a recent sign-in leads to the provider’s sign-in page, with the same token until then',
    async () => {
      const { page } = await signedIn();
      const challenge = 'Bearer error="insufficient_user_authentication", max_age=600';
      const entry = { code: 'Unauthorized', message: 'This operation needs a recent sign-in.', details: '' };
      await page.route('**/products/**', (route) =>
        route.fulfill({ status: 401, headers: { 'www-authenticate': challenge }, json: { errors: [entry] } }),
      );
      const token = await tokenOf(page);
      await page.getByRole('heading', { name: 'Sign in again to go on' }).first().waitFor();
      assert.equal(await tokenOf(page), token, 'another token would have the same sign-in');
      await page.getByRole('button', { name: 'Sign in' }).first().click();
      await page.getByLabel('Password').waitFor();
      await page.unrouteAll();
      assert.match(authorizationsIn(asked).at(-1) ?? '', /prompt=login/);
    },
  );

  test('console: at the root it moves to the path of PUBLIC_URL', async () => {
    const { origin } = new URL(consoleUrl());
    const { page } = await visit('/listings?sort=sku#top', `${origin}/console`);
    await signInButton(page).waitFor();
    assert.equal(page.url(), `${consoleUrl()}/listings?sort=sku#top`);
  });

  test('console: a page of another origin gets no handle on it', async () => {
    const { context, page } = await visit('', `${addresses().issuer}/grants`);
    const opening = context.waitForEvent('page');
    await page.evaluate(`globalThis.opened = open('${consoleUrl()}')`);
    const opened = await opening;
    await signInButton(opened).waitFor();
    assert.equal(await opened.evaluate('opener'), null);
    assert.equal(await page.evaluate('opened.closed'), true, 'all that the opener sees');
    await opened.close();
  });

  test('console: a window that the browser does not let it close says that the sign-in is done', async () => {
    const { context, page } = await visit();
    await signInButton(page).waitFor();
    const state = 'window.taken';
    await page.evaluate(`{
      const channel = new BroadcastChannel('console.sign-in');
      channel.onmessage = () => channel.postMessage({ state: '${state}', taken: true });
    }`);
    const other = await context.newPage();
    // A tab with a history that no script has opened stays.
    await other.goto(`${addresses().base}/health/live`);
    await other.goto(`${consoleUrl()}/callback?code=c&state=${state}`);
    await other.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await other.getByText('Close this window').waitFor();
    await other.close();
  });

  testInTorture(
    'console: before the token ends a hidden frame gets the next one; a rejected one is replaced; the page stays',
    async () => {
      const { page } = await visit();
      await page.clock.install();
      await signInButton(page).click();
      await consent(page);
      await signedInAs(page);
      const first = await tokenOf(page);
      await page.evaluate("document.body.setAttribute('data-kept', 'yes')");
      await page.clock.fastForward(800_000);
      const deadline = Date.now() + 15_000;
      let second = first;
      while (second === first && Date.now() < deadline) second = await tokenOf(page);
      const silent = authorizationsIn(asked).at(-1) ?? '';
      assert.match(silent, /prompt=none/);
      assert.match(silent, /state=frame\./);
      assert.notEqual(second, first);
      await page.clock.fastForward(20_000);
      // The service does not take this token any more.
      await page.route('**/products/**', async (route) => {
        const isOld = route.request().headers().authorization === `Bearer ${second}`;
        return isOld ? route.fulfill({ status: 401, json: { errors: [] } }) : route.continue();
      });
      const renewed = page.waitForRequest((each) => {
        const { authorization } = each.headers();
        return each.url().includes('/products/') && authorization !== undefined && authorization !== `Bearer ${second}`;
      });
      await tokenOf(page);
      const third = String((await renewed).headers().authorization).replace('Bearer ', '');
      keep(third);
      assert.notEqual(third, first);
      assert.equal(await statusOf(third), 200);
      await page.unroute('**/products/**');
      assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes');
      assert.equal(await page.locator('iframe').count(), 0);
    },
  );

  testInTorture(
    'console: where the provider does not tell who signed in, tabs share nothing: they may be of two',
    async () => {
      const { context } = await visit();
      const polling = new Set<Page>();
      context.on('request', (request) => {
        if (request.headers().prefer?.startsWith('wait')) polling.add(request.frame().page());
      });
      // As other providers answer.
      const nameless = `{
      const url = new URL(location.href);
      url.searchParams.delete('seller_id');
      if (url.pathname.endsWith('/callback')) history.replaceState(null, '', url);
    }`;
      const tabs = [await context.newPage(), await context.newPage()];
      for (const tab of tabs) {
        await tab.addInitScript(nameless);
        await tab.goto(consoleUrl());
        await signInButton(tab).or(tab.locator('.live[data-status=connected]')).first().waitFor();
        if (await signInButton(tab).isVisible()) {
          await signInButton(tab).click();
          await consent(tab);
        }
        await tab.locator('.live[data-status=connected]').waitFor();
        assert.equal(await tab.locator('.account', { hasText: 'A1DEMOSELLER' }).count(), 0, 'nobody told it');
      }
      const deadline = Date.now() + 10_000;
      const doAllPoll = () => tabs.every((tab) => polling.has(tab));
      while (!doAllPoll() && Date.now() < deadline) await tabs[0]?.waitForTimeout(50);
      assert.ok(doAllPoll(), 'each tab polls for itself');
      for (const tab of tabs) await tab.close();
    },
  );
}
