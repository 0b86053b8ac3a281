import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, follow, signIn } from '../../console/harness.ts';
import { isTorture } from '../../harness/scale.ts';

const SELLER = 'A1DEMOSELLER';
const MARKUP = `<img src=x onerror="document.title='owned'"> Ticket '4711'`;
const WEBHOOK = '/notifications/ch_000000000000000000000000000000000004';

/** Pages of the seller console, and what on them would change something. */
const pages: readonly { path: string; has: string; writes: readonly (string | RegExp)[] }[] = [
  { path: '', has: '.attention li', writes: [] },
  { path: '/listings', has: 'tr[data-row="0"] a', writes: [] },
  { path: '/listings/DEMO-SKU-20', has: '.rung', writes: ['Use this price'] },
  { path: '/listings?edit=limits', has: '.limits-table input', writes: [/^Save/] },
  { path: '/changes', has: 'h1', writes: [] },
  { path: '/fees?id=DEMO-SKU-1', has: '.split-net', writes: [] },
  { path: '/reports', has: 'h1', writes: ['Make the report'] },
  { path: '/events?kind=all', has: 'h1', writes: [] },
  { path: '/usage', has: 'h1', writes: [] },
  { path: WEBHOOK, has: '.log tbody tr', writes: [/^Send (a|another) test/] },
  { path: `${WEBHOOK}?tab=settings`, has: '.destination-form', writes: ['Save', 'Delete', /^Switch (on|off)/] },
];

/** Every look in torture; in `npm test` a phone in the dark, where most can go wrong. */
const looks = isTorture
  ? [390, 820, 1024, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    )
  : [{ width: 390, colorScheme: 'dark' as const }];

