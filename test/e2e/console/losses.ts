import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleHarness, expectNoViolations, follow } from '../../console/harness.ts';
import { toneOf } from './fees.ts';

/** In Canada the demo seller asks 6.50 for DEMO-SKU-4, which costs 8.66 of fees. */
export function lossTests(harness: ConsoleHarness): void {
  test('console: a price that loses money is marked in words and colour on every page, and needs attention', () =>
    harness.visit('', {}, async (page) => {
      await page.getByLabel('Marketplace').selectOption({ label: 'Store Canada' });
      const row = page.locator('.attention li', { hasText: 'DEMO-SKU-4' });
      await row.getByText('Loses money', { exact: true }).waitFor();
      await row.getByText('Each sale loses CA$2.16 after fees.').waitFor();
      const plain = await toneOf(row.locator('p.soft').first());
      const marks: readonly (readonly [path: string, mark: string])[] = [
        ['', 'Each sale loses CA$2.16 after fees.'],
        ['/listings', 'loses CA$2.16'],
        ['/listings/DEMO-SKU-4', 'Each sale loses CA$2.16 after fees.'],
        ['/what-if?strategy=setTo&amount=6,50', 'loses money'],
        ['/fees?id=DEMO-SKU-4', 'Each sale of CA$6.50 loses money'],
      ];
      for (const [path, mark] of marks) {
        await follow(page, path);
        await page.getByText(mark).filter({ visible: true }).first().waitFor();
        const colored = page.locator('.loss').filter({ visible: true }).first();
        assert.notEqual(await toneOf(colored), plain, path);
      }
      await expectNoViolations(page);
      await page.getByLabel('Marketplace').selectOption({ label: 'Store US' });
    }));
}
