import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded } from '../../console/harness.ts';
import { testInTorture } from '../../harness/scale.ts';

const MANY = '/marketplaces/STORE_US/listings?edit=limits';
const ODD_SKUS = ['=1+1', '-A', '@x'];
const COLUMNS = 'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet,Cost\r\n';
const CHALLENGE = 'Bearer error="insufficient_user_authentication", max_age=600';

const field = (page: Page, limit: string, sku: string) => page.getByLabel(`${limit}, ${sku}`, { exact: true });
const focused = (page: Page) => page.locator('input:focus').getAttribute('aria-label');
const saveButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `Save ${count} ${count === 1 ? 'listing' : 'listings'}`, exact: true });

const choose = (page: Page, content: string) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Limits of many listings. Each test leaves them as they were. */
export function limitsPageTests(harness: ConsoleHarness): void {
  const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
  const saveElsewhere = async (body: object) => {
    const token = await harness.tokenOf('demoseller', 'demosellersecret');
    const saved = await fetch(
      `${harness.base}/products/pricing/v4/listings/DEMO-SKU-26/limits?MarketplaceId=STORE_US`,
      {
        ...{ method: 'PUT', body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
    );
    assert.equal(saved.status, 200);
  };

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

  test('console: typed limits outlive another page, and what somebody else saves meanwhile is told before it is replaced', () =>
    harness.visit(`${MANY}&q=DEMO-SKU-26`, {}, async (page) => {
      const lowest = field(page, 'Never below', 'DEMO-SKU-26');
      await lowest.fill('11');
      await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
      await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Limits' }).waitFor();
      await page.goBack();
      await page.getByText('What you typed is here again. Save it now.').waitFor();
      assert.equal(await lowest.inputValue(), '11');
      await saveElsewhere({ MinimumPrice: usd(9), MaximumPrice: usd(90) });
      await saveButton(page, 1).click();
      const note = page.getByRole('alert');
      await note.getByText('somebody else has changed limits').waitFor();
      await note.getByText('Never below none → 9.00, Never above none → 90.00').waitFor();
      assert.equal(await lowest.inputValue(), '11', 'what was typed stays');
      assert.equal(await field(page, 'Never above', 'DEMO-SKU-26').inputValue(), '90.00', 'the rest follows');
      await expectNoViolations(page);
      await note.getByRole('button', { name: /^Take theirs/ }).click();
      assert.equal(await lowest.inputValue(), '9.00');
      assert.equal(await note.count(), 0);
      for (const name of ['Never below', 'Never above']) await field(page, name, 'DEMO-SKU-26').fill('');
      await saveButton(page, 1).click();
      await page.getByText('Saved: 1 listing.').waitFor();
    }));

  testInTorture(
    'console: typed limits of one listing outlive another page, and replace what somebody else saves only after they are told',
    () =>
      harness.visit('/marketplaces/STORE_US/listings/DEMO-SKU-26?limits=open', {}, async (page) => {
        const [lowest, highest] = ['Never below, with shipping (USD)', 'Never above, with shipping (USD)'].map(
          (label) => page.getByLabel(label),
        ) as [Locator, Locator];
        const save = page.getByRole('button', { name: 'Save limits' });
        const away = async () => {
          await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
          await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
          await page.goBack();
          await page.getByText('What you typed is here again. Save it now.').waitFor();
        };
        await lowest.fill('11');
        await away();
        assert.equal(await lowest.inputValue(), '11');
        await saveElsewhere({ MinimumPrice: usd(9), MaximumPrice: usd(90) });
        await save.click();
        const note = page.getByRole('alert');
        await note.getByText('Never below none → 9.00, Never above none → 90.00').waitFor();
        assert.equal(await lowest.inputValue(), '11', 'what was typed stays');
        assert.equal(await highest.inputValue(), '90.00', 'the rest follows');
        await expectNoViolations(page);
        await note.getByRole('button', { name: /^Take theirs/ }).click();
        assert.equal(await lowest.inputValue(), '9.00');
        assert.equal(await save.isDisabled(), true, 'nothing is typed any more');
        // Between the page that was left and the same page again.
        await lowest.fill('12');
        await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
        await saveElsewhere({ MinimumPrice: usd(10), MaximumPrice: usd(90) });
        await page.goBack();
        await note.getByText('Never below 9.00 → 10.00').waitFor();
        assert.equal(await lowest.inputValue(), '12');
        for (const limit of [lowest, highest]) await limit.fill('');
        await save.click();
        await page.getByText('Saved.', { exact: true }).waitFor();
      }),
  );

  test('console: limits of one listing that are saved when the session has ended are kept for the sign-in', () =>
    harness.visit('/marketplaces/STORE_US/listings/DEMO-SKU-26?limits=open', { allows: /401/ }, async (page) => {
      const lowest = page.getByLabel('Never below, with shipping (USD)');
      await lowest.fill('11');
      const entry = { code: 'Unauthorized', message: 'The token has expired.', details: '' };
      await page.route('**/limits?*', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 401, json: { errors: [entry] } })
          : route.continue(),
      );
      await page.getByRole('button', { name: 'Save limits' }).click();
      await page.getByText('Your session has ended. Sign in again, then save.').waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await page.getByLabel('E-mail address').fill('demo@store.example');
      await page.getByLabel('Password').fill('demo');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const allow = page.getByRole('button', { name: 'Allow' });
      const isBack = page.getByText('What you typed is here again. Save it now.');
      await isBack.or(allow).first().waitFor();
      if (await allow.isVisible()) await allow.click();
      await isBack.waitFor();
      assert.equal(await lowest.inputValue(), '11');
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
      await choose(page, text);
      await page.getByText('0 listings would change. 3 listings would stay as now.').waitFor();
      await choose(page, `${text}NO-SUCH,1,,,\r\nDEMO-SKU-1,9,8,,\r\nDEMO-SKU-2,x,,,\r\n`);
      await page.getByText('Line 6 has a wrong MinimumPrice. The lowest price is above the highest.').waitFor();
      await page.getByText('Line 7 has a wrong MinimumPrice.').waitFor();
      assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0);
      await expectNoViolations(page);
      await choose(page, text.replaceAll('12.50', '').concat('NO-SUCH,1,,,\r\n'));
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

  const many = `${MANY}&q=DEMO-SKU-26`;
  const [inForm, inTable] = ['Cost of one unit (USD)', 'Cost of one unit, DEMO-SKU-26'];
  for (const { what, path, enter, save, kept, label } of [
    {
      what: 'one listing',
      path: '/marketplaces/STORE_US/listings/DEMO-SKU-26',
      label: inForm,
      enter: async (page: Page) => {
        await page.getByRole('button', { name: 'Show limits' }).click();
        await page.getByLabel(inForm).fill('7.31');
      },
      save: 'Save limits',
      kept: async (page: Page) => assert.equal(await page.getByLabel(inForm).inputValue(), '7.31'),
    },
    {
      what: 'many listings',
      path: many,
      label: inTable,
      enter: (page: Page) => page.getByLabel(inTable).fill('7.32'),
      save: 'Save 1 listing',
      kept: async (page: Page) => assert.equal(await page.getByLabel(inTable).inputValue(), '7.32'),
    },
    {
      what: 'a file',
      path: many,
      label: inTable,
      enter: async (page: Page) => choose(page, `${COLUMNS}DEMO-SKU-26,,,,7.33\r\n`),
      save: 'Save 1 listing',
      kept: (page: Page) => page.getByText('Cost of one unit none → 7.33').waitFor(),
    },
  ])
    testInTorture(
      `console: what was entered for ${what} outlives the sign-in that a cost needs, and is in no address`,
      () =>
        harness.visit(path, { allows: /401/ }, async (page) => {
          const addresses: string[] = [];
          page.on('framenavigated', (frame) => addresses.push(frame.url()));
          page.on('request', (request) => addresses.push(request.url()));
          await enter(page);
          const entry = { code: 'Unauthorized', message: 'This operation needs a recent sign-in.', details: '' };
          await page.route('**/limits?*', (route) =>
            route.request().method() === 'PUT'
              ? route.fulfill({ status: 401, headers: { 'www-authenticate': CHALLENGE }, json: { errors: [entry] } })
              : route.continue(),
          );
          await page.getByRole('button', { name: save, exact: true }).click();
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
          await kept(page);
          assert.equal(await page.evaluate("sessionStorage.getItem('console.typed-limits')"), null);
          assert.deepEqual(
            addresses.filter((address) => address.includes('7.3')),
            [],
          );
          const answered = () =>
            page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
          const button = page.getByRole('button', { name: save, exact: true });
          await Promise.all([answered(), button.click()]);
          await page.getByLabel(label).fill('');
          await Promise.all([answered(), button.click()]);
        }),
    );

  testInTorture('console: without the right to loosen limits the page says so, beside the field, too', async () => {
    const pages = '**/console/marketplaces/**';
    await harness.context.route(pages, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('seller-api:limits:write ', '') });
    });
    try {
      await harness.visit(MANY, {}, async (page) => {
        await page.getByText('Limits can only be made stricter here').waitFor();
        await field(page, 'Never below', 'DEMO-SKU-5').fill('200');
        await field(page, 'Cost of one unit', 'DEMO-SKU-1').fill('2');
        await page.getByText('You may only make it stricter').waitFor();
        await page.getByText('You have no right to set the cost').waitFor();
        await expectNoViolations(page);
        await saveButton(page, 2).click();
        assert.equal(await focused(page), 'Cost of one unit, DEMO-SKU-1');
      });
    } finally {
      await harness.context.unroute(pages);
    }
  });

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
