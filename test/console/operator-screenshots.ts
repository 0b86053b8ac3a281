import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/free-port.ts';
import { ConsoleHarness, loaded, signInAsOperator } from './harness.ts';
import { rivalAsks } from './market.ts';
import { smallerPng } from './smaller-png.ts';

/**
 * Makes the pictures of docs/operator-console.md again: `node test/console/operator-screenshots.ts [FOLDER]`, of the demo market with a
 * webhook that fails. 1280 px in light, and 390 px in the dark.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/images', import.meta.url));
const PATH = '/operator-console';
const pages: readonly { readonly name: string; readonly path: string; readonly isPhone?: true }[] = [
  { name: 'start', path: '' },
  { name: 'item', path: '/items/STORE_US/ITEM000020' },
  { name: 'deliveries', path: '/deliveries', isPhone: true },
  { name: 'usage', path: '/usage' },
];

const harness = new ConsoleHarness({ path: PATH, signIn: signInAsOperator });

/** A webhook that nobody answers, changes of the market that it should tell, and requests that are refused. */
async function makeScene(): Promise<void> {
  const token = await harness.tokenOf('demoseller', 'demosellersecret');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const webhookConfig = { url: `http://127.0.0.1:${await freePort()}/hook` };
  const body = JSON.stringify({ channelName: 'Repricer', type: 'WEBHOOKS', windowSeconds: 0, webhookConfig });
  await fetch(`${harness.base}/notifications/v4/destinations`, { method: 'POST', headers, body });
  for (const price of [19.49, 22.49, 19.49]) await rivalAsks(harness, price);
  const listings = `${harness.base}/products/pricing/v4/listings?MarketplaceId=STORE_US`;
  for (let n = 0; n < 40; n += 1) await fetch(listings, { headers });
  await fetch(listings, { headers: { authorization: 'Bearer expired' } });
  await fetch(`${harness.base}/operator/v1/usage`, { headers });
  // Counts are written every ten seconds, and the first attempt of the webhook has failed.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
}

await mkdir(folder, { recursive: true });
try {
  await harness.start();
  await makeScene();
  const page = await harness.newPage({ reducedMotion: 'reduce' });
  for (const { name, path, isPhone } of pages) {
    await page.setViewportSize(isPhone ? { width: 390, height: 780 } : { width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: isPhone ? 'dark' : 'light' });
    await page.goto(`${harness.base}${PATH}${path}`);
    await signInAsOperator(page);
    await loaded(page);
    await page.waitForTimeout(1_000);
    const png = smallerPng(await page.screenshot());
    await writeFile(`${folder}/operator-console-${name}.png`, png);
    console.log(`operator-console-${name}.png: ${Math.ceil(png.length / 1024)} KB`);
  }
} finally {
  await harness.end();
}
