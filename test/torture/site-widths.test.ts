import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { siteLinks } from '../../src/pages/site-links.ts';
import { type DemoReceiver, startDemoReceiver } from '../../src/receiver/demo-receiver.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';
import { violationsOn } from '../harness/violations.ts';

const WIDTHS = [320, 390, 640, 820, 1280];

/** The rows of each grid of links, as the part of its width that their cards and gaps take. */
const USED_ROWS = `[...document.querySelectorAll('.links')].flatMap((list) => {
  const { left, right } = list.getBoundingClientRect();
  const rows = Object.groupBy([...list.children].map((card) => card.getBoundingClientRect()), ({ top }) => Math.round(top));
  return Object.values(rows).map((row) => (Math.max(...row.map((box) => box.right)) - Math.min(...row.map((box) => box.left))) / (right - left));
})`;

describe('the pages of the site at every width', () => {
  let browser: Browser;
  let service: TestApp;
  let receiver: DemoReceiver;
  let base: string;
  before(async () => {
    browser = await launchBrowser();
    const signIn = { email: 'demo@store.example', password: 'demo' };
    const demoClient = async () => ({ id: 'demoseller', secret: 'demosellersecret', signIn });
    service = await startApp({ site: { demoClient, receiverUrl: 'http://127.0.0.1:1', grantsUrl: () => '/grants' } });
    base = await service.app.listen({ port: 0, host: '127.0.0.1' });
    receiver = await startDemoReceiver({ port: 0, host: '127.0.0.1', links: siteLinks(base, '') });
    await fetch(receiver.address, { method: 'POST', body: JSON.stringify(eventExamples.BUY_BOX_CHANGED) });
  });
  after(async () => {
    await browser.close();
    await receiver.close();
    service.app.server.closeAllConnections();
    await service.app.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`${colorScheme}: nothing runs out of the page, every row of cards is full, and axe finds nothing`, async () => {
      const page = await browser.newPage({ colorScheme });
      // While it refreshes itself it is not for axe: the page offers to pause that.
      const paused = `${receiver.address}/?paused`;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const url of [`${base}/`, `${base}/guides`, `${base}/guides?q=webhook+signature`, paused]) {
          const where = `${url} at ${width} px`;
          await page.goto(url);
          assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, where);
          const rows = (await page.evaluate(USED_ROWS)) as number[];
          assert.equal(rows.length > 0, /\/(guides)?$/.test(url), where);
          assert.deepEqual(
            rows.filter((used) => used < 0.99),
            [],
            where,
          );
          if (width === 390 || width === 1280) assert.deepEqual(await violationsOn(page), [], where);
        }
      }
      await page.close();
    });

  test('the search field works with the keyboard alone', async () => {
    const page = await browser.newPage();
    await page.goto(`${base}/guides`);
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('chain proves');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'What the chain proves' }).click();
    await page.getByRole('heading', { name: 'What the chain proves' }).waitFor();
    assert.match(page.url(), /\/guides\/audit#what-the-chain-proves$/);
    await page.close();
  });
});
