import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

const MANY = '/marketplaces/STORE_US/listings?edit=limits';
const ODD_SKUS = ['=1+1', '-A', '@x'];
const CHALLENGE = 'Bearer error="insufficient_user_authentication", max_age=600';

const field = (page: Page, limit: string, sku: string) => page.getByLabel(`${limit}, ${sku}`, { exact: true });
const focused = (page: Page) => page.locator('input:focus').getAttribute('aria-label');
const saveButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Save ${count} ${count === 1 ? 'listing' : 'listings'}`, exact: true });

/** Limits of many listings. Each test leaves them as they were. */
export function limitsPageTests(harness: ConsoleHarness): void {
  test('console: limits of many listings are typed with the keyboard, checked beside the field, and saved in one call', () =>
    harness.visit('/marketplaces/STORE_US/listings?q=DEMO-SKU-2', { width: 390 }, async (page) => {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') calls.push(request.postData() ?? '');
      });
      await page.getByRole('link', { name: 'Limits and cost' }).click();
      await page.getByRole('heading', { name: 'Limits and cost', level: 1 }).waitFor();
      await loaded(page);
      assert.match(page.url(), /\/listings\?q=DEMO-SKU-2&edit=limits$/);
      await field(page, 'Never below', 'DEMO-SKU-25').focus();
      await page.keyboard.type('1o');
      await page.keyboard.press('Enter');
      await page.keyboard.type('35');
      await page.keyboard.press('ArrowUp');
      const wrong = field(page, 'Never below', 'DEMO-SKU-25');
      assert.equal(await focused(page), 'Never below, DEMO-SKU-25', 'the arrow key moves up');
      assert.equal(await wrong.getAttribute('aria-invalid'), 'true');
      await page.getByText('Enter an amount such as 20.00').waitFor();
      await expectNoViolations(page);
      await field(page, 'Never above', 'DEMO-SKU-26').focus();
      await saveButton(page, 2).click();
      assert.equal(await focused(page), 'Never below, DEMO-SKU-25', 'the wrong field has the focus');
      assert.deepEqual(calls, []);
      await wrong.fill('10');
      await saveButton(page, 2).click();
      await page.getByText('Saved: 2 listings.').waitFor();
      const row = page.locator('tr', { hasText: 'DEMO-SKU-26' });
      await row.getByText('Saved. Your present price is outside').waitFor();
      assert.equal(calls.length, 1);
      assert.deepEqual(
        JSON.parse(calls[0] ?? '').listings.map(({ SellerSKU }: { SellerSKU: string }) => SellerSKU),
        ['DEMO-SKU-25', 'DEMO-SKU-26'],
      );
      await expectNoViolations(page);
      await expectFits(page);
      for (const sku of ['DEMO-SKU-25', 'DEMO-SKU-26']) await field(page, 'Never below', sku).fill('');
      await saveButton(page, 2).click();
      await page.getByText('Saved: 2 listings.').waitFor();
    }));

  testInTorture('console: a file of limits comes back as it was, is reviewed, and is refused by line', async () => {
    const goods = { condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 4, shipping: 0 };
    const offer = (sku: string, n: number) => ({
      ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER', sku, itemId: `ITEM00001${n}` },
      ...{ ...goods, listingPrice: 20 },
    });
    await harness.operator.change(ODD_SKUS.map(offer));
    const named = ODD_SKUS.map((sku) => `sku=${encodeURIComponent(sku)}`).join('&');
    await harness.visit(`${MANY}&${named}`, {}, async (page) => {
      for (const sku of ODD_SKUS) await field(page, 'Never below', sku).fill('12.5');
      await saveButton(page, 3).click();
      await page.getByText('Saved: 3 listings.').waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download 3 listings' }).click(),
      ]);
      assert.equal(file.suggestedFilename(), 'limits-STORE_US.csv');
      const text = await textOf(await file.createReadStream());
      assert.equal(
        text,
        "\uFEFFSellerSKU,MinimumPrice,MaximumPrice,MinimumNet,Cost\r\n'-A,12.50,,,\r\n'@x,12.50,,,\r\n'=1+1,12.50,,,\r\n",
      );
      const choose = (content: string) =>
        page
          .getByLabel('Choose a file')
          .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
      await choose(text);
      await page.getByText('0 listings would change. 3 listings would stay as now.').waitFor();
      await choose(`${text}NO-SUCH,1,,,\r\nDEMO-SKU-1,9,8,,\r\nDEMO-SKU-2,x,,,\r\n`);
      await page.getByText('Line 6 has a wrong MinimumPrice. The lowest price is above the highest.').waitFor();
      await page.getByText('Line 7 has a wrong MinimumPrice.').waitFor();
      assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0);
      await expectNoViolations(page);
      await choose(text.replaceAll('12.50', '').concat('NO-SUCH,1,,,\r\n'));
      await page
        .getByText('3 listings would change. Left out, because you have no such listings here: NO-SUCH.')
        .waitFor();
      await page.getByText('Never below 12.50 → none').first().waitFor();
      await expectNoViolations(page);
      await saveButton(page, 3).click();
      await page.getByText('Saved: 3 listings.').waitFor();
      for (const sku of ODD_SKUS) assert.equal(await field(page, 'Never below', sku).inputValue(), '');
    });
  });

  for (const [what, path, limit, button] of [
    ['one listing', '/marketplaces/STORE_US/listings/DEMO-SKU-26', 'Cost of one unit (USD)', 'Save limits'],
    ['many listings', `${MANY}&q=DEMO-SKU-26`, 'Cost of one unit, DEMO-SKU-26', 'Save 1 listing'],
  ] as const)
    testInTorture(
      `console: what was typed for ${what} outlives the sign-in that a cost needs, and is in no address`,
      () =>
        harness.visit(path, { allows: /401/ }, async (page) => {
          const addresses: string[] = [];
          page.on('framenavigated', (frame) => addresses.push(frame.url()));
          page.on('request', (request) => addresses.push(request.url()));
          const show = page.getByRole('button', { name: 'Show limits' });
          if (what === 'one listing') await show.click();
          await page.getByLabel(limit).fill('7.31');
          const entry = { code: 'Unauthorized', message: 'This operation needs a recent sign-in.', details: '' };
          await page.route('**/limits?*', (route) =>
            route.request().method() === 'PUT'
              ? route.fulfill({ status: 401, headers: { 'www-authenticate': CHALLENGE }, json: { errors: [entry] } })
              : route.continue(),
          );
          await page.getByRole('button', { name: button, exact: true }).click();
          await page.getByRole('button', { name: 'Sign in again' }).click();
          await page.getByLabel('E-mail address').fill('demo@store.example');
          await page.getByLabel('Password').fill('demo');
          await page.unrouteAll();
          await page.getByRole('button', { name: 'Sign in' }).click();
          const allow = page.getByRole('button', { name: 'Allow' });
          const isBack = page.getByText('What you typed is here again. Save it now.');
          await isBack.or(allow).first().waitFor();
          if (await allow.isVisible()) await allow.click();
          await isBack.waitFor();
          assert.equal(await page.getByLabel(limit).inputValue(), '7.31');
          assert.equal(await page.evaluate("sessionStorage.getItem('console.typed-limits')"), null);
          assert.deepEqual(
            addresses.filter((address) => address.includes('7.31')),
            [],
          );
          await page.getByRole('button', { name: button, exact: true }).click();
          await page
            .getByText(/^Saved[.:]/)
            .first()
            .waitFor();
          await page.getByLabel(limit).fill('');
          await page.getByRole('button', { name: button, exact: true }).click();
          await page
            .getByText(/^Saved[.:]/)
            .first()
            .waitFor();
        }),
    );

  testInTorture(
    'console: an analyst reads the limits of many listings, without costs, and why nothing can be saved',
    async () => {
      const participations = '**/marketplaceParticipations';
      await harness.context.route(participations, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.signedInAs = { ...json.signedInAs, role: 'analyst' };
        await route.fulfill({ response, json });
      });
      try {
        await harness.visit(MANY, {}, async (page) => {
          await page.getByText('Your role is analyst: only owners and managers change prices.').waitFor();
          assert.equal(await field(page, 'Never below', 'DEMO-SKU-5').inputValue(), '295.00');
          assert.equal(await page.getByLabel(/^Cost of one unit/).count(), 0);
          assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0);
          assert.equal(await page.getByLabel('Choose a file').count(), 0);
          await expectNoViolations(page);
        });
      } finally {
        await harness.context.unroute(participations);
      }
    },
  );
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
