import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, widths } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

/** The colour of a text. */
export const toneOf = (text: Locator): Promise<string> =>
  text.evaluate((element) => (globalThis as unknown as Styles).getComputedStyle(element).color);

type Styles = { getComputedStyle(element: unknown): { color: string } };

export function feesPageTests(harness: ConsoleHarness): void {
  test('console: fees follow what is typed, and stay in the address', () =>
    harness.visit('/fees', {}, async (page) => {
      await chooseUs(page);
      await page.getByLabel('SKU or item').fill('DEMO-SKU-7');
      await page.getByText('$126.05 net of a sale of $150.00').waitFor();
      await page.getByText('$131.00 net of a sale of $150.00').waitFor();
      await page.getByText('8% of $50.00, the part over $100.00: $4.00.').waitFor();
      await page.getByText('Referral fee: 15% → 8%').waitFor();
      await page.getByLabel('Price (USD)').fill('100,00');
      await page.getByLabel('Shipping (USD)').fill('5');
      await page.getByText('$89.60 net of a sale of $105.00').waitFor();
      await page.getByLabel('Compare with').fill('2040-01-01');
      await page.getByText('The fees of a sale change by').waitFor();
      await page.getByText(/^The price is 5\.10 USD/).waitFor();
      const { search } = new URL(page.url());
      assert.equal(search, '?id=DEMO-SKU-7&price=100%2C00&shipping=5&date=2040-01-01');
      await page.getByText('Understood as $100.00').waitFor();
      await page.getByLabel('Price (USD)').fill('1.234');
      await page.getByText('1.234 can be read in two ways: write 1234 or 1.23').waitFor();
      await page.getByLabel('Price (USD)').fill('12.3456');
      await page.getByText('Enter an amount such as 150.00').waitFor();
      await page.getByLabel('Shipping (USD)').fill('0');
      await page.getByLabel('Price (USD)').fill('2');
      const loses = page.locator('.channel-net', { hasText: 'Each sale of $2.00 loses money' });
      await loses.first().waitFor();
      assert.notEqual(await toneOf(loses.first().locator('strong')), await toneOf(page.locator('main h1')));
    }));

  for (const width of widths(390))
    testInTorture(`console at ${width} px: fees can be used by everybody`, () =>
      harness.visit('/fees?id=ITEM000004&price=16', { width }, async (page) => {
        await chooseUs(page);
        await page.getByText('Referral fee: 5% → 10%').waitFor();
        await page.getByText('Nothing changes: the fees are those of today.').waitFor();
        await page.getByText('Show as a table').click();
        await page.getByRole('cell', { name: '$14.25' }).first().waitFor();
        await expectNoViolations(page);
        await expectFits(page);
      }),
    );
}

/** The examples are of the demo's American market. */
export async function chooseUs(page: Page): Promise<void> {
  await page.getByLabel('Marketplace').selectOption({ label: 'Store US' });
}
