import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { insertAccount } from '../../src/idp/accounts.ts';
import { hashPassword } from '../../src/idp/password-hash.ts';
import { configuredTransport } from '../../src/mail/configured-transport.ts';
import { onEngine } from '../db/engines.ts';
import { type MailServer, mailServer } from '../delivery/mail-server.ts';
import { launchBrowser } from '../harness/browser.ts';
import { isTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { violationsOn } from '../harness/violations.ts';
import { freshDb, startTestIdp, type TestIdp } from '../idp/harness.ts';

const EMAIL = 'ann@store.example';
/** Forgets passwords. */
const BEN = 'ben@store.example';
const PASSWORD = 'amber kettle orbit lanes';
const NEXT = 'violet harbour ninety spoons';
const SCREENSHOTS = process.env.SCREENSHOTS;

onEngine('sqlite', "the pages of a person's password, sessions and data in a browser", (engine) => {
  let browser: Browser;
  let idp: TestIdp;
  let mails: MailServer;
  before(async () => {
    browser = await launchBrowser();
    mails = await mailServer();
    const from = 'accounts@store.example';
    const smtpUrl = `smtp://127.0.0.1:${mails.port}`;
    const transport = configuredTransport({ smtpUrl, from, dataDir: '/nonexistent', timeoutMs: 5_000, now: Date.now });
    const consoleUrl = () => 'http://service.example/console';
    idp = await startTestIdp(await freshDb(engine), { consoleUrl, mail: { transport, from } });
    const passwordHash = await hashPassword(PASSWORD);
    await insertAccount(idp.db, { id: 'ann', email: EMAIL, passwordHash, sellerId: 'A1STORE', createdAt: 1 });
    await insertAccount(idp.db, { id: 'ben', email: BEN, passwordHash, sellerId: 'A2STORE', createdAt: 1 });
  });
  after(async () => {
    await browser.close();
    await idp.close();
    await mails.close();
  });

  async function signedIn(colorScheme: 'light' | 'dark'): Promise<Page> {
    const page = await (await browser.newContext({ colorScheme })).newPage();
    await page.goto(`${idp.issuer}/account/sessions`);
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    return page;
  }

  /** Nothing runs out of the page, and axe finds nothing. In npm test, account-pages.test.ts looks at these pages. */
  async function ensureFits(page: Page, name: string): Promise<void> {
    if (!isTorture) return;
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, `${name} at ${width} px`);
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png`, fullPage: true });
    }
    assert.deepEqual(await violationsOn(page), [], name);
  }

  /** The address of the link in the message that was sent. */
  async function mailedLink(): Promise<string> {
    const text = () =>
      mails.received.map(({ raw }) => String(raw).replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n');
    await until('the link arrives', () => text().includes('/reset?token='));
    return /http\S+\/reset\?token=[\w-]{43}/.exec(text())?.[0] ?? assert.fail(text());
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test('a person who forgot the password gets a link, chooses another one, and changes it again', async () => {
    const page = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
    await page.goto(`${idp.issuer}/account`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(page, 'Forgot your password?');
    await ensureFits(page, 'forgot-dark');
    await page.getByLabel('E-mail address').fill(BEN);
    await page.keyboard.press('Enter');
    await heading(page, 'Check your e-mail');
    await page.goto(await mailedLink());
    await heading(page, 'Choose a new password');
    await page.getByLabel('New password').fill('aaaaaaaaaaaaaaaa');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('more different characters').waitFor();
    await ensureFits(page, 'reset-dark');
    await page.getByLabel('New password').fill(NEXT);
    await page.keyboard.press('Enter');
    await heading(page, 'Your password was changed');

    await page.goto(`${idp.issuer}/account`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByLabel('E-mail address').fill(BEN);
    await page.getByLabel('Password').fill(NEXT);
    await page.keyboard.press('Enter');
    await heading(page, 'Profile');
    await ensureFits(page, 'profile-light');
    await page.getByRole('link', { name: 'Change password' }).click();
    await heading(page, 'Change password');
    await ensureFits(page, 'password-light');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Your password was changed').waitFor();
  });

  test('a person ends a session, downloads their data and deletes the account with the keyboard', async () => {
    const other = await signedIn('dark');
    const page = await signedIn('light');
    await ensureFits(page, 'sessions-light');
    await ensureFits(other, 'sessions-dark');
    const end = page.getByRole('button', { name: /^Sign out (Chrome|A browser)/ });
    await end.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The session was ended').waitFor();
    await other.reload();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    await page.goto(`${idp.issuer}/account/data`);
    await ensureFits(page, 'data-light');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download your data' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'my-data.json');

    await page.getByRole('link', { name: 'Delete your account' }).click();
    await page.getByLabel('Your e-mail address, to confirm').fill('bob@store.example');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Nothing was deleted').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await ensureFits(page, `delete-${colorScheme}`);
    }
    await page.getByLabel('Your e-mail address, to confirm').fill(EMAIL);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Your account was deleted' }).waitFor();
  });
});
