import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ConsoleHarness, expectFits, expectNoViolations, widths } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';
import { chooseUs } from './fees.ts';

export function whatIfPageTests(harness: ConsoleHarness): void {
  test('console: what if answers for a filter, follows strategy and floor, and gives a file', () =>
    harness.visit('/what-if?state=losing,unhealthy', {}, async (page) => {
      await chooseUs(page);
      const row = page.locator('tr[data-row]', { has: page.getByText('DEMO-SKU-7', { exact: true }) });
      // It starts with the price that wins: no choice is needed to see whom it helps.
      assert.equal(await page.getByLabel('Strategy').inputValue(), 'win');
      await row.locator('td', { hasText: 'Would win' }).waitFor();
      assert.match(await row.innerText(), /\$150\.00\s+\$144\.98\s+−\$5\.02\s/);
      await page.getByText('Would lose money', { exact: true }).waitFor();
      const net = page.locator('.what-if-totals > div', { hasText: 'Net of a sale' });
      assert.match(await net.innerText(), /One unit of each: now \$[\d,.]+, then \$[\d,.]+/);
      await page.getByLabel('Strategy').selectOption({ label: 'Lower than the best rival' });
      await page.getByLabel('Never below (USD)').fill('20');
      await page.waitForURL(/floor=20$/);
      await row.locator('td', { hasText: 'Would win' }).waitFor();
      await page
        .locator('tr[data-row]', { has: page.getByText('DEMO-SKU-20', { exact: true }) })
        .locator('td', { hasText: 'Below floor' })
        .waitFor();
      assert.match(
        await row.innerText(),
        /\$150\.00\s+\$144\.98\s+−\$5\.02\s+\$144\.99\s+\$126\.05\s+\$121\.43\s+−\$4\.62/,
      );
      assert.match(page.url(), /\?state=losing%2Cunhealthy&strategy=beatBy&floor=20$/);
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      const file = await saved;
      const text = await readFile(await file.path(), 'utf8');
      assert.equal(file.suggestedFilename(), 'what-if-STORE_US.csv');
      assert.match(text, /^\uFEFFSKU,Title,.*\r\n/);
      assert.match(
        text,
        /\r\nDEMO-SKU-7,Portline 12-in-1 docking station,ITEM000007,Would win,no,yes,USD,150,144\.98,/,
      );
    }));

  test('console: a row of what if begins with the title, and says its prices with shipping, as listings do', () =>
    harness.visit('/marketplaces/STORE_US/what-if?by=skus&sku=DEMO-SKU-3&sku=DEMO-SKU-7', {}, async (page) => {
      const field = page.locator('tr[data-row="0"]');
      await field.getByRole('link', { name: 'A Field Guide to Northern Rivers' }).waitFor();
      const texts = await field.locator('td').allInnerTexts();
      const [, now, then] = texts.map((text) => text.replaceAll(/\s+/g, ' '));
      assert.deepEqual([now, then], ['$12.50 $16.49 with shipping', '$11.75 −$0.75 $15.74 with shipping']);
      assert.match(await field.locator('th').innerText(), /^A Field Guide to Northern Rivers\s+DEMO-SKU-3/);
      // It ships for nothing: there is one price.
      assert.doesNotMatch(await page.locator('tr[data-row="1"]').innerText(), /with shipping/);
      await expectNoViolations(page);
    }));

  for (const width of widths(390))
    testInTorture(`console at ${width} px: what if can be used by everybody`, () =>
      harness.visit('/what-if?by=skus&sku=DEMO-SKU-7&sku=NOT-MINE', { width }, async (page) => {
        await chooseUs(page);
        await page.getByText('Not yours', { exact: true }).filter({ visible: true }).waitFor();
        await page.getByText('1 of 1', { exact: true }).waitFor();
        await page.getByText('Your prices stay as they are.').waitFor();
        await expectNoViolations(page);
        await expectFits(page);
      }),
    );
}
