import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { OPERATOR_RIGHTS } from '../../src/domain/authorization/operator-rights.ts';
import {
  ConsoleHarness,
  expectFits,
  expectNoViolations,
  follow,
  loaded,
  signIn,
  signInAsOperator,
} from '../console/harness.ts';
import { rivalAsks } from '../console/market.ts';
import { freePort } from '../harness/free-port.ts';
import { projectFolder } from '../harness/process.ts';
import { isTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { supportTests } from './console/support.ts';
import { importTests } from './operator-console/imports.ts';
import { pageTests } from './operator-console/pages.ts';
import { serviceTests } from './operator-console/service.ts';

const PATH = '/operator-console';
const pages = [
  ...['', '/market', '/sellers', '/sellers/A1DEMOSELLER', '/deliveries?show=all', '/trace'],
  ...['/usage', '/audit', '/people', '/service', '/imports', '/nowhere'],
  ...(isTorture ? ['/?q=ITEM00002', '/usage?by=operation&of=hour'] : []),
  ...['offers', 'history', 'events'].map((show) => `/items/STORE_US/ITEM000020?show=${show}`),
];
/** Every look of a page in torture; in `npm test` a phone in the dark, where most can go wrong. */
const looks = isTorture
  ? [390, 820, 1024, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    )
  : [{ width: 390, colorScheme: 'dark' as const }];

describe("the operator's console in a real browser", () => {
  const harness = new ConsoleHarness({ path: PATH, signIn: signInAsOperator });
  const folder = mkdtempSync(join(tmpdir(), 'operator-console-'));
  before(() => harness.start({ DATA_DIR: folder, IDP_CACHE_SECONDS: '1' }));
  after(async () => {
    await harness.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a person of the operator signs in, comes back after a reload without a page, and signs out', async () => {
    await harness.visit('/usage', {}, async (page) => {
      assert.match(page.url(), /\/operator-console\/usage$/, 'the sign-in leads back');
      await page.reload();
      await page.locator('.top-bar .account').waitFor();
      await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
      const kept = await page.evaluate<string[]>('Object.keys({ ...localStorage, ...sessionStorage })');
      assert.deepEqual(
        kept.filter((name) => !name.startsWith('operator-console.')),
        [],
      );
    });
  });

  test('every page is accessible and fits its window, by keyboard too', async () => {
    await harness.visit('', {}, async (page) => {
      for (const { width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        for (const path of pages) {
          await follow(page, path, PATH);
          await expectNoViolations(page);
          await expectFits(page);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      await loaded(page);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
    });
  });

  importTests(harness, folder);
  serviceTests(harness);

  test('an offer says which gate keeps it out of the buy box', async () => {
    await harness.visit('/items/STORE_US/ITEM000020?seller=A1DEMOSELLER', {}, async (page) => {
      const offers = page.getByRole('list', { name: 'Offers' }).locator('> li');
      assert.equal(await offers.count(), 1);
      const text = (await offers.first().textContent()) ?? '';
      assert.match(text, /fails 1 gate/);
      assert.match(text, /Price limit of the item The landed price of 18\.40 USD is above/);
    });
  });

  supportTests(harness);

  test('from a webhook that did not arrive to its cause in three clicks; names with markup are text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const token = await harness.tokenOf('demoseller', 'demosellersecret');
    const created = await fetch(`${harness.base}/notifications/v4/destinations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ channelName: name, type: 'WEBHOOKS', windowSeconds: 0 },
        webhookConfig: { url: `http://127.0.0.1:${await freePort()}/hook` },
      }),
    });
    assert.ok(created.ok, await created.text());
    await rivalAsks(harness, 19.49);
    await harness.visit('/deliveries', {}, async (page) => {
      const row = page.getByRole('list', { name: 'Destinations' }).getByRole('listitem').filter({ hasText: name });
      await until('the destination is listed as failing', async () => {
        if (await row.isVisible()) return true;
        await page.reload();
        await loaded(page);
        return row.isVisible();
      });
      assert.match((await row.textContent()) ?? '', /Fails since .*: The connection was refused\./);
      await row.getByRole('link', { name: 'Deliveries' }).click();
      const delivery = page.getByRole('list', { name: 'Deliveries' }).locator('> li').first();
      await delivery.getByRole('link', { name: 'BUY_BOX_CHANGED' }).click();
      await page.getByRole('heading', { name: 'Trace', level: 1 }).waitFor();
      await page
        .getByText(/The connection was refused/)
        .first()
        .waitFor();
      await page
        .getByText(/BUY_BOX_CHANGED about item ITEM000001 in STORE_US/)
        .first()
        .waitFor();
      assert.equal(await page.locator('main img').count(), 0);
    });
  });

  pageTests(harness);

  test('a note to all sellers is text in their console', async () => {
    await harness.visit('/service', {}, async (page) => {
      await page.getByLabel('What should all sellers know?').fill('<b>Maintenance</b> tonight');
      await page.getByRole('button', { name: 'Tell all sellers' }).click();
      await page.getByRole('list', { name: 'Notes' }).getByText('<b>Maintenance</b> tonight').waitFor();
    });
    const seller = await harness.newPage({});
    await seller.goto(`${harness.base}/console/fees`);
    await signIn(seller);
    await seller.getByLabel('Notes of the operator').getByText('<b>Maintenance</b> tonight').waitFor();
    await seller.context().close();
  });

  test('a search finds items, sellers and SKUs, and leads an id of a notification to its trace', async () => {
    await harness.visit('', {}, async (page) => {
      const found = page.getByRole('list', { name: 'Found' }).getByRole('listitem');
      await page.getByLabel('Find').fill('A1DEMO');
      await found.filter({ hasText: 'A1DEMOSELLER' }).first().waitFor();
      await page.getByLabel('Find').fill('DEMO-SKU-20');
      await found.filter({ hasText: 'SKU DEMO-SKU-20' }).getByRole('link').click();
      const offers = page.getByRole('list', { name: 'Offers' }).locator('> li');
      await offers.getByText('DEMO-SKU-20').waitFor();
      assert.equal(await offers.count(), 1);
      assert.deepEqual(
        [await page.getByLabel('SellerId').inputValue(), await page.getByLabel('SKU', { exact: true }).inputValue()],
        ['A1DEMOSELLER', 'DEMO-SKU-20'],
      );
      assert.match(page.url(), /\/items\/STORE_US\/ITEM000020\?seller=A1DEMOSELLER&sku=DEMO-SKU-20$/);
    });
    await harness.visit('/?q=ntf_019a8541c3ff55bb66cc77dd88ee99ff0011', {}, async (page) => {
      await page.getByRole('link', { name: 'Trace ntf_' }).waitFor();
    });
  });

  test('the audit page says who changed the fee schedule last', async () => {
    const next = { scheduleId: 'store-us-later', version: '2041-01', effectiveFrom: '2041-01-01' };
    await harness.operator.change([{ ...defaultFeeSchedule(), ...next }]);
    await harness.visit('/audit?operation=changeFeeSchedules', {}, async (page) => {
      const last = page.getByRole('list', { name: 'Entries' }).locator('> li').first();
      assert.match(
        (await last.textContent()) ?? '',
        /changeFeeSchedulesdone.*by Demo operator \(application demooperator\).*store-us-later, version 2041-01, in STORE_US from 2041-01-01: added/s,
      );
    });
  });

  test('who lacks a right sees which one, and the rest of the page', async () => {
    const rights = (list: string) => {
      const args = ['start.js', 'client', 'set-operator-rights', 'operator@store.example', '--rights', list];
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: projectFolder,
        env: { PATH: process.env.PATH, DATA_DIR: folder },
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    };
    rights('operator:market:read');
    await setTimeout(1_100);
    await harness.visit('', { allows: /403/ }, async (page) => {
      await page.getByText('You need the right operator:sellers:read').first().waitFor();
      await page.getByText('Store US').first().waitFor();
      await expectNoViolations(page);
      await follow(page, '/audit', PATH);
      await page.getByText('You need the right operator:market:write').waitFor();
    });
    rights(OPERATOR_RIGHTS.join(' '));
    await setTimeout(1_100);
  });

  test('a seller in the same browser keeps the page of the own console; neither account can use the other console', async () => {
    const page = await harness.newPage({});
    await page.goto(`${harness.base}/console`);
    await signIn(page);
    const operators = await page.context().newPage();
    await operators.goto(`${harness.base}${PATH}`);
    await operators.getByRole('button', { name: 'Sign in' }).click();
    // The provider's session is the seller's: it says so, and lets somebody else sign in.
    await operators.getByText("Your account is a seller's").first().waitFor();
    await operators.getByRole('link', { name: 'Sign in with another account' }).click();
    await operators.getByLabel('E-mail address').fill('operator@store.example');
    await operators.getByLabel('Password').fill('demo');
    await operators.getByRole('button', { name: 'Sign in' }).click();
    await operators.locator('.top-bar .account').waitFor();
    // The provider has one session in a browser, so the seller's has ended: the page says so when it asks, and keeps what it shows.
    await page.bringToFront();
    await page.locator('.top-bar .marketplace').waitFor();
    await operators.locator('summary[aria-label=Account]').click();
    await operators.getByRole('button', { name: 'Sign out' }).click();
    await operators.waitForURL(/sign-out/);
    assert.equal(await page.locator('.top-bar .marketplace').isVisible(), true, 'the seller is not signed out');
    await page.context().close();
  });
});
