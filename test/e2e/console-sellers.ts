import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openDb } from '../../src/db/open.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { insertMember } from '../../src/idp/members.ts';
import { newVisitor } from '../harness/browser.ts';
import { testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import type { Addresses } from './solution-provider.ts';

type Parts = { browser: () => Browser; addresses: () => Addresses; dataDir: () => string };

const EMAIL = 'demo@store.example';
const HOME = 'A1DEMOSELLER';
const OTHER = 'A3DEMONEW';
const RIVAL_EMAIL = 'rival@store.example';
const RIVAL = 'A2DEMORIVAL';

/** A person with several sellers at the console, against a running service. */
export function consoleSellerTests({ browser, addresses, dataDir }: Parts): void {
  async function inProvider(work: (db: Awaited<ReturnType<typeof openDb>>) => Promise<unknown>): Promise<void> {
    const db = await openDb({ file: join(dataDir(), 'idp.db') });
    await work(db);
    await db.close();
  }

  const showsSeller = (page: Page, seller: string) => page.locator('.account', { hasText: seller }).waitFor();
  const choose = (page: Page, seller: string) => page.getByRole('button', { name: new RegExp(`^${seller}`) }).click();
  async function signInAs(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  async function switchSeller(page: Page): Promise<void> {
    await page.getByLabel('Account').click();
    await page.getByRole('button', { name: 'Switch seller' }).click();
    await page.getByRole('heading', { name: 'Choose a seller' }).waitFor();
  }

  /** Other tests have left the seller that they opened last. */
  async function clearLastSeller(page: Page): Promise<void> {
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.reload();
  }

  /** The address in the invitation that the provider has written to its outbox. */
  async function mailedInvitation(): Promise<string> {
    const outbox = join(dataDir(), 'outbox');
    const texts = () =>
      readdirSync(outbox, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
        .join('\n');
    const link = /http\S+\/invitation\?token=[\w-]{43}/;
    await until('the invitation arrives', () => link.test(existsSync(outbox) ? texts() : ''));
    return link.exec(texts())?.[0] ?? '';
  }

  test('console: an invited person joins a team, chooses a seller, and switches in the header', async (t) => {
    const left = `DELETE FROM idp_member WHERE seller_id = $1 AND role = 'analyst'`;
    t.after(() => inProvider(async (db) => db.run(left, [HOME])));
    const page = await newVisitor(browser());
    await page.goto(`${addresses().issuer}/account/team/invite`);
    await signInAs(page, EMAIL);
    await page.getByLabel('E-mail address').fill(RIVAL_EMAIL);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The invitation is on its way').waitFor();

    await page.context().clearCookies();
    await page.goto(await mailedInvitation());
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInAs(page, RIVAL_EMAIL);
    await page.getByRole('button', { name: 'Join the team' }).click();
    await page.getByRole('status').getByText('You joined the team').waitFor();
    await page.getByText(`Seller ${HOME}`).waitFor();

    await page.getByRole('link', { name: 'Back to the console' }).click();
    await clearLastSeller(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Choose a seller' }).waitFor();
    await choose(page, HOME);
    await page.getByRole('button', { name: 'Allow' }).click();
    await showsSeller(page, HOME);
    await page.locator('.account', { hasText: 'analyst' }).waitFor();
    await switchSeller(page);
    await choose(page, RIVAL);
    await page.getByRole('button', { name: 'Allow' }).click();
    await showsSeller(page, RIVAL);
  });

  testInTorture(
    'console: a person switches between sellers, two tabs show two of them, and each renews its own',
    async (t) => {
      t.after(() =>
        inProvider(async (db) => db.run("DELETE FROM idp_member WHERE seller_id = $1 AND role = 'analyst'", [OTHER])),
      );
      await inProvider(async (db) => {
        const accountId = (await accountByEmail(db, EMAIL))?.id ?? '';
        const member = { sellerId: OTHER, accountId, role: 'analyst', createdAt: Date.now() } as const;
        await db.transaction((tx) => insertMember(tx, member));
      });
      const page = await newVisitor(browser());
      await page.goto(`${addresses().base}/console`);
      await clearLastSeller(page);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signInAs(page, EMAIL);
      await choose(page, HOME);
      await page.getByRole('button', { name: 'Allow' }).click();
      await showsSeller(page, HOME);
      await page.locator('.account', { hasText: `${EMAIL}` }).waitFor();
      await page.locator('.account', { hasText: 'owner' }).waitFor();

      const tab = await page.context().newPage();
      await tab.goto(`${addresses().base}/console`);
      await showsSeller(tab, HOME);
      await switchSeller(tab);
      await choose(tab, OTHER);
      await tab.getByRole('button', { name: 'Allow' }).click();
      await showsSeller(tab, OTHER);
      await tab.locator('.account', { hasText: 'analyst' }).waitFor();
      for (const [one, seller] of [
        [page, HOME],
        [tab, OTHER],
        [page, HOME],
      ] as const) {
        await one.reload();
        await showsSeller(one, seller);
      }

      await switchSeller(tab);
      await tab.getByRole('button', { name: /^Cancel/ }).click();
      await showsSeller(tab, OTHER);
      await switchSeller(tab);
      await choose(tab, HOME);
      // Allowed before, in this browser.
      await showsSeller(tab, HOME);

      await page.getByLabel('Account').click();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await page.getByRole('link', { name: 'Team' }).click();
      await page.getByText(`Seller ${HOME}`).waitFor();
      await page.getByRole('link', { name: 'Back to the console' }).click();
      await showsSeller(page, HOME);
      assert.equal(await page.getByRole('button', { name: 'Sign in' }).count(), 0);

      // Another person signs in, who does not work for the seller of the first tab: it shows nothing of that seller any more.
      await switchSeller(tab);
      await tab.getByRole('button', { name: /Use another account/ }).click();
      await signInAs(tab, RIVAL_EMAIL);
      await choose(tab, RIVAL);
      await tab.getByRole('button', { name: 'Allow' }).click();
      await showsSeller(tab, RIVAL);
      await page.reload();
      await showsSeller(page, RIVAL);
      await tab.close();
    },
  );
}
