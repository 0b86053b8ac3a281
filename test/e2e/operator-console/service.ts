import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleHarness, loaded } from '../../console/harness.ts';
import { until } from '../../harness/until.ts';

/** The page "Service", as people with operator:admin see it. */
export function serviceTests(harness: ConsoleHarness): void {
  test('the service page has processes, queues, background work, store and what the examination found, with remedies', async () => {
    await harness.visit('/service', {}, async (page) => {
      const rows = (name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('rowheader');
      await until('the process has written that it runs', async () => {
        if ((await rows('Processes').count()) > 0 && (await rows('Background work').count()) > 15) return true;
        await page.reload();
        await loaded(page);
        return false;
      });
      assert.equal(await rows('Queues').count(), 7);
      const work = (await rows('Background work').allTextContents()).join('\n');
      for (const name of ['boards', 'dispatcher', 'fees', 'credentials'])
        assert.match(work, new RegExp(`^${name}`, 'm'), name);
      await page.getByText('SQLite', { exact: true }).waitFor();
      await page.getByText(/ are free\./).waitFor();
      const links = await page.locator('main a[href*="/guides/"]').evaluateAll('(all) => all.map(({ href }) => href)');
      for (const href of new Set(links as string[])) {
        const [address = '', section] = href.split('#');
        const guide = await fetch(address);
        assert.equal(guide.status, 200, href);
        if (section !== undefined) assert.match(await guide.text(), new RegExp(`id="${section}"`), href);
      }
      // The doctor looks in a process of its own.
      await page.getByText('Everything else that it looked at').waitFor({ timeout: 60_000 });
    });
  });
}
