import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isTorture } from '../../harness/scale.ts';
import { violationsOn } from '../../harness/violations.ts';

/** SCREENSHOTS: a folder for pictures of every page, to look at. */
const pictures = process.env.SCREENSHOTS;

const WIDTHS = [1280, 820, 390] as const;
const SCHEMES = ['light', 'dark'] as const;

/** Nothing is beside the window on a desktop, a tablet and a phone, whose width stays. */
export async function fits(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${name} at ${width} px: ${overflow} px too wide`);
    if (isTorture) await isAccessible(page, `${name} at ${width} px`);
    if (pictures !== undefined) await takePictures(page, `${name}-${width}`);
  }
}

/** It fits, and axe finds nothing on a phone. */
export async function looksRight(page: Page, name: string): Promise<void> {
  await fits(page, name);
  await isAccessible(page, name);
}

let looked = 0;

async function isAccessible(page: Page, name: string): Promise<void> {
  // Pages share one style sheet: in `npm test` they take turns in the dark.
  const schemes = isTorture ? SCHEMES : SCHEMES.slice(looked % 2, (looked % 2) + 1);
  looked += 1;
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violationsOn(page), [], `${name}, ${colorScheme}`);
  }
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png`, fullPage: true });
  }
}
