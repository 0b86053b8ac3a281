import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, follow, loaded } from '../../console/harness.ts';

const REPORTS = '/marketplaces/STORE_US/reports';
const rows = (page: Page) => page.locator('ul.reports > li');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Several values of one name with a comma between them. */
function filtersIn(page: Page): Record<string, string> {
  const { searchParams } = new URL(page.url());
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()]));
}

/** What a seller does with reports. The reports of each test are deleted at its end. */
export function reportsPageTests(harness: ConsoleHarness): void {
  test('console: a report is chosen, made, downloaded, repeated for what changed, and deleted', () =>
    harness.visit(`${REPORTS}?type=PRICE_CHANGES`, { width: 390 }, async (page) => {
      await page.getByText('No report yet').waitFor();
      await page.getByLabel('Report', { exact: true }).selectOption({ label: 'Fees' });
      await page.waitForURL(/type=FEES/);
      await page.getByLabel('Numbers').selectOption({ label: '1234,50 and semicolons' });
      await button(page, 'Make the report').click();
      await button(page, 'Download').waitFor();
      await rows(page).first().getByText('Ready').waitFor();
      await page.getByText(/^\d+ lines · /).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
      assert.match(file.suggestedFilename(), /^fees-\d{4}-\d\d-\d\d\.csv$/);
      const text = await textOf(await file.createReadStream());
      const [header = '', first = ''] = text.split('\r\n');
      assert.match(header, /^\uFEFFMarketplaceId;SellerSKU;AsOf;FeeType;/);
      assert.match(first, /^STORE_US;DEMO-SKU-\d+;now;.*"\d+,\d+"/);
      await button(page, 'What changed since').click();
      await rows(page).first().getByText('only what changed').waitFor();
      await rows(page)
        .first()
        .getByText(/^0 lines, 0 of them gone/)
        .waitFor();
      await expectNoViolations(page);
      await expectFits(page);
      for (let left = 2; left > 0; left -= 1) {
        await rows(page).first().getByRole('button', { name: 'Delete Fees' }).click();
        await rows(page)
          .nth(left - 1)
          .waitFor({ state: 'detached' });
      }
      await page.getByText('No report yet').waitFor();
    }));

  test('console: while a report is made its bar moves, and one that failed says why', () =>
    harness.visit(REPORTS, {}, async (page) => {
      const [createdTime, expiresTime] = ['2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z'];
      let asked = 0;
      const report = (more: object) => ({
        ...{ reportId: 'rep_1', reportType: 'POSITIONS', marketplaceIds: ['STORE_US'], parameters: {}, format: 'CSV' },
        ...{ createdTime, expiresTime, processed: 0, ...more },
      });
      await page.route('**/reports/v4/reports?*', (route) => {
        asked += 1;
        const failure = { code: 'DiskFull', message: 'The service has no space left for this report.' };
        const states = [
          report({ state: 'IN_QUEUE' }),
          report({ state: 'IN_PROGRESS' }),
          report({ state: 'IN_PROGRESS', processed: 250, total: 1_000 }),
          report({ state: 'IN_PROGRESS', processed: 750, total: 1_000, estimatedEndTime: '2126-01-01T00:00:00Z' }),
          report({ state: 'FATAL', failure }),
        ];
        return route.fulfill({ json: { reports: [states[Math.min(asked, states.length) - 1]] } });
      });
      await page.reload();
      await page.getByText('It waits for its turn.').waitFor();
      await page.getByText('Rows are being copied').waitFor();
      const bar = page.getByRole('progressbar', { name: 'Positions: rows' });
      await page.getByText('250 of 1,000').waitFor();
      assert.equal(await bar.getAttribute('value'), '250');
      await expectNoViolations(page);
      await page.getByText(/750 of 1,000, about/).waitFor();
      assert.equal(await bar.getAttribute('value'), '750');
      await page.getByText('The service has no space left for this report.').waitFor();
      assert.equal(await bar.count(), 0);
      await page.unrouteAll();
    }));

  test('console: a regular report is made, shows its next time, is edited and deleted', () =>
    harness.visit(`${REPORTS}?type=POSITIONS&state=losing&q=DEMO`, { allows: /400/ }, async (page) => {
      await button(page, 'Make it regularly').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('losing-daily');
      await dialog.getByLabel('Time zone').fill('Mars/Olympus');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText(/timeZone must be the name of a time zone/).waitFor();
      await dialog.getByLabel('Time zone').fill('Europe/Berlin');
      await expectNoViolations(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      const row = rows(page).filter({ hasText: 'losing-daily' });
      await row.getByText('Every day at 06:00, Europe/Berlin').waitFor();
      await row.getByRole('button', { name: 'Edit losing-daily' }).click();
      await dialog.getByLabel('Day').selectOption({ label: 'Mondays' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Mondays at 06:00, Europe/Berlin').waitFor();
      await row.getByRole('button', { name: 'Delete losing-daily' }).click();
      await page.getByText('None yet. Choose a report above').waitFor();
    }));

  test('console: “Download all” leads to the fitting report with the filters of the page', () =>
    harness.visit('/marketplaces/STORE_US', {}, async (page) => {
      for (const [path, expected] of [
        ['/listings?state=losing&q=DEMO-SKU-2', { type: 'POSITIONS', state: 'losing', q: 'DEMO-SKU-2' }],
        [
          '/what-if?strategy=beatBy&amount=0.50&floor=9',
          { type: 'WHAT_IF', strategy: 'beatBy', amount: '0.50', floor: '9' },
        ],
        ['/what-if?state=losing,unhealthy&q=SKU', { type: 'WHAT_IF', state: 'losing,unhealthy', q: 'SKU' }],
        ['/what-if?by=skus&sku=DEMO-SKU-7&sku=DEMO-SKU-2', { type: 'WHAT_IF', sku: 'DEMO-SKU-7,DEMO-SKU-2' }],
        ['/fees?date=2040-01-01&id=DEMO-SKU-7', { type: 'FEES', date: '2040-01-01', id: 'DEMO-SKU-7' }],
        ['/events?kind=health&sku=DEMO-SKU', { type: 'EVENTS', kind: 'PRICING_HEALTH', sku: 'DEMO-SKU' }],
        ['/changes?state=REJECTED&sku=DEMO-SKU-26', { type: 'PRICE_CHANGES', state: 'REJECTED', sku: 'DEMO-SKU-26' }],
      ] as const) {
        await follow(page, `/marketplaces/STORE_US${path}`);
        await page.getByRole('link', { name: 'Download all' }).click();
        await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
        await loaded(page);
        assert.deepEqual(filtersIn(page), expected);
        assert.equal(await page.getByLabel('Report', { exact: true }).inputValue(), expected.type);
        assert.equal(await button(page, 'Make the report').isEnabled(), true);
      }
    }));

  test('console: “Download all” of a delivery log has its destination, state, time and id', async () => {
    const token = await harness.tokenOf('demoseller', 'demosellersecret');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${harness.base}/notifications/v4/destinations`;
    const body = JSON.stringify({ channelName: 'Log', type: 'PULL' });
    const { channelId } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { channelId: string };
    const query = 'state=DEAD&time=between&from=2026-11-15T10:30&id=ntf_1';
    await harness.visit(`/notifications/${channelId}?${query}`, {}, async (page) => {
      await page.getByRole('link', { name: 'Download all' }).click();
      await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
      const chosen = { channel: channelId, state: 'DEAD', from: '2026-11-15T10:30', id: 'ntf_1' };
      assert.deepEqual(filtersIn(page), { type: 'DELIVERIES', ...chosen });
      assert.equal(await page.getByLabel('From').inputValue(), '2026-11-15T10:30');
      await button(page, 'Make the report').click();
      await page.getByText(/^0 lines · /).waitFor();
      await rows(page).first().getByRole('button', { name: 'Delete Deliveries' }).click();
      await page.getByText('No report yet').waitFor();
    });
    assert.equal((await fetch(`${url}/${channelId}`, { method: 'DELETE', headers })).status, 204);
  });
}
