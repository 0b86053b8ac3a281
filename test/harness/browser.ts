import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { installFromDebian } from './debian.ts';

const paths = [
  // Without windows, which tests do not need. It cannot show notifications.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** On a busy machine a page can take more than the 30 s that Playwright waits. It ends a failing test, and measures nothing. */
export const BROWSER_TIMEOUT_MS = 120_000;

/**
 * A real browser: the machine's Chromium, or Debian's, which is installed when there is none. Launch it before anything
 * else and close it first, so that a failure leaves nothing else open.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // A process of its own for what draws costs a third more CPU.
      '--in-process-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * The page of a visitor whom no site knows. It is always the same page: a new context costs the browser a second of CPU, because
 * it opens a window. Leave it open; the next visit replaces what it shows.
 */
export async function newVisitor(browser: Browser): Promise<Page> {
  const context = browser.contexts()[0] ?? (await browser.newContext({ reducedMotion: 'reduce' }));
  context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
  await context.clearCookies();
  return context.pages()[0] ?? (await context.newPage());
}

async function browserPath(): Promise<string> {
  if (!paths.some(existsSync)) await installFromDebian('chromium-headless-shell');
  const path = paths.find(existsSync);
  if (!path) throw new Error('The browser tests need Chromium, and apt-get did not install it.');
  return path;
}
