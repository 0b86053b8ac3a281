import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded, signIn } from '../../console/harness.ts';
import { rivalAsks } from '../../console/market.ts';
import { testInTorture } from '../../harness/scale.ts';

export function addressTests(harness: ConsoleHarness): void {
  const addressOf = (page: Page) => {
    const { pathname, search } = new URL(page.url());
    return `${pathname}${search}`;
  };
  const shows = (page: Page, address: string) => page.waitForURL(`${harness.base}${address}`);

  test('console: two tabs with two marketplaces do not disturb each other; each keeps its own in its address', () =>
    harness.visit('/listings/DEMO-SKU-1', {}, async (us) => {
      await shows(us, '/console/marketplaces/STORE_US/listings/DEMO-SKU-1');
      const ca = await harness.context.newPage();
      try {
        // An old address in a second tab, in which the reader then chooses the other marketplace.
        await ca.goto(`${harness.base}/console/listings/DEMO-SKU-1?price=30.00`);
        await signIn(ca);
        await shows(ca, '/console/marketplaces/STORE_US/listings/DEMO-SKU-1?price=30.00');
        await ca.getByLabel('Marketplace').focus();
        await ca.getByLabel('Marketplace').selectOption('STORE_CA');
        await shows(ca, '/console/marketplaces/STORE_CA/listings/DEMO-SKU-1');
        await ca.getByText('CA$31.99').first().waitFor();
        assert.equal(await ca.evaluate('document.activeElement.ariaLabel'), 'Marketplace', 'the focus stays');
        assert.match(await ca.title(), / · Store Canada · /);

        // The first tab stays what it is, also when it is loaded again, and its links stay in its marketplace.
        assert.equal(await us.getByLabel('Marketplace').inputValue(), 'STORE_US');
        await us.reload();
        await signIn(us);
        await loaded(us);
        assert.equal(addressOf(us), '/console/marketplaces/STORE_US/listings/DEMO-SKU-1');
        await us.locator('.live[data-status=connected]').waitFor();
        await us.locator('nav[aria-label=Pages]').getByText('Overview').click();
        await shows(us, '/console/marketplaces/STORE_US');

        // Both tabs get all events. One of the US changes nothing in the tab of Canada, and asks nothing there.
        await ca.bringToFront();
        await ca.locator('.live[data-status=connected]').waitFor();
        const asked: string[] = [];
        ca.on('request', (request) => {
          if (request.url().includes('/products/')) asked.push(request.url());
        });
        await rivalAsks(harness, 19.49);
        try {
          await us.locator('.attention li', { has: us.getByText('DEMO-SKU-1', { exact: true }) }).waitFor();
          assert.deepEqual(asked, []);
        } finally {
          await rivalAsks(harness, 22.49);
        }

        // "Back" leads to the marketplace before.
        await ca.goBack();
        await shows(ca, '/console/marketplaces/STORE_US/listings/DEMO-SKU-1?price=30.00');

        // An address without a marketplace opens the last chosen one.
        await ca.goto(`${harness.base}/console`);
        await signIn(ca);
        await shows(ca, '/console/marketplaces/STORE_CA');

        // A colleague's link to a listing that only the other marketplace has.
        await ca.goto(`${harness.base}/console/marketplaces/STORE_CA/listings/DEMO-SKU-14`);
        await signIn(ca);
        await ca.getByRole('heading', { name: 'You have no listing with this SKU in Store Canada' }).waitFor();
        await expectNoViolations(ca);
        await ca.getByRole('link', { name: 'Open it in Store US' }).click();
        await shows(ca, '/console/marketplaces/STORE_US/listings/DEMO-SKU-14');
        await ca.getByRole('heading', { name: 'Burrow orthopedic dog bed' }).waitFor();
      } finally {
        await ca.close();
      }
    }));

  testInTorture(
    'console: searches and fees name the marketplace that has a SKU, also when the address names a foreign one',
    () =>
      harness.visit('/marketplaces/STORE_CA/listings?q=DEMO-SKU-14', {}, async (page) => {
        await page.getByRole('link', { name: 'Look in Store US' }).click();
        await page.getByRole('link', { name: 'Burrow orthopedic dog bed' }).waitFor();

        await page.goto(`${harness.base}/console/marketplaces/STORE_CA/fees?id=DEMO-SKU-14`);
        await signIn(page);
        await page.getByRole('link', { name: 'Open it in Store US' }).click();
        await shows(page, '/console/marketplaces/STORE_US/fees?id=DEMO-SKU-14');

        await page.goto(`${harness.base}/console/marketplaces/STORE_XX/fees?id=DEMO-SKU-1`);
        await signIn(page);
        await page.getByRole('heading', { name: 'You do not take part in STORE_XX' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        await page.locator('main').getByRole('link', { name: 'Store Canada' }).click();
        await shows(page, '/console/marketplaces/STORE_CA/fees?id=DEMO-SKU-1');
      }),
  );

  testInTorture(
    'console: an address without a marketplace opens that of the reader’s country, else the default one',
    async () => {
      for (const [locale, id] of [
        ['fr-CA', 'STORE_CA'],
        ['de-DE', 'STORE_US'],
      ] as const) {
        const page = await harness.newPage({ locale });
        try {
          await page.goto(`${harness.base}/console/fees?id=DEMO-SKU-1`);
          await signIn(page);
          await shows(page, `/console/marketplaces/${id}/fees?id=DEMO-SKU-1`);
        } finally {
          await page.context().close();
        }
      }
    },
  );
}
