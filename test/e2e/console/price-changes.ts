import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, follow, loaded } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

const receipt = (page: Page, text: string | RegExp) => page.locator('.receipt', { hasText: text }).first();
const LISTING = '/marketplaces/STORE_US/listings/DEMO-SKU-26';

/** Axe in both schemes. */
async function expectNoViolationsInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
  await expectFits(page);
}

/** What a seller changes. Each test leaves the prices as they were. */
export function priceChangeTests(harness: ConsoleHarness): void {
  test('console: the price that wins is used, has a receipt, is undone, and both are among the changes', () =>
    harness.visit(LISTING, { width: 390 }, async (page) => {
      const standing = page.locator('.standing');
      await standing.getByText('$29.90', { exact: true }).waitFor();
      await standing.getByRole('button', { name: 'Use this price' }).click();
      await receipt(page, '$31.50 → $29.90').getByText('Applied').waitFor();
      await receipt(page, 'You hold the buy box: ').getByText('net $26.31').waitFor();
      // The page follows, and the receipt stays.
      await standing.getByRole('heading', { name: 'You hold the buy box' }).waitFor();
      await receipt(page, /revision \d+ of the terms/).waitFor();
      await expectNoViolations(page);
      await standing.getByRole('button', { name: 'Undo' }).click();
      await receipt(page, '$29.90 → $31.50').getByText('Undone').waitFor();
      await receipt(page, 'Another offer holds the buy box').waitFor();
      await standing.getByRole('heading', { name: 'You lost the buy box' }).waitFor();

      await receipt(page, 'Undone').getByRole('link', { name: 'All changes of DEMO-SKU-26' }).click();
      await page.getByRole('heading', { name: 'Changes', level: 1 }).waitFor();
      await loaded(page);
      assert.match(page.url(), /\/changes\?sku=DEMO-SKU-26$/);
      const rows = page.locator('.receipts > li');
      assert.equal(await rows.count(), 2);
      await rows.first().getByText('Undone').waitFor();
      await rows.last().getByText('In the console, by demo@store.example').waitFor();
      assert.equal(await rows.getByRole('link', { name: /All changes/ }).count(), 0, 'they are all here');
      await expectNoViolationsInBoth(page);
      // The terms have moved on since: the undo is refused, with the reason beside it.
      await rows.last().getByRole('button', { name: 'Undo' }).click();
      await rows.last().getByText('they changed in between').waitFor();
      await page.getByLabel('State').selectOption({ label: 'Refused' });
      await page.waitForURL(/state=REJECTED/);
      await page.getByText('they changed in between').waitFor();
    }));

  testInTorture(
    'console: a price far from the present one is asked about, and a lost answer does not change it twice',
    () =>
      harness.visit(`${LISTING}?price=12`, { allows: /ERR_FAILED/ }, async (page) => {
        const card = page.locator('.try-price');
        const keys: (string | undefined)[] = [];
        // The service gets the request, the page no answer.
        await page.route('**/priceChanges', async (route) => {
          keys.push(route.request().headers()['idempotency-key']);
          if (keys.length > 4) return route.continue();
          await route.fetch();
          return route.abort();
        });
        await card.getByRole('button', { name: 'Use this price' }).click();
        await card.getByText('The service did not answer.').waitFor();
        assert.equal(new Set(keys).size, 1, 'all attempts of the click have one key');
        keys.push('later');
        keys.length = 5;
        await card.getByRole('button', { name: 'Try again' }).click();
        await card.getByText('below the present price. Use it anyway?').waitFor();
        assert.equal(keys.at(-1), keys[0], 'the same click again, too');
        await card.getByRole('button', { name: 'Use it anyway' }).click();
        await receipt(page, '$31.50 → $12.00').waitFor();
        assert.notEqual(keys.at(-1), keys[0]);
        await page.unroute('**/priceChanges');
        await card.getByRole('button', { name: 'Undo' }).click();
        await receipt(page, 'Undone').waitFor();
      }),
  );

  testInTorture('console: prices of what if are reviewed, applied without the rows that are left out, and undone', () =>
    harness.visit('/marketplaces/STORE_US/what-if?by=skus&sku=DEMO-SKU-26&sku=DEMO-SKU-14', {}, async (page) => {
      await page.getByRole('button', { name: 'Apply to 2 listings' }).click();
      const review = page.locator('.review');
      await review.locator('tr[data-row]', { hasText: 'DEMO-SKU-14' }).getByRole('checkbox').uncheck();
      await review.getByText('1 listing of 2 left out.').waitFor();
      await expectNoViolationsInBoth(page);
      await review.getByRole('button', { name: 'Apply to 1 listing', exact: true }).click();
      await review.getByText('Applied: 1').waitFor();
      await review.getByRole('link', { name: 'All changes, with undo' }).click();
      await loaded(page);
      const [newest] = await page.locator('.receipts > li').all();
      assert.match((await newest?.innerText()) ?? '', /DEMO-SKU-26.*\$31\.50 → \$29\.90/s);
      await newest?.getByRole('button', { name: 'Undo' }).click();
      await page.locator('.receipts > li').first().getByText('Undone').waitFor();
    }),
  );

  testInTorture('console: a limit of the listing is set, refuses a price below it, and is removed', () =>
    harness.visit(`${LISTING}?price=29`, {}, async (page) => {
      await page.getByRole('button', { name: 'Show limits' }).click();
      const least = page.getByLabel('Never below, with shipping (USD)');
      await least.fill('30');
      await page.getByRole('button', { name: 'Save limits' }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      await expectNoViolationsInBoth(page);
      await page.locator('.try-price').getByRole('button', { name: 'Use this price' }).click();
      await page.locator('.receipt', { hasText: 'Refused' }).waitFor();
      await least.fill('');
      await page.getByRole('button', { name: 'Save limits' }).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
    }),
  );

  testInTorture('console: a price that loses money says so, and its button is not the main one', () =>
    harness.visit('/marketplaces/STORE_CA/listings/DEMO-SKU-4?price=6', {}, async (page) => {
      const card = page.locator('.try-price');
      await card.locator('.use-price .loss').waitFor();
      assert.equal(await card.locator('.verdict[data-wins=true], button.main').count(), 0);
      await card.getByLabel('Price', { exact: true }).fill('60');
      await card.locator('button.main', { hasText: 'Use this price' }).waitFor();
    }),
  );

  testInTorture(
    'console: where a cost is set, the profit stands beside the net, and a price below cost is no good one',
    () =>
      harness.visit('/marketplaces/STORE_US/listings/DEMO-SKU-5', {}, async (page) => {
        const figures = page.locator('.figures');
        await figures.getByText('Profit of one sale').waitFor();
        await figures.getByText('after a cost of $235.00').waitFor();
        const card = page.locator('.try-price');
        await card.getByLabel('Price', { exact: true }).fill('240');
        await card.locator('.use-price').getByText('below cost by').waitFor();
        await card.getByText(/^Each sale loses \$[\d.]+ after fees and cost\.$/).waitFor();
        assert.equal(await card.locator('.verdict[data-wins=true], button.main').count(), 0);
        await expectNoViolationsInBoth(page);
        await follow(page, '/marketplaces/STORE_US/listings?q=DEMO-SKU-5');
        await page
          .locator('tr[data-row]', { hasText: 'DEMO-SKU-5' })
          .getByText(/profit \$/)
          .first()
          .waitFor();
        await follow(page, '/marketplaces/STORE_US/what-if?by=skus&sku=DEMO-SKU-5&strategy=setTo&amount=240');
        const row = page.locator('tr[data-row="0"]');
        await row.getByText('below cost by').waitFor();
        assert.equal(await row.locator('.badge[data-tone=good]').count(), 0);
        await expectNoViolations(page);
        await expectFits(page);
      }),
  );

  for (const [what, answer, reason] of [
    ['an analyst', { role: 'analyst' }, 'Your role is analyst: only owners and managers change prices.'],
    ['an installation that keeps prices elsewhere', { mode: 'off' }, 'Change them where you list.'],
  ] as const)
    testInTorture(`console: ${what} reads why there is no button`, async () => {
      const participations = '**/marketplaceParticipations';
      await harness.context.route(participations, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        if ('mode' in answer) json.priceChanges = answer.mode;
        else json.signedInAs = { ...json.signedInAs, role: answer.role };
        await route.fulfill({ response, json });
      });
      try {
        await harness.visit(LISTING, {}, async (page) => {
          await page.locator('.standing').getByText(reason).waitFor();
          assert.equal(await page.getByRole('button', { name: 'Use this price' }).count(), 0);
          await expectNoViolations(page);
        });
      } finally {
        await harness.context.unroute(participations);
      }
    });
}
