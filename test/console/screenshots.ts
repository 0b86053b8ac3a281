import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { ConsoleHarness, signIn } from './harness.ts';
import { rivalAsks } from './market.ts';
import { smallerPng } from './smaller-png.ts';

/**
 * Makes the pictures of docs/console.md again: `node test/console/screenshots.ts [FOLDER]`. It starts a service with the demo market on
 * free ports and a browser, and writes docs/images/console-NAME.png (1280 px, light) and console-NAME-phone.png (390 px, dark).
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/images', import.meta.url));

const pages: Readonly<Record<string, string>> = {
  overview: '',
  listings: '/listings',
  limits: '/listings?edit=limits',
  listing: '/listings/DEMO-SKU-7',
  history: '/listings/DEMO-SKU-26?days=7',
  'what-if': '/what-if',
  review: '/what-if?state=losing',
  changes: '/changes',
  fees: '/fees?id=DEMO-SKU-7',
  notifications: '/notifications',
  events: '/events',
  reports: '/reports?type=POSITIONS&state=losing',
  developer: '/developer',
};

/** At the top of the window, below the bar. */
const showPart = (page: Page, selector: string) =>
  page.evaluate<void>(`scrollTo(0, document.querySelector('${selector}').getBoundingClientRect().top + scrollY - 72)`);

/** What is done on a page before its picture is taken. */
const actions: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  history: (page) => showPart(page, '.history'),
  reports: async (page) => {
    await page.getByRole('button', { name: 'Make the report' }).click();
    await page.getByRole('button', { name: 'Download' }).first().waitFor();
  },
  review: async (page) => {
    await page.getByRole('button', { name: /^Apply to/ }).click();
    await showPart(page, '.review');
  },
};

const looks = [
  { end: '', width: 1280, height: 800, colorScheme: 'light' },
  { end: '-phone', width: 390, height: 780, colorScheme: 'dark' },
] as const;

/** Something for the history and the page of changes: a price is used and undone in the console, and an application changes it. */
async function changePrices(page: Page): Promise<void> {
  await page.goto(`${harness.base}/console/marketplaces/STORE_US/listings/DEMO-SKU-26`);
  await signIn(page);
  const standing = page.locator('.standing');
  await standing.getByRole('button', { name: 'Use this price' }).click();
  await standing.getByText('Applied').waitFor();
  await standing.getByRole('button', { name: 'Undo' }).click();
  await standing.getByText('Undone').waitFor();
  const price = { CurrencyCode: 'USD', Amount: 30.9 };
  for (const strategy of [
    { type: 'setTo', price },
    { type: 'setTo', price: { ...price, Amount: 31.5 } },
  ])
    await applicationChanges(strategy);
}

async function applicationChanges(strategy: object): Promise<void> {
  const token = await harness.tokenOf('demoseller', 'demosellersecret');
  const answer = await fetch(`${harness.base}/products/pricing/v4/priceChanges`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ MarketplaceId: 'STORE_US', strategy, SellerSKUs: ['DEMO-SKU-26'] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

const harness = new ConsoleHarness();
await mkdir(folder, { recursive: true });
try {
  await harness.start();
  for (const { end, width, height, colorScheme } of looks) {
    const viewport = { width, height };
    const page = await harness.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${harness.base}/console/events`);
    await signIn(page);
    // Something to see: a buy box is lost, won and lost again.
    for (const price of [19.49, 22.49, 19.49]) await rivalAsks(harness, price);
    await changePrices(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${harness.base}/console${path}`);
      await signIn(page);
      await page.waitForLoadState('load');
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await page.locator('main h1').first().waitFor();
      await actions[name]?.(page);
      // Curves are drawn, and pages that load in parts are complete.
      await page.waitForTimeout(1_000);
      const png = smallerPng(await page.screenshot());
      await writeFile(`${folder}/console-${name}${end}.png`, png);
      console.log(`console-${name}${end}.png: ${Math.ceil(png.length / 1024)} KB`);
    }
    await page.context().close();
  }
} finally {
  await harness.end();
}
