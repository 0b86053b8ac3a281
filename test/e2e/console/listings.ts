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
        await page.locator('tr[data-row]', { hasText: 'DEMO-SKU-14' }).waitFor();
        const holding = page.locator('tr[data-row] .badge', { hasText: 'Buy box' });
        await holding.first().waitFor({ state: 'detached' });
        assert.equal(await holding.count(), 0);
        await page.getByLabel('Search').fill('dog bed');
        await page.getByText('1 listing', { exact: true }).waitFor();
        assert.match(page.url(), /state=losing.*q=dog\+bed/);
        await page.getByRole('link', { name: 'Burrow orthopedic dog bed' }).click();
        await standing(page, 'You lost the buy box to Pet Pantry');
        const holder = page.locator('.rung[data-holder="true"]', { hasText: 'Pet Pantry' });
        await holder.getByText('A15PETPANTRY', { exact: true }).waitFor();
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
        await page.getByText('Enter an amount such as').waitFor();
        await verdict(page, '$32.50 wins the buy box');
      }),
    );
  }

  testInTorture(
    'console: listings stand in natural order and in that of the gap, counts follow the search, and a SKU is copied',
    async () => {
      const { context } = harness;
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: harness.base });
      await harness.visit('/listings', {}, async (page) => {
        await inUs(page);
        const skus = () => page.locator('tr[data-row] .list-sku code').allTextContents();
        const first = (sku: string) => page.locator('tr[data-row="0"] .list-sku', { hasText: sku }).waitFor();
        await page.locator('.list-foot', { hasText: /^\d+ listings$/ }).waitFor();
        const natural = (await skus()).map((sku) => Number(sku.replace('DEMO-SKU-', '')));
        assert.ok(natural.length > 9);
        assert.deepEqual(
          natural,
          natural.toSorted((a, b) => a - b),
        );
        await page.locator('tr[data-row="0"]', { hasText: '40 in stock' }).waitFor();

        // The service sorts by the gap; the column head and the list of orders say so.
        // All rows are in sight.
        await page.setViewportSize({ width: 1280, height: 3_200 });
        await page.getByLabel('Sort by').selectOption('gap desc');
        await page.waitForURL(/sort=gap&order=desc/);
        await page.locator('th[aria-sort="descending"]', { hasText: 'Gap' }).waitFor();
        const gapOf = (text: string) =>
          text === '–' ? undefined : Number(text.replace(/[^\d.+−-]/g, '').replace('−', '-'));
        await page.locator('tr[data-row="0"] .dearer').waitFor();
        const gaps = (await page.locator('tr[data-row] td:nth-child(5)').allTextContents()).map((text) =>
          gapOf(text.trim()),
        );
        const known = gaps.filter((gap) => gap !== undefined);
        assert.ok(known.filter((gap) => gap > 0).length > 1 && known.length < gaps.length);
        assert.deepEqual(
          gaps.slice(0, known.length),
          known.toSorted((a, b) => b - a),
        );

        // Those without a gap, and those that are not on sale, are at the end of the other direction, too.
        await page.getByLabel('Sort by').selectOption({ label: 'Smallest gap first' });
        await page.waitForURL(/sort=gap&order=asc/);
        await page.locator('th[aria-sort="ascending"]', { hasText: 'Gap' }).waitFor();
        await page.locator('tr[data-row="0"] a').waitFor();
        const states = await page.locator('tr[data-row] .badge').allTextContents();
        assert.ok(states.includes('Lost') && states.lastIndexOf('Lost') < states.indexOf('Not on sale'));
        assert.deepEqual(new Set(states.slice(states.indexOf('Not on sale'))), new Set(['Not on sale']));
        for (const label of ['Newest change first', 'Oldest change first'])
          await page.getByLabel('Sort by').selectOption({ label });
        await page.getByLabel('Sort by').selectOption({ label: 'Largest gap first' });
        await page.setViewportSize({ width: 1280, height: 800 });

        // These orders are the console's own.
        await page.getByRole('button', { name: 'State' }).click();
        await page.locator('tr[data-row="0"]', { hasText: 'Lost' }).waitFor();
        await page.getByLabel('Sort by').selectOption('share desc');
        await page.locator('tr[data-row="0"] .list-history .second').waitFor();
        await page.getByLabel('Sort by').selectOption('sku asc');
        await first('DEMO-SKU-1');

        const all = page.getByRole('radio', { name: /^All/ });
        await page.getByLabel('Search').fill('dog bed');
        await page.getByText('1 match in').waitFor();
        await page.getByRole('radio', { name: 'All 1', exact: true }).waitFor({ state: 'attached' });
        await page.getByRole('radio', { name: 'Lost 1', exact: true }).waitFor({ state: 'attached' });
        await page.getByRole('radio', { name: 'Buy box 0', exact: true }).waitFor({ state: 'attached' });
        assert.ok(await all.isChecked());
        await page.locator('tr[data-row="0"]').hover();
        await page.getByRole('button', { name: 'Copy SKU DEMO-SKU-14' }).click();
        await page.getByText('Copied').waitFor();
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'DEMO-SKU-14');
        await expectNoViolations(page);
      });
    },
  );

  testInTorture('console: the gap is shown at every width in both marketplaces', () =>
    harness.visit('/listings', {}, async (page) => {
      for (const [marketplace, price] of [
        ['STORE_CA', 'CA$31.99'],
        ['STORE_US', '$22.99'],
      ] as const) {
        await page.locator('.top-bar select.marketplace').selectOption(marketplace);
        const row = page.locator('tr[data-row="0"]');
        // Else it may still be the row of the marketplace before.
        await row.filter({ hasText: price }).waitFor();
        for (const width of [390, 700, 820, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          // The table follows the window with its next rendering: until then the label is under the names, which are heads, too.
          const isUnder = width === 390;
          const label = row.locator('.under-label', { hasText: 'Gap' });
          await label.waitFor({ state: isUnder ? 'visible' : 'detached' });
          const head = page.locator('.data-table thead th', { hasText: 'Gap' });
          await head.waitFor({ state: isUnder ? 'detached' : 'visible' });
        }
      }
    }),
  );

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
      await standing(page, 'You lost the buy box to Demo Rival');
      await page.locator('.rung[data-holder="true"]', { hasText: '$41.00' }).waitFor();
    });
    await harness.visit('/listings?q=DEMO-SKU-15', {}, async (page) => {
      await page.locator('tr[data-row="0"]', { hasText: 'Lost' }).waitFor();
      await harness.operator.change([{ ...offer, quantity: 0 }]);
      await page.locator('tr[data-row="0"]', { hasText: 'No rival' }).waitFor();
    });
  });

  testInTorture('console: a SKU that the seller does not have says so', () =>
    harness.visit('/listings/NO%2FSUCH%20SKU', { allows: /404/ }, async (page) => {
      await page.getByRole('heading', { name: 'You have no listing with this SKU' }).waitFor();
      await expectNoViolations(page);
    }),
  );
}
