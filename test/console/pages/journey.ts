import { test } from 'node:test';
import { type ConsoleHarness, expectFits, expectNoViolations } from '../harness.ts';

/** What a seller does from page to page. */
export function journeyTests(harness: ConsoleHarness): void {
  for (const width of [1280, 390] as const) {
    test(`console at ${width} px: a page that does not exist says so, and leads back`, () =>
      harness.visit('/nowhere', { width }, async (page) => {
        await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
      }));
  }
}
