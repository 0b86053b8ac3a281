import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../harness/app.ts';
import { launchBrowser } from '../harness/browser.ts';

describe('/docs in a browser', () => {
  let service: TestApp;
  let address: string;
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
    service = await startApp({ logLevel: 'silent' });
    address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    await browser.close();
    await service.app.close();
  });

  test('shows every operation and examples of answers, sends requests to the service only, and reports no error', async () => {
    const page = await browser.newPage();
    const origins: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => origins.push(new URL(request.url()).origin));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${address}/docs`);

    const document = (await service.app.inject('/openapi.json')).json();
    for (const path of Object.keys(document.paths)) {
      const [first] = Object.values(document.paths[path]) as { summary: string }[];
      await page
        .getByText(first?.summary ?? '')
        .first()
        .waitFor();
    }
    await page.getByText('Check readiness').first().click();
    await page.getByText('"ready"').first().waitFor();
    assert.deepEqual([...new Set(origins)], [address]);
    assert.deepEqual(complaints, []);
  });
});
