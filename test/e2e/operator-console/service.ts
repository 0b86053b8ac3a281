import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleHarness, loaded } from '../../console/harness.ts';
import { until } from '../../harness/until.ts';

/** The page "Service", as people with operator:admin see it. */
export function serviceTests(harness: ConsoleHarness): void {
  test('the service page has processes, queues, background work, store and what the examination found, with remedies', async () => {
    await harness.visit('/service', {}, async (page) => {
      // Only the rows in sight exist: the table says how many there are.
      const table = (name: string) => page.getByRole('table', { name, exact: true });
      const rows = async (name: string) => Number(await table(name).getAttribute('aria-rowcount')) - 1;
      await until('the process has written what it works on', async () => {
        if ((await page.getByText('All of it runs, and in time.').count()) > 0) return true;
        await page.reload();
        await loaded(page);
        return false;
      });
      // Nothing is to be done about work that runs: it is shown on demand.
      await page.getByText(/^All of it \(/).click();
      assert.equal(await rows('Queues'), 7);
      assert.doesNotMatch((await table('Queues').textContent()) ?? '', /\b0 ms/);
      assert.ok((await rows('Processes')) >= 1);
      assert.ok((await rows('Background work')) > 15);
      await table('Background work').getByText('rebuilds the answers of items').waitFor();
      await page.getByText('SQLite', { exact: true }).waitFor();
      await page.getByText(/ are free\./).waitFor();
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main a[href*="/guides/"]')].map(({ href }) => href)`,
      );
      assert.ok(links.length > 10);
      for (const href of new Set(links)) {
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
