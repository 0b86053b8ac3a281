import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { newVisitor } from '../harness/browser.ts';
import { testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { violationsOn } from '../harness/violations.ts';
import { showGallery } from './console-gallery.ts';
import type { Addresses } from './solution-provider.ts';

type Parts = { browser: () => Browser; addresses: () => Addresses };

const paths = ['', '/listings', '/what-if', '/changes', '/fees', '/reports', '/notifications', '/events', '/developer'];
const ROWS = 40_000;

/** The console's shell and components in a real browser, against a running service. */
export function consoleShellTests({ browser, addresses }: Parts): void {
  /** A signed-in seller in a window of this width, and everything that the browser complained about. */
  async function seller(width: number) {
    const page = await newVisitor(browser());
    const messages: string[] = [];
    const elsewhere: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('request', (request) => {
      const { base, issuer } = addresses();
      if (!new RegExp(`^(?:${base}|${issuer})(?:/|$)`).test(request.url())) elsewhere.push(request.url());
    });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${addresses().base}/console`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill('demo@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    return { page, messages, elsewhere };
  }
  /** Not waitForFunction: it evaluates text, which the page's policy refuses. */
  const becomes = (page: Page, condition: string) => until(condition, () => page.evaluate<boolean>(condition));
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');
  const leave = async (page: Page) => {
    page.removeAllListeners();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 720 });
  };

  // The narrow one has the menu.
  for (const width of [1280, 390]) {
    testInTorture(
      `console at ${width} px: links move between pages without loading one; heading, title and navigation follow; nothing is said on the console`,
      async () => {
        const { page, messages, elsewhere } = await seller(width);
        await page.evaluate("document.body.setAttribute('data-kept', 'yes')");
        const isNarrow = width < 800;
        if (isNarrow) await page.locator('summary[aria-label=Menu]').click();
        const navigation = page.getByRole('navigation', { name: isNarrow ? 'All pages' : 'Pages', exact: true });
        await navigation.getByRole('link', { name: 'Fees' }).click();
        await page.getByRole('heading', { name: 'Fees', level: 1 }).waitFor();
        await becomes(page, "document.activeElement.textContent === 'Fees'");
        assert.match(await page.title(), /^Fees · /);
        if (isNarrow) {
          assert.equal(await navigation.isVisible(), false, 'the menu closes when the seller has chosen');
          await page.locator('summary[aria-label=Menu]').press('Enter');
        }
        assert.equal(await navigation.locator('[aria-current=page]').textContent(), 'Fees');
        if (isNarrow) {
          await page.keyboard.press('Escape');
          assert.equal(await navigation.isVisible(), false);
        }
        await page.goBack();
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes');
        const { pathname: root } = new URL(`${addresses().base}/console`);
        for (const path of paths) {
          await page.evaluate(
            `history.pushState(null, '', '${root}${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
          );
          await becomes(page, "document.querySelector('main h1') !== null && !document.querySelector('.skeleton')");
          assert.equal(new URL(page.url()).pathname, `${root}/marketplaces/STORE_US${path}`);
          // The other pages have tests of their own in test/console/.
          if (path === '' || path === '/developer') assert.deepEqual(await violationsOn(page), [], path);
          const overflow = 'document.documentElement.scrollWidth - innerWidth';
          assert.ok((await page.evaluate<number>(overflow)) <= 0, `${path} is wider than the window`);
        }
        assert.deepEqual([messages, elsewhere], [[], []]);
        await leave(page);
      },
    );
  }

  testInTorture(
    `console: every component is accessible in light and dark; a table of ${ROWS} rows has few of them at a time; markup in data is text`,
    async () => {
      const { page, messages } = await seller(1280);
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), 'Skip to the content');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await showGallery(page, ROWS);
        assert.deepEqual(await violationsOn(page), [], colorScheme);
      }
      assert.equal(await page.locator('.data-table b').count(), 0);
      const table = page.getByRole('table', { name: 'Listings' });
      assert.equal(await table.getAttribute('aria-rowcount'), String(ROWS + 1));
      const rows = page.locator('.data-table tr[data-row]');
      assert.ok((await rows.count()) < 60);
      await page.getByRole('link', { name: 'SKU-0', exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await becomes(page, "document.activeElement.textContent === 'SKU-1'");
      await page.keyboard.press('End');
      await becomes(page, `document.activeElement.textContent === 'SKU-${ROWS - 1}'`);
      assert.equal(await page.locator(`tr[data-row="${ROWS - 1}"]`).getAttribute('aria-rowindex'), String(ROWS + 1));
      assert.ok((await rows.count()) < 60);
      assert.deepEqual(messages, []);
      // Last, because the browser reports it on the console: text never becomes markup.
      await assert.rejects(page.evaluate("document.body.innerHTML = '<b>x</b>'"), /TrustedHTML/);
      await leave(page);
    },
  );
}
