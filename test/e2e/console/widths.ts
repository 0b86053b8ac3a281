import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, loaded } from '../../console/harness.ts';
import { enlargeMarket, LONG_SKU } from '../../console/large-market.ts';
import { textFaults } from '../../console/text-faults.ts';
import { isTorture, testInTorture } from '../../harness/scale.ts';

type Scheme = 'light' | 'dark';

const WIDTHS = [320, 390, 640, 700, 820, 1024, 1280, 1920];
const FEW_WIDTHS = [320, 820, 1280];
/** A table changes its form at some of them. */
const TABLE_WIDTHS = [320, 640, 700, 820, 1280];
const SCHEMES: readonly Scheme[] = isTorture ? ['light', 'dark'] : ['light'];
const MARKETPLACES = isTorture ? ['STORE_US', 'STORE_CA'] : ['STORE_CA'];
/** A sheet of A4 between its margins. */
const PAPER_PX = 718;
const DESTINATION = '/notifications/ch_000000000000000000000000000000000004';

/** What must be there before the page is complete: parts of it are asked for later. */
const pages = [
  { path: '', has: '.attention li' },
  { path: '/listings', has: 'tr[data-row="0"] a', isTable: true },
  { path: `/listings/${LONG_SKU}`, has: '.rung' },
  { path: '/what-if', has: 'tr[data-row="0"] a', isTable: true },
  { path: `/fees?id=${LONG_SKU}`, has: '.split-net' },
  { path: '/events?kind=all', has: '.event' },
  { path: '/notifications', has: '.destination' },
  { path: DESTINATION, has: '.log tbody tr' },
  { path: '/developer', has: '.copy-block' },
  ...(isTorture
    ? [
        { path: '/listings?edit=limits', has: '.limits-table input' },
        { path: '/changes', has: '.receipt' },
        { path: '/fees', has: '.fees-start li' },
        { path: '/notifications?new=WEBHOOKS', has: '.destination-form' },
      ]
    : []),
];

/** Every page is readable in every window, and on paper. */
export function widthTests(harness: ConsoleHarness): void {
  test('console: no text is cut, covered, outside of the window or too narrow in windows of 320 to 1920 px', () =>
    harness.visit('', {}, async (page) => {
      await enlargeMarket(harness);
      const faults: string[] = [];
      for (const marketplace of MARKETPLACES) {
        await page.locator('.top-bar select.marketplace').selectOption(marketplace);
        for (const { path, has, isTable } of pages) {
          await open(page, path, has);
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            const places = `${marketplace} ${path} ${colorScheme}`;
            const widths = isTorture ? WIDTHS : isTable ? TABLE_WIDTHS : FEW_WIDTHS;
            for (const width of widths)
              for (const fault of await faultsAt(page, width)) faults.push(`${places} ${width} px: ${fault}`);
          }
        }
      }
      assert.deepEqual(faults, []);
    }));

  testInTorture('console: the dialog of a delivery is readable in every window', () =>
    harness.visit(DESTINATION, {}, async (page) => {
      await page.locator('.log tbody tr button').first().click();
      await page.getByRole('dialog', { name: 'Delivery' }).locator('pre').waitFor();
      for (const width of WIDTHS) assert.deepEqual(await faultsAt(page, width), [], `${width} px`);
    }),
  );

  test('console: the page of listings scrolls, not a box in it, and the heads of the columns stay in sight', () =>
    harness.visit('/marketplaces/STORE_US/listings', {}, async (page) => {
      const first = page.locator('tr[data-row="0"] a');
      await first.waitFor();
      await first.focus();
      await page.keyboard.press('End');
      // The empty row that stands for those below is gone when the last one exists.
      await page.locator('tbody tr:last-child a').waitFor();
      assert.ok((await page.evaluate<number>('scrollY')) > 400, 'the page has scrolled');
      const scrollers = '[...document.querySelectorAll("main *")].filter((one) => one.scrollTop > 0).length';
      assert.equal(await page.evaluate(scrollers), 0, 'and nothing else');
      const [bar, head] = await Promise.all(
        ['.top-bar', '.data-table thead th'].map((name) => page.locator(name).first().boundingBox()),
      );
      assert.equal(head?.y, (bar?.y ?? 0) + (bar?.height ?? 0));
    }));

  for (const path of ['/listings', '/listings/DEMO-SKU-1'])
    (path === '/listings' ? test : testInTorture)(
      `console: ${path} on paper has all that was read, and nothing to press`,
      () =>
        harness.visit(`/marketplaces/STORE_US${path}`, { colorScheme: 'dark' }, async (page) => {
          await page
            .locator(path === '/listings' ? 'tr[data-row="0"] a' : '.rung')
            .first()
            .waitFor();
          const onScreen = await page.locator('tr[data-row]').count();
          try {
            await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
            assert.deepEqual(await faultsAt(page, PAPER_PX), []);
            assert.equal(await page.locator(':is(.top-bar, .side, .field, .try-price):visible').count(), 0);
            const dark = "getComputedStyle(document.documentElement).getPropertyValue('--text')";
            assert.equal(await page.evaluate(dark), '#171a21', 'black on white');
            if (path === '/listings') {
              const rows = await page.locator('tr[data-row]').count();
              assert.ok(rows >= 28 && rows > onScreen, `${rows} rows instead of ${onScreen}`);
            }
          } finally {
            await page.emulateMedia({ media: null });
          }
        }),
    );
}

/** Without loading it: links do the same. */
async function open(page: Page, path: string, has: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/console${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.locator(has).first().waitFor();
  await loaded(page);
}

async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  // The page follows its new width before it is painted twice.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  return textFaults(page);
}
