import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, widths } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

const verdict = (page: Page, word: string) => page.locator('.verdict', { hasText: word }).waitFor();
const standing = (page: Page, text: string) => page.locator('.standing', { hasText: text }).waitFor();

/** The demo seller's listings are in the marketplace of the United States. */
async function inUs(page: Page): Promise<void> {
  await page.locator('.top-bar select.marketplace').selectOption('STORE_US');
}

export function listingsPageTests(harness: ConsoleHarness): void {
  for (const width of widths(390)) {
    test(`console at ${width} px: listings are filtered, searched and sorted, and lead to one listing`, () =>
      harness.visit('/listings', { width }, async (page) => {
        await inUs(page);
        await page.locator('tr[data-row="0"]', { hasText: 'DEMO-SKU-1' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        await page.getByRole('radio', { name: /^Lost/ }).check({ force: true });
        await page.locator('tr[data-row="0"]', { hasText: 'DEMO-SKU-14' }).waitFor();
        assert.equal(await page.locator('tr[data-row] .badge', { hasText: 'Buy box' }).count(), 0);
        await page.getByLabel('Search').fill('dog bed');
        await page.getByText('1 listing', { exact: true }).waitFor();
        assert.match(page.url(), /state=losing.*q=dog\+bed/);
        await page.getByRole('link', { name: 'Burrow orthopedic dog bed' }).click();
        await standing(page, 'You lost the buy box to A15PETPANTRY');
        assert.match(page.url(), /\/listings\/DEMO-SKU-14$/);
      }));

    testInTorture(`console at ${width} px: the slider of a listing crosses the winning price and comes back`, () =>
      harness.visit('/listings/DEMO-SKU-14', { width }, async (page) => {
        await inUs(page);
        await standing(page, '$32.50 would win it back.');
        await verdict(page, '$34.00 does not win');
        await page.locator('.rung[data-whose="this"]', { hasText: 'This listing' }).waitFor();
        await page.locator('.rung[data-holder="true"]', { hasText: 'Buy box' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        await page.getByRole('button', { name: 'Wins up to $32.50' }).click();
        await verdict(page, '$32.50 wins the buy box');
        await verdict(page, '$22.11');
        const slider = page.getByRole('slider', { name: 'Price to try' });
        await slider.press('ArrowRight');
        await verdict(page, '$32.51 does not win');
        await slider.press('ArrowLeft');
        await verdict(page, '$32.50 wins the buy box');
        await page.waitForURL(/price=32\.50/);
        await page.getByLabel('Price', { exact: true }).fill('abc');
        await page.getByText('Write an amount such as').waitFor();
        await verdict(page, '$32.50 wins the buy box');
      }),
    );
  }

  testInTorture('console: an open listing, and the list, show that a rival undercuts, without a reload', async () => {
    const rival = {
      kind: 'offer',
      marketplaceId: 'STORE_US',
      sellerId: 'A2DEMORIVAL',
      sku: 'RIVAL-BOWL',
      itemId: 'ITEM000015',
    };
    const offer = { ...rival, condition: 'New', subCondition: 'New', channel: 'SELLER', shipping: 0, listingPrice: 41 };
    await harness.visit('/listings/DEMO-SKU-15', {}, async (page) => {
      await inUs(page);
      await standing(page, 'You hold the buy box');
      await harness.operator.change([{ ...offer, quantity: 5 }]);
      await standing(page, 'You lost the buy box to A2DEMORIVAL');
      await page.locator('.rung[data-holder="true"]', { hasText: '$41.00' }).waitFor();
    });
    await harness.visit('/listings?q=DEMO-SKU-15', {}, async (page) => {
      await page.locator('tr[data-row="0"]', { hasText: 'Lost' }).waitFor();
      await harness.operator.change([{ ...offer, quantity: 0 }]);
      await page.locator('tr[data-row="0"]', { hasText: 'Only offer' }).waitFor();
    });
  });

  testInTorture('console: a SKU that the seller does not have says so', () =>
    harness.visit('/listings/NO%2FSUCH%20SKU', { allows: /404/ }, async (page) => {
      await page.getByRole('heading', { name: 'You have no listing with this SKU' }).waitFor();
      await expectNoViolations(page);
    }),
  );
}
