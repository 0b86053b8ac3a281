import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ConsoleHarness,
  expectFits,
  expectNoViolations,
  follow,
  loaded,
  signIn,
  signInAsOperator,
} from '../console/harness.ts';
import { isTorture } from '../harness/scale.ts';
import { importTests } from './operator-console/imports.ts';

const PATH = '/operator-console';
const pages = [
  ...['', '/sellers', '/sellers/A1DEMOSELLER', '/usage', '/usage?by=operation&of=hour', '/audit', '/people'],
  ...['/items/STORE_US/ITEM000020', '/items/STORE_US/ITEM000020?seller=A1DEMOSELLER'],
];
/** Every look of a page in torture; in `npm test` a phone in the dark, where most can go wrong. */
const looks = isTorture
  ? [390, 820, 1024, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    )
  : [{ width: 390, colorScheme: 'dark' as const }];

describe("the operator's console in a real browser", () => {
  const harness = new ConsoleHarness({ path: PATH, signIn: signInAsOperator });
  before(() => harness.start());
  after(() => harness.end());

  test('a person of the operator signs in, comes back after a reload without a page, and signs out', async () => {
    await harness.visit('/usage', {}, async (page) => {
      assert.match(page.url(), /\/operator-console\/usage$/, 'the sign-in leads back');
      await page.reload();
      await page.locator('.top-bar .account').waitFor();
      await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
      const kept = await page.evaluate<string[]>('Object.keys({ ...localStorage, ...sessionStorage })');
      assert.deepEqual(
        kept.filter((name) => !name.startsWith('operator-console.')),
        [],
      );
    });
  });

  test('every page is accessible and fits its window, by keyboard too', async () => {
    await harness.visit('', {}, async (page) => {
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        for (const path of pages) {
          await follow(page, path, PATH);
          await expectNoViolations(page);
          await expectFits(page);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      await loaded(page);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
    });
  });

  importTests(harness);

  test('an offer says which gate keeps it out of the buy box', async () => {
    await harness.visit('/items/STORE_US/ITEM000020?seller=A1DEMOSELLER', {}, async (page) => {
      const offers = page.getByRole('list', { name: 'Offers' }).locator('> li');
      assert.equal(await offers.count(), 1);
      const text = (await offers.first().textContent()) ?? '';
      assert.match(text, /fails 1 gate/);
      assert.match(text, /Below the price threshold of the item The landed price of 18\.40 USD is above/);
    });
  });

  test('a seller in the same browser keeps the own console; neither account can use the other console', async () => {
    const page = await harness.newPage({});
    await page.goto(`${harness.base}/console`);
    await signIn(page);
    const operators = await page.context().newPage();
    await operators.goto(`${harness.base}${PATH}`);
    await operators.getByRole('button', { name: 'Sign in' }).click();
    // The provider's session is the seller's: it says so, and lets somebody else sign in.
    await operators.getByText("Your account is a seller's").first().waitFor();
    await operators.getByRole('link', { name: 'Sign in with another account' }).click();
    await operators.getByLabel('E-mail address').fill('operator@store.example');
    await operators.getByLabel('Password').fill('demo');
    await operators.getByRole('button', { name: 'Sign in' }).click();
    await operators.locator('.top-bar .account').waitFor();
    // The seller's page still shows the seller's data, with the token that it has.
    await follow(page, '/listings');
    await page.getByRole('heading', { name: 'Listings', level: 1 }).waitFor();
    await page.getByText('DEMO-SKU-1', { exact: true }).first().waitFor();
    await operators.locator('summary[aria-label=Account]').click();
    await operators.getByRole('button', { name: 'Sign out' }).click();
    await operators.waitForURL(/sign-out/);
    assert.equal(await page.locator('.top-bar .marketplace').isVisible(), true, 'the seller is not signed out');
    await page.context().close();
  });
});
