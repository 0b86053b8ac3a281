import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accountRoutes } from '../../src/idp/pages/account/account-routes.ts';
import { onEngine } from '../db/engines.ts';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { freshDb, startTestIdp, type TestIdp } from '../idp/harness.ts';
import { reachByKeyboard } from './account-pages/keyboard.ts';
import {
  addLongAccount,
  addPasskeyAndHelp,
  mailedLinks,
  OWNER,
  PASSWORD,
  SELLER,
} from './account-pages/long-account.ts';
import { fits, looksRight } from './account-pages/page-looks.ts';
import { type Visit, visitsOf } from './account-pages/visits.ts';

const CONSOLE = 'https://sellers.example/console';
/** A file, not a page. */
const DOWNLOAD = '/account/data/download';
/** On a phone, in pixels: what is wrong is read together with the field. */
const MAX_DISTANCE = 150;

onEngine('sqlite', 'the pages of an account with long names, in a browser', (engine) => {
  let browser: Browser;
  let idp: TestIdp;
  let page: Page;
  let visits: ReturnType<typeof visitsOf>;
  before(async () => {
    browser = await launchBrowser();
    const port = await freePort();
    // Browsers have passkeys at host names only.
    const issuer = `http://localhost:${port}`;
    idp = await startTestIdp(await freshDb(engine), { port, issuer, consoleUrl: () => CONSOLE });
    const account = await addLongAccount(idp.db);
    page = await newVisitor(browser);
    await page.goto(`${idp.issuer}/account/team`);
    await page.getByLabel('E-mail address').fill(OWNER);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: SELLER }).click();
    await addPasskeyAndHelp(idp.db);
    visits = visitsOf(account, await mailedLinks(idp.db));
  });
  after(async () => {
    await browser.close();
    await idp.close();
  });

  test('every page of the route table is visited', () => {
    const pages = accountRoutes.filter(({ method, path }) => method === 'GET' && path !== DOWNLOAD);
    assert.deepEqual(Object.keys(visits).sort(), pages.map(({ path }) => path).sort());
  });

  /** The navigation says where the person is, in one line, and the console is one link away. */
  async function leadsBack(section: string): Promise<void> {
    assert.equal(await page.locator('nav [aria-current=page]').innerText(), section);
    const back = page.getByRole('link', { name: 'Back to the console', exact: true });
    assert.equal(await back.getAttribute('href'), CONSOLE);
    const lines = await page.evaluate<number>(
      'new Set([...document.querySelectorAll("nav a")].map((a) => a.offsetTop)).size',
    );
    assert.equal(lines, 1, 'lines of the navigation');
  }

  /** The page says what is wrong, beside the field, which has the focus: a screen reader reads both. */
  async function explains({ field: label, typed, says }: NonNullable<Visit['mistake']>): Promise<void> {
    await page.getByLabel(label).fill(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(says).waitFor();
    assert.match(await page.title(), /^Error: /);
    const field = page.getByLabel(label);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const reason = page.locator(`[id=${(await field.getAttribute('aria-describedby'))?.split(' ')[0]}]`);
    assert.match(await reason.innerText(), says);
    assert.equal(
      await page.evaluate('document.activeElement.id'),
      await field.getAttribute('id'),
      'the field has the focus',
    );
    const [below = 0, above = 0] = [(await field.boundingBox())?.y, (await reason.boundingBox())?.y];
    assert.ok(
      below - above > 0 && below - above < MAX_DISTANCE,
      `${below - above} px between the field and what is wrong`,
    );
  }

  test('fit a phone, a tablet and a desktop, are accessible in both schemes, work by keyboard and lead back', async (t) => {
    for (const [path, visit] of Object.entries(visits))
      await t.test(path, async () => {
        const { heading, at = path, section, action, mistake } = visit;
        const name = path.slice(1).replaceAll('/', '-');
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(`${idp.issuer}${at}`);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        if (section !== undefined) await leadsBack(section);
        if (action !== undefined) await reachByKeyboard(page, action);
        if (mistake === undefined) return looksRight(page, name);
        await fits(page, name);
        await explains(mistake);
        // The same page, and the mistake.
        await looksRight(page, `${name}-mistake`);
      });
  });
});
