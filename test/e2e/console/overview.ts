import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded, widths } from '../../console/harness.ts';
import { rivalAsks } from '../../console/market.ts';
import { testInTorture } from '../../harness/scale.ts';

export function overviewPageTests(harness: ConsoleHarness): void {
  for (const width of widths(390)) {
    test(`console at ${width} px: the overview shows a loss while it is open, and leads to the listing`, () =>
      harness.visit('', { width }, async (page) => {
        await page.getByRole('heading', { name: 'Buy box share today' }).waitFor();
        await page.getByText('Show as a table').click();
        await page.getByRole('columnheader', { name: 'Day (UTC)' }).waitFor();
        assert.match((await page.locator('.share .figure strong').textContent()) ?? '', /^\d+\.\d%$/);
        await page.locator('.live[data-status=connected]').waitFor();
        const lost = page.locator('.attention li', { has: page.getByText('DEMO-SKU-1', { exact: true }) });
        assert.equal(await lost.count(), 0);
        await rivalAsks(harness, 19.49);
        try {
          await lost.getByText('You ask $22.99, the buy box is at $21.99.').waitFor();
          await expectNoViolations(page);
          await expectFits(page);
          await lost.getByRole('link').click();
          await page.waitForURL('**/console/marketplaces/STORE_US/listings/DEMO-SKU-1');
        } finally {
          await rivalAsks(harness, 22.49);
        }
      }));
  }

  test('console: a change between the first calls and the events that the overview follows is not missed', () =>
    harness.visit('/developer', {}, async (page) => {
      const stale = async (route: Route) => {
        const answer = await route.fetch();
        const { payload } = (await answer.json()) as { payload: object };
        await route.fulfill({ response: answer, json: { payload: { ...payload, Listings: [] } } });
      };
      await page.route('**/listings?*state=losing*', stale, { times: 1 });
      // With a load: these calls begin before the console's file is there.
      await page.goto(`${harness.base}/console`);
      await loaded(page);
      await page.locator('.attention li').getByText('Lost', { exact: true }).first().waitFor();
    }));

  testInTorture(
    'console: the overview of a new seller has first steps; of one who has everything in order it says so',
    () =>
      harness.visit('/developer', { width: 390 }, async (page) => {
        const none = { payload: { MarketplaceId: 'STORE_US', Listings: [], Counts: [] as object[] } };
        await page.route('**/products/pricing/v4/listings?*', (route) => route.fulfill({ json: none }));
        await page.route('**/notifications/v4/destinations', (route) => route.fulfill({ json: { channels: [] } }));
        const open = async (name: string) => {
          await page.evaluate(`document.querySelector('nav[aria-label=Pages] a[href$="${name}"]').click()`);
          await loaded(page);
        };
        await open('/STORE_US');
        await page.getByRole('heading', { name: 'First steps' }).waitFor();
        await page.getByRole('link', { name: 'Create a destination' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        none.payload.Counts.push({ State: 'winning', Count: 3, IsExact: true });
        await open('/developer');
        await open('/STORE_US');
        await page.getByRole('heading', { name: 'Everything is in order' }).waitFor();
        await expectNoViolations(page);
        await page.unrouteAll();
      }),
  );
}
