import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleHarness, expectFits, expectNoViolations, follow, widths } from '../../console/harness.ts';
import { until } from '../../harness/until.ts';

/** The use of the API by the seller's own applications (decision 56). */
export function usagePageTests(harness: ConsoleHarness): void {
  for (const width of widths(390))
    test(`usage: which application used how much, what was refused and why, and what is left, at ${width} px`, () =>
      harness.visit('', { width }, async (page) => {
        const token = await harness.tokenOf('demoseller', 'demosellersecret');
        const call = (path: string, method = 'GET') =>
          fetch(`${harness.base}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
        assert.equal((await call('/products/pricing/v4/listings?MarketplaceId=STORE_US')).status, 200);
        // Refused: the application has no right to read the account.
        for (let n = 0; n < 3; n += 1) assert.equal((await call('/sellers/v4/audit')).status, 403);
        // Counts are written every ten seconds.
        await until(
          'usage is written',
          async () => {
            const answer = await call('/sellers/v4/usage?clientId=demoseller&operation=getSellerAudit');
            return ((await answer.json()) as { usage: unknown[] }).usage.length > 0;
          },
          30_000,
        );
        await follow(page, '/usage');
        await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
        await page.getByRole('link', { name: 'This console' }).waitFor();
        await expectNoViolations(page);
        await expectFits(page);
        await page.getByRole('link', { name: 'demoseller' }).click();
        const row = page.locator('tr', { hasText: 'getSellerAudit' }).first();
        await row.waitFor();
        const text = (await row.textContent()) ?? '';
        if (width === 1280) assert.match(text, /the right seller-api:account:read is missing \(403\)/);
        assert.match(text, /3/);
        assert.match(page.url(), /\/usage\?client=demoseller/);
        await expectNoViolations(page);
        await expectFits(page);
        await page.getByRole('link', { name: 'All applications' }).click();
        await page
          .getByRole('radio', { name: 'Operations' })
          .or(page.getByRole('button', { name: 'Operations' }))
          .first()
          .click();
        await page.locator('tr', { hasText: 'getMarketplaceParticipations' }).first().waitFor();
      }));
}
