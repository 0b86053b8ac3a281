import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { newVisitor } from '../harness/browser.ts';
import { isTorture } from '../harness/scale.ts';
import { violationsOn } from '../harness/violations.ts';
import type { Addresses } from './solution-provider.ts';

type Parts = {
  browser: () => Browser;
  addresses: () => Addresses;
  /** Gets every secret, to be searched for in logs. */
  keep: (secret: string) => void;
};

const LOOKS = [
  ['light', 1280],
  ['dark', 390],
  ...(isTorture
    ? ([
        ['light', 390],
        ['dark', 1280],
        ['light', 768],
        ['dark', 768],
      ] as const)
    : []),
] as const;

/** The pages of a seller's own applications and of consent in a real browser, against a running service. */
export function applicationPageTests({ browser, addresses, keep }: Parts): void {
  /** Usable in each look: no violation, nothing beside the window. */
  async function looksRight(page: Page, name: string): Promise<void> {
    for (const [colorScheme, width] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const where = `${name}, ${colorScheme}, ${width} px`;
      assert.deepEqual(await violationsOn(page), [], where);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${where}: ${overflow} px beside the window`);
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 720 });
  }

  /** In npm test, account-pages.test.ts looks at the page. */
  const looksRightInTorture = async (page: Page, name: string) => isTorture && looksRight(page, name);

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail address').fill('demo@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const tokenStatus = async (id: string, secret: string) => {
    const headers = { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await fetch(`${addresses().base}/auth/v4/token`, { method: 'POST', headers, body });
    if (answer.status === 200) keep(((await answer.json()) as { access_token: string }).access_token);
    return answer.status;
  };

  test('applications: an owner creates one, rotates its secret, ends the old one, changes its rights and removes it', async () => {
    const page = await newVisitor(browser());
    await page.goto(`${addresses().issuer}/account/applications`);
    await signIn(page);
    await page.getByRole('link', { name: 'Create an application' }).click();
    await looksRightInTorture(page, 'new-application');
    await page.getByLabel('Name').fill('Our ERP');
    await page.getByLabel('Change your prices').check();
    await page.getByRole('button', { name: 'Create' }).click();
    const shown = async () => {
      await page.getByText('The secret is shown only now.').waitFor();
      const [id = '', secret = ''] = await page.locator('.facts code').allInnerTexts();
      keep(secret);
      return { id, secret };
    };
    const first = await shown();
    await looksRight(page, 'new-secret');
    assert.ok(!page.url().includes(first.secret));
    const cookies = JSON.stringify(await page.context().cookies());
    assert.ok(!cookies.includes(first.secret));
    assert.equal(await tokenStatus(first.id, first.secret), 200);

    await page.getByRole('link', { name: 'I have copied it' }).click();
    await page.getByLabel('The one in use').selectOption('works for 3 days more');
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    const second = await shown();
    assert.equal(await tokenStatus(first.id, first.secret), 200);
    await page.getByRole('link', { name: 'I have copied it' }).click();
    await looksRightInTorture(page, 'application');
    await page.getByRole('button', { name: /^End it now: the secret created/ }).click();
    await page.getByRole('status').getByText('The secret has ended').waitFor();
    assert.equal(await tokenStatus(first.id, first.secret), 401);
    assert.equal(await tokenStatus(second.id, second.secret), 200);

    await page.getByLabel('Change your prices').uncheck();
    await page.getByRole('button', { name: 'Save rights' }).click();
    await page.getByRole('status').getByText('The rights were saved').waitFor();
    assert.equal(await page.getByLabel('Change your prices').isChecked(), false);
    await page.getByRole('link', { name: 'Applications', exact: true }).click();
    await looksRightInTorture(page, 'applications');
    await page.getByRole('link', { name: 'Our ERP' }).click();
    await page.getByLabel('Remove it for good').check();
    await page.getByRole('button', { name: 'Remove Our ERP' }).click();
    await page.getByRole('status').getByText('The application was removed').waitFor();
    assert.equal(await tokenStatus(second.id, second.secret), 401);
  });

  test('consent: rights by name stand apart, are not ticked, and a person gives some of what was asked for', async () => {
    const { base, issuer } = addresses();
    const scope = 'seller-api:pricing:read seller-api:notifications:read seller-api:pricing:write';
    const redirectUri = `${base}/health/live`;
    const registered = await fetch(`${base}/auth/v4/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Price changer', redirect_uris: [redirectUri], scope }),
    });
    const { client_id, client_secret } = (await registered.json()) as Record<string, string>;
    keep(client_secret ?? '');
    const page = await newVisitor(browser());
    const question = {
      response_type: 'code',
      client_id: client_id ?? '',
      redirect_uri: redirectUri,
      scope,
      state: 's',
    };
    const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
    await page.goto(`${base}/auth/v4/authorize?${new URLSearchParams({ ...question, ...challenge })}`);
    await signIn(page);
    await page.getByRole('heading', { name: 'Give these only if it needs them' }).waitFor();
    await looksRight(page, 'consent');
    assert.equal(await page.getByLabel('Change your prices').isChecked(), false);
    for (const title of ['See your prices and fees', 'Receive your notifications'])
      await page.getByLabel(title).uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('alert').getByText('Choose what it will be able to do, or press Deny.').waitFor();
    await page.getByLabel('Change your prices').check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${redirectUri}?*code=*`);
    keep(new URL(page.url()).searchParams.get('code') ?? '');
    await page.goto(`${issuer}/grants`);
    await looksRightInTorture(page, 'grants');
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Price changer' }) });
    assert.deepEqual(await item.locator('ul').first().getByRole('listitem').allInnerTexts(), ['Change your prices']);
    await item.getByRole('button', { name: 'Withdraw access of Price changer' }).click();
    await page.getByText('The access of Price changer has ended').waitFor();
  });
}
