import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded, signIn, widths } from '../../console/harness.ts';
import { rivalAsks, titleIs } from '../../console/market.ts';
import { testInTorture } from '../../harness/scale.ts';

/** Scripts and styles of all pages, with the chart: it is loaded where a page stays open long enough to show it. */
const MAX_TRANSFERRED_BYTES = 154_000;

/** What a seller does from page to page. */
export function journeyTests(harness: ConsoleHarness): void {
  testInTorture(
    `console: scripts and styles of all pages together are less than ${MAX_TRANSFERRED_BYTES} bytes`,
    async (t) => {
      const session = await harness.context.newCDPSession(harness.page);
      await session.send('Network.clearBrowserCache');
      await session.detach();
      const before = { ...harness.transferred };
      await harness.visit('', {}, async (page) => {
        const links = page.locator('nav[aria-label=Pages] ul:first-of-type a');
        for (const name of await links.allTextContents()) {
          const startedMs = performance.now();
          await links.getByText(name, { exact: true }).click();
          await page.locator('main h1', { hasText: name }).waitFor();
          await loaded(page);
          t.diagnostic(`${name}: usable after ${Math.round(performance.now() - startedMs)} ms`);
        }
        for (const path of ['/listings/DEMO-SKU-1', '/notifications/ch_000000000000000000000000000000000004']) {
          const startedMs = performance.now();
          await page.goto(`${harness.base}/console${path}`);
          await loaded(page);
          t.diagnostic(
            `${path}, loaded with its sign-in: usable after ${Math.round(performance.now() - startedMs)} ms`,
          );
        }
        const files = harness.transferred.files - before.files;
        const bytes = harness.transferred.bytes - before.bytes;
        t.diagnostic(`transferred: ${bytes} bytes in ${files} files`);
        assert.ok(bytes > 40_000, 'they are counted');
        assert.ok(bytes < MAX_TRANSFERRED_BYTES, `${bytes} bytes`);
      });
    },
  );

  for (const width of widths(1280)) {
    test(`console at ${width} px: a rival undercuts, and open pages show the loss without a reload, in every tab`, (t) =>
      harness.visit('/events?sku=DEMO-SKU-1', { width }, async (page) => {
        const polls: Page[] = [];
        harness.context.on('request', (request) => {
          if (request.headers().prefer?.startsWith('wait')) polls.push(request.frame().page());
        });
        await page.locator('.live[data-status=connected]').waitFor();
        const other = await harness.context.newPage();
        await other.goto(`${harness.base}/console/listings/DEMO-SKU-1`);
        await signIn(other);
        await loaded(other);
        await other.locator('.live[data-status=connected]').waitFor();
        const appears = (headline: string) => page.locator('.event.is-new', { hasText: headline });
        const sentence = 'Demo Rival has it for $21.99. You ask $22.99. A price of $21.99 wins it back';

        await rivalAsks(harness, 19.49);
        const startedMs = performance.now();
        await Promise.all([
          appears('You lost the buy box').getByText(sentence).waitFor(),
          other.getByText('You lost the buy box to Demo Rival').first().waitFor(),
        ]);
        t.diagnostic(`shown in both tabs after ${Math.round(performance.now() - startedMs)} ms`);
        assert.ok(new Set(polls).size <= 1, 'one tab polls for all');

        // The tab that came into view last polls. When it closes, the other goes on.
        await other.close();
        await rivalAsks(harness, 22.49);
        await appears('You won the buy box').waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        harness.context.removeAllListeners();
      }));
  }

  testInTorture('console: without a connection the page stays as it is, says so, and goes on by itself', () =>
    harness.visit('/events', { allows: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
      await page.locator('.live[data-status=connected]').waitFor();
      const heading = page.getByRole('heading', { name: 'Events', level: 1 });
      await harness.context.setOffline(true);
      try {
        await page.locator('.live[data-status=offline]').waitFor();
        await heading.waitFor();
        await page.getByLabel('Show').selectOption('all');
        await page.getByRole('heading', { name: 'You are offline' }).waitFor();
        await expectNoViolations(page);
      } finally {
        await harness.context.setOffline(false);
      }
      await page.locator('.live[data-status=connected]').waitFor();
      await page.getByText('Offers changed').first().waitFor();
      assert.equal(new URL(page.url()).search, '?kind=all', 'what the seller chose is in the address');
    }),
  );

  testInTorture(
    'console: while the service does not answer, pages keep what they show and ask rarely; they go on by themselves',
    () =>
      harness.visit('', { allows: /net::ERR_/ }, async (page) => {
        await page.locator('.live[data-status=connected]').waitFor();
        await page.getByRole('heading', { name: 'Buy box share today' }).waitFor();
        const api = /\/(products|notifications|sellers)\//;
        await harness.context.route(api, (route) => route.abort('connectionrefused'));
        try {
          // Ends the open long poll.
          await harness.context.setOffline(true);
          await page.locator('.live[data-status=offline]').waitFor();
          await harness.context.setOffline(false);
          await page.locator('.live[data-status=reconnecting]').waitFor();
          await page.getByRole('heading', { name: 'Buy box share today' }).waitFor();
          const open = (name: string) => page.locator('nav[aria-label=Pages]').getByText(name).click();
          await open('Listings');
          await page.getByRole('heading', { name: 'The service does not answer' }).waitFor();
          await open('Events');
          await page.getByRole('heading', { name: 'The service does not answer' }).waitFor();
          let asked = 0;
          page.on('request', () => {
            asked += 1;
          });
          await page.waitForTimeout(1_500);
          assert.ok(asked <= 6, `${asked} requests in 1.5 s`);
        } finally {
          await harness.context.setOffline(false);
          await harness.context.unroute(api);
        }
        await page.locator('.live[data-status=connected]').waitFor();
        await page.getByText('You lost the buy box').first().waitFor();
        assert.equal(await page.locator('.page-state').count(), 0);
      }),
  );

  for (const [status, code, shown] of [
    [403, 'AccessDenied', 'You have no right to see this'],
    [400, 'InvalidInput', 'The service said no'],
  ] as const) {
    testInTorture(`console: a ${status} is shown as what it is, with the request id, and a way on`, () =>
      harness.visit('', { allows: new RegExp(`status of ${status}`) }, async (page) => {
        const errors = [{ code, message: 'The service said no', details: 'Choose another filter.' }];
        const answer = { status, json: { errors }, headers: { 'x-request-id': 'request-of-this-test' } };
        await page.route('**/notifications/v4/events*', (route) => route.fulfill(answer));
        await page.locator('nav[aria-label=Pages]').getByText('Events').click();
        await page.getByRole('heading', { name: shown }).waitFor();
        await page.getByText('request-of-this-test').waitFor();
        await expectNoViolations(page);
        await page.unroute('**/notifications/v4/events*');
        if (status === 403) return;
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('You lost the buy box').first().waitFor();
      }),
    );
  }

  testInTorture('console: markup in a title is text, on every page that shows titles', async () => {
    const title = `<img src=x onerror=alert(1)><script>alert(2)</script>${'Xylophone'.repeat(45)}`;
    await titleIs(harness, title);
    try {
      for (const path of ['/listings?q=DEMO-SKU-15', '/listings/DEMO-SKU-15', '/fees?id=DEMO-SKU-15'])
        await harness.visit(path, {}, async (page) => {
          await page.getByText(title).first().waitFor();
          assert.equal(await page.locator('main script, main img').count(), 0);
          await expectFits(page);
        });
    } finally {
      await titleIs(harness, 'Hand-turned walnut bowl');
    }
  });

  test('console: a page that does not exist says so, and leads back', () =>
    harness.visit('/nowhere', { width: 390 }, async (page) => {
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      await expectNoViolations(page);
      await expectFits(page);
    }));
}
