import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleHarness, expectFits, expectNoViolations, follow, loaded } from '../console/harness.ts';
import { OperatorSystem } from '../e2e/console/operator-system.ts';
import { describeInTorture } from '../harness/scale.ts';

const LISTING = '/marketplaces/STORE_US/listings/DEMO-SKU-26';
const REASON = 'The price list of this week is closed.';
const receipt = (page: Page, text: string | RegExp) => page.locator('.receipt', { hasText: text }).first();

/** With `PRICE_CHANGES=confirmed` (decision 47). The test is the operator's system. Each test leaves the prices as they were. */
describeInTorture('the console where the operator decides on each price', () => {
  const harness = new ConsoleHarness();
  const system = new OperatorSystem(harness);
  before(() => harness.start({ PRICE_CHANGES: 'confirmed' }));
  after(() => harness.end());

  test('console: a change waits, is confirmed or refused with the reason in the same place, and so is its undo', () =>
    harness.visit(LISTING, {}, async (page) => {
      const standing = page.locator('.standing');
      await standing.getByRole('button', { name: 'Use this price' }).click();
      await receipt(page, '$31.50 → $29.90').getByText('Waiting', { exact: true }).waitFor();
      await standing.getByText('1 change waits for the marketplace.').waitFor();
      await standing.getByRole('heading', { name: 'You lost the buy box' }).waitFor();
      await expectNoViolations(page);

      assert.deepEqual(await system.decide(() => ({ outcome: 'rejected', reason: REASON })), ['DEMO-SKU-26']);
      await receipt(page, REASON).getByText('Refused').waitFor();
      assert.equal(await standing.getByText('change waits').count(), 0);

      await standing.getByRole('button', { name: 'Use this price' }).click();
      await receipt(page, '$31.50 → $29.90').getByText('Waiting', { exact: true }).waitFor();
      await system.decide(() => ({ outcome: 'applied' }));
      await receipt(page, 'You hold the buy box: ').getByText('Applied').waitFor();
      await standing.getByRole('heading', { name: 'You hold the buy box' }).waitFor();

      await standing.getByRole('button', { name: 'Undo' }).click();
      await receipt(page, '$29.90 → $31.50').getByText('Waiting', { exact: true }).waitFor();
      await system.decide(() => ({ outcome: 'applied' }));
      await receipt(page, '$29.90 → $31.50').getByText('Undone').waitFor();
      await standing.getByRole('heading', { name: 'You lost the buy box' }).waitFor();

      // The history of the listing has both, by whom they were made.
      await page.getByText('Your price changed twice.').or(page.getByText('Your price changed 2 times.')).waitFor();
      await page.getByText('Show as a table').click();
      await page.getByRole('cell', { name: 'In the console' }).first().waitFor();
    }));

  test('console: many changes wait, and each gets its outcome on the page that sent them', () =>
    harness.visit('/marketplaces/STORE_US/what-if?by=skus&sku=DEMO-SKU-26&sku=DEMO-SKU-14', {}, async (page) => {
      await page.getByRole('button', { name: 'Apply to 2 listings' }).click();
      const review = page.locator('.review');
      await review.getByRole('button', { name: 'Apply to 2 listings', exact: true }).click();
      await review.getByText('Waiting: 2').waitFor();
      await review.getByText('2 changes wait for the marketplace.').waitFor();
      await expectNoViolations(page);
      await system.decide((sku) =>
        sku === 'DEMO-SKU-26' ? { outcome: 'applied' } : { outcome: 'rejected', reason: REASON },
      );
      await review.getByText('Applied: 1').waitFor();
      const row = (sku: string) => review.locator('tr[data-row]', { hasText: sku });
      await row('DEMO-SKU-14').getByText(REASON).waitFor();
      await row('DEMO-SKU-26').getByText('You hold the buy box').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoViolations(page);
      }
      await expectFits(page);
    }));

  test('console: the changes that wait are followed on their page, and an undo there', () =>
    harness.visit('/marketplaces/STORE_US/changes?sku=DEMO-SKU-26&state=APPLIED', {}, async (page) => {
      const rows = page.locator('.receipts > li');
      await rows.first().getByRole('button', { name: 'Undo' }).click();
      await follow(page, '/marketplaces/STORE_US/changes?sku=DEMO-SKU-26&state=PENDING');
      await rows.first().getByText('Waiting', { exact: true }).waitFor();
      await page.getByText('1 change waits for the marketplace.').waitFor();
      // A page that nobody sees does not ask.
      const asked: string[] = [];
      page.on('request', (request) => void (/priceChanges/.test(request.url()) && asked.push(request.url())));
      await setHidden(page, true);
      await page.waitForTimeout(1_200);
      asked.length = 0;
      await page.waitForTimeout(4_000);
      assert.deepEqual(asked, []);
      await setHidden(page, false);
      await system.decide(() => ({ outcome: 'applied' }));
      await rows.first().getByText('Undone').waitFor();
      await follow(page, '/marketplaces/STORE_US/listings/DEMO-SKU-26');
      await loaded(page);
      await page.locator('.standing').getByRole('heading', { name: 'You lost the buy box' }).waitFor();
    }));
});

/** As if another tab came before it. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate<void>(`{
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