/** The operator sees the console as a seller (decision 55). `harness` is that of the operator console. */
export function supportTests(harness: ConsoleHarness): void {
  const card = (page: Page) => page.locator('section.card', { has: page.getByRole('heading', { name: 'Support' }) });

  const openButton = (page: Page) => card(page).getByRole('button', { name: 'See the console as this seller' });

  /** Begins a session on the seller's page; the tab that opens. */
  async function begun(page: Page, reason: string): Promise<Page> {
    const form = page.getByRole('dialog', { name: 'See the console as this seller' });
    if (!(await form.isVisible())) await openButton(page).click();
    await form.getByLabel('Reason').fill(reason);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      form.getByRole('button', { name: 'Open the console' }).click(),
    ]);
    await tab.getByRole('region', { name: 'Support session' }).waitFor();
    return tab;
  }

  const ended = (tab: Page) => tab.getByRole('heading', { name: 'The support session has ended' }).waitFor();

  test('support: the console as this seller, in a tab of its own, with the reason as text; the token is in no address and no storage', () =>
    harness.visit(`/sellers/${SELLER}`, {}, async (page) => {
      await openButton(page).focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: 'See the console as this seller' });
      const reason = form.getByLabel('Reason');
      await reason.waitFor();
      assert.equal(await page.evaluate('document.activeElement.labels?.[0]?.textContent'), 'Reason');
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'See the console as this seller');
      await openButton(page).click();
      await reason.press('Enter');
      await form.getByText('Say why: the owners of the seller read it.').waitFor();
      const tokens: string[] = [];
      const addresses: string[] = [];
      await page.route('**/operator/v1/supportSessions', async (route) => {
        const response = await route.fetch();
        tokens.push((await response.json()).accessToken);
        await route.fulfill({ response });
      });
      page.context().on('request', (request) => addresses.push(request.url()));
      const tab = await begun(page, MARKUP);
      const banner = tab.getByRole('region', { name: 'Support session' });
      assert.match(
        (await banner.textContent()) ?? '',
        /as seller A1DEMOSELLER.*<img src=x onerror="document\.title='owned'">/s,
      );
      assert.equal(await tab.locator('img[src="x"]').count(), 0);
      assert.notEqual(await tab.title(), 'owned');
      await tab.locator('.attention li').first().waitFor();
      assert.equal(tokens.length, 1);
      const kept = await tab.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie])',
      );
      assert.doesNotMatch(kept, /support_[0-9a-f]{20}/);
      assert.doesNotMatch(addresses.join('\n'), /support_[0-9a-f]{20}/);
      assert.ok(addresses.some((address) => address.includes('/sellers/v4/')));
      // The tab asks again after a reload, while the operator console is open.
      await tab.reload();
      await banner.waitFor();
      await tab.getByRole('button', { name: 'End the session' }).click();
      await ended(tab);
      await card(page).getByText('ended by the operator').first().waitFor();
      assert.equal(await form.isVisible(), false);
      const [token] = tokens;
      const headers = { authorization: `Bearer ${token}` };
      const after = await fetch(`${harness.base}/sellers/v4/marketplaceParticipations`, { headers });
      assert.equal(after.status, 401);
      await page.unroute('**/operator/v1/supportSessions');
      await tab.close();
    }));

  test('support: every page can be read, what changes something is disabled and says why, and no page has a cost', () =>
    harness.visit(`/sellers/${SELLER}`, {}, async (page) => {
      await openButton(page).click();
      await expectNoViolations(page);
      const tab = await begun(page, 'Ticket 4711');
      const refused: string[] = [];
      tab.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
      for (const { path, has, writes } of pages) {
        await follow(tab, path, '/console');
        await tab.locator(has).first().waitFor();
        for (const name of writes) {
          const button = tab.getByRole('button', { name, exact: typeof name === 'string' }).first();
          assert.equal(await button.isDisabled(), true, `${path} ${name}`);
          assert.equal(await button.getAttribute('title'), 'A support session changes nothing', `${path} ${name}`);
        }
        assert.doesNotMatch((await tab.locator('main').textContent()) ?? '', /Profit/, path);
      }
      assert.deepEqual(refused, [], 'nothing that a page does by itself is refused');
      for (const { width, colorScheme } of looks) {
        await tab.setViewportSize({ width, height: 800 });
        await tab.emulateMedia({ colorScheme });
        for (const path of ['', '/listings/DEMO-SKU-20', WEBHOOK]) {
          await follow(tab, path, '/console');
          await expectNoViolations(tab);
          await expectFits(tab);
        }
      }
      await tab.close();
    }));

  test('support: an owner ends it, and the tab shows nothing of the seller from its next question on', () =>
    harness.visit(`/sellers/${SELLER}`, {}, async (page) => {
      const tab = await begun(page, 'Ticket 4712');
      const owner = await harness.newPage({});
      await owner.goto(`${harness.base}/console`);
      await signIn(owner);
      await owner.goto(`${harness.issuer}/account/support`);
      await owner.getByText('Ticket 4712').waitFor();
      await owner.getByRole('button', { name: 'End it now' }).first().click();
      await owner.getByText('The support session has ended.').first().waitFor();
      await follow(tab, '/listings', '/console');
      await ended(tab);
      assert.equal(await tab.getByText('DEMO-SKU').count(), 0);
      await owner.context().close();
      await tab.close();
    }));

  test('support: a tab without the operator console that opened it gets no session, whoever sends messages', () =>
    harness.visit('', {}, async (page) => {
      const attacker = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(`<title>x</title><button onclick="go()">go</button><script>
          function go() {
            const tab = open(${JSON.stringify(`${harness.base}/console#support`)});
            setInterval(() => tab.postMessage({ support: 'session', session: { token: 'support_x', sellerId: 'EVIL', reason: 'x', until: '2099-01-01T00:00:00Z' } }, '*'), 50);
          }</script>`);
      });
      await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
      const evil = await page.context().newPage();
      await evil.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
      const [tab] = await Promise.all([evil.context().waitForEvent('page'), evil.getByRole('button').click()]);
      await ended(tab);
      assert.equal(await tab.getByText('EVIL').count(), 0);
      // The way out: the tab is an ordinary one again.
      await tab.getByRole('button', { name: 'Use this tab as the seller console' }).click();
      await tab.waitForURL((url) => !url.href.includes('#support'));
      attacker.close();
      await tab.close();
      await evil.close();
    }));
}
