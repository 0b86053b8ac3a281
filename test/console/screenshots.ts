import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
  listing: '/listings/DEMO-SKU-7',
  'what-if': '/what-if',
  fees: '/fees?id=DEMO-SKU-7',
  notifications: '/notifications',
  events: '/events',
  developer: '/developer',
};

const looks = [
  { end: '', width: 1280, height: 800, colorScheme: 'light' },
  { end: '-phone', width: 390, height: 780, colorScheme: 'dark' },
] as const;

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
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${harness.base}/console${path}`);
      await signIn(page);
      await page.waitForLoadState('load');
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await page.locator('main h1').first().waitFor();
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
