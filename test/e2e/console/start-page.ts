import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleHarness } from '../../console/harness.ts';

/** Whether any two buttons of the form touch, or one leaves the page. */
const CROWDED = `(() => {
  const boxes = [...document.querySelectorAll('.choices button')].map((button) => button.getBoundingClientRect());
  const near = (a, b) => a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 4 && b.top < a.bottom + 4;
  const touch = boxes.some((a, n) => boxes.slice(n + 1).some((b) => near(a, b)));
  return touch || document.documentElement.scrollWidth > innerWidth;
})()`;

/** The buttons of the demo's start page. */
export function startPageTests(harness: ConsoleHarness): void {
  test('start page: a button causes its event, and no two buttons touch', async () => {
    const { page, base } = harness;
    await page.goto(`${base}/`);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate(CROWDED), false, `${width} px`);
    }
    await page.getByRole('button', { name: 'ANY_OFFER_CHANGED' }).click();
    await page.getByRole('heading', { name: 'ANY_OFFER_CHANGED' }).waitFor();
    assert.equal(page.url(), `${base}/demo/trigger/ANY_OFFER_CHANGED`);
    // The page that says what happened has the buttons, too.
    await page.getByRole('button', { name: 'PRICING_HEALTH' }).click();
    await page.getByRole('heading', { name: 'PRICING_HEALTH' }).waitFor();
  });
}
