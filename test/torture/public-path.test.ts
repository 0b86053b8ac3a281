import assert from 'node:assert/strict';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { signIn } from '../console/harness.ts';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';

const PATH = '/shop';

/** A proxy for one path; others are 404, as another site on the same host would answer. */
async function startProxy(port: () => string) {
  const state = { strips: true, forwarded: 0 };
  const server = createServer((asked, answer) => {
    const { url = '' } = asked;
    if (url !== PATH && !url.startsWith(`${PATH}/`)) return void answer.writeHead(404).end();
    state.forwarded += 1;
    const path = state.strips ? url.slice(PATH.length) || '/' : url;
    const { method, headers } = asked;
    const forwarded = send({ host: '127.0.0.1', port: port(), path, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
    answer.on('close', () => forwarded.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { state, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`, server };
}

describe('a service behind a proxy for a path', () => {
  let browser: Browser;
  let service: ServiceProcess;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  before(async () => {
    browser = await launchBrowser();
    const [PORT, IDP_PORT] = [String(await freePort()), String(await freePort())];
    proxy = await startProxy(() => PORT);
    service = startService({ PORT, IDP_PORT, PUBLIC_URL: proxy.base, LOG_LEVEL: 'warn' });
    assert.equal(await service.address(60_000), proxy.base);
  });
  after(async () => {
    await browser.close();
    await service.end();
    proxy.server.closeAllConnections();
    proxy.server.close();
  });

  for (const strips of [true, false])
    test(`that ${strips ? 'strips' : 'passes on'} the path: a seller signs in and reads, the guides are there, and the reference gets a token`, async () => {
      Object.assign(proxy.state, { strips, forwarded: 0 });
      const page = await newVisitor(browser);
      const missing: string[] = [];
      page.on('response', (answer) => void (answer.status() === 404 && missing.push(answer.url())));
      await page.goto(`${proxy.base}/console/listings?sort=sku`);
      await signIn(page);
      await page.locator('.top-bar select.marketplace').selectOption('STORE_US');
      const listing = page.locator('tr[data-row]', { hasText: 'DEMO-SKU-1' }).first();
      await listing.waitFor();
      assert.equal(page.url(), `${proxy.base}/console/marketplaces/STORE_US/listings?sort=sku`);
      await page.reload();
      await listing.waitFor();
      await page.goto(`${proxy.base}/`);
      await page
        .getByRole('link', { name: /^Guides/ })
        .last()
        .click();
      await page.getByRole('link', { name: /Fees/ }).first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.match(page.url(), new RegExp(`^${proxy.base}/guides/`));
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'API reference' }).click();
      await page.getByText('Get an access token').first().waitFor();
      await page.getByText(proxy.base).first().waitFor();
      const [token] = await Promise.all([
        page.waitForResponse(`${proxy.base}/auth/v4/token`),
        page.getByRole('button', { name: 'Authorize' }).click(),
      ]);
      assert.equal(token.status(), 200);
      assert.ok(proxy.state.forwarded > 10);
      assert.deepEqual(missing, []);
      page.removeAllListeners();
    });
});
