import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, follow } from '../../console/harness.ts';
import { until } from '../../harness/until.ts';

const PATH = '/operator-console';
const RAW_MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The value of an expression for each element, in the page. */
const ofEach = <T>(page: Page, selector: string, expression: string): Promise<T[]> =>
  page.evaluate<T[]>(`[...document.querySelectorAll('${selector}')].map((one) => ${expression})`);

/** What a reader sees on a page, beside what it is for. */
export function pageTests(harness: ConsoleHarness): void {
  test('on a phone every row of a table is there, as high as what it says, and its name is a link in the colour of links', async () => {
    await harness.visit('/sellers', { width: 390 }, async (page) => {
      const count = await page.getByRole('table', { name: 'Sellers', exact: true }).getAttribute('aria-rowcount');
      const heights = await ofEach<number>(page, 'main tr[data-row]', 'one.offsetHeight');
      assert.equal(heights.length, Number(count) - 1);
      assert.ok(Math.min(...heights) < Math.max(...heights), `all rows are ${heights[0]} px high`);
      const colors = (selector: string) => ofEach<string>(page, selector, 'getComputedStyle(one).color');
      // The seller of another page, in a sentence.
      const [link] = await colors('main tr[data-row] a');
      await follow(page, '/deliveries?show=all', PATH);
      assert.equal(link, (await colors('main .entry a'))[0]);
      assert.notEqual(link, (await colors('main .entry p'))[0]);
    });
  });

  test('the chosen segment stands out from its ground in the dark', async () => {
    await harness.visit('/usage', { colorScheme: 'dark' }, async (page) => {
      const lightnessOf =
        'Math.max(...getComputedStyle(one).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number))';
      const [chosen = 0] = await ofEach<number>(page, '.segments :checked + span', lightnessOf);
      const [ground = 0] = await ofEach<number>(page, '.segments', lightnessOf);
      assert.ok(ground > 0 && chosen - ground > 25, `${chosen} on ${ground}`);
    });
  });

  test('an item and a seller that do not exist are said to be missing once', async () => {
    await harness.visit('/items/STORE_US/ITEM999', { allows: /404/ }, async (page) => {
      await page.getByRole('heading', { name: 'There is no such item.' }).waitFor();
      assert.equal(await page.locator('.page-state').count(), 1);
      await follow(page, '/sellers/NOBODY', PATH);
      await page.getByRole('heading', { name: 'There is no such seller', exact: true }).waitFor();
      assert.equal(await page.locator('.page-state').count(), 1);
    });
  });

  test('usage can leave out people in the consoles and requests without a valid token', async () => {
    await harness.tokenOf('demoseller', 'demosellersecret').then((token) =>
      fetch(`${harness.base}/products/pricing/v4/listings?MarketplaceId=STORE_US`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    await harness.visit('/usage', {}, async (page) => {
      const table = page.getByRole('table', { name: 'Requests by application' });
      await until('what was asked is counted', async () => {
        if ((await table.getByText('This console').count()) > 0 && (await table.getByText('Demo seller').count()) > 0)
          return true;
        await follow(page, '/market', PATH);
        await follow(page, '/usage', PATH);
        return false;
      });
      await page.getByLabel('Who').selectOption('Applications only');
      await table.getByText('This console').waitFor({ state: 'detached' });
      await table.getByText('Demo seller').waitFor();
      assert.equal(await table.getByText('Without a valid token').count(), 0);
      assert.match(page.url(), /\?only=applications$/, 'a link to it shows the same');
      await page.getByLabel('When').selectOption('The last 7 days');
      await table.getByRole('link', { name: 'Demo seller' }).click();
      await page.getByRole('table', { name: 'Requests by operation' }).waitFor();
      assert.match(page.url(), /\?only=applications&of=week&client=demoseller&by=operation$/, 'what was chosen stays');
    });
  });

  test('sentences of the service have moments as the pages write them', async () => {
    await harness.visit('/sellers/A1DEMOSELLER', {}, async (page) => {
      const events = page.getByRole('list', { name: 'Events' });
      await events.locator('summary').first().click();
      // The queue of the demo waits for a program that takes its messages.
      await events
        .getByText(/the receiver has not fetched it/)
        .first()
        .waitFor();
      assert.doesNotMatch((await page.locator('main').textContent()) ?? '', RAW_MOMENT);
    });
  });

  test("the provider's sign-in page of the operator does not speak of a seller", async () => {
    const page = await harness.newPage({});
    await page.goto(`${harness.base}${PATH}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').waitFor();
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /seller account/i);
    await page.context().close();
  });
}
