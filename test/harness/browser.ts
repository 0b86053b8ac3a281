import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { installFromDebian } from './debian.ts';

const paths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

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
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

async function browserPath(): Promise<string> {
  if (!paths.some(existsSync)) await installFromDebian('chromium');
  const path = paths.find(existsSync);
  if (!path) throw new Error('The browser tests need Chromium, and apt-get did not install it.');
  return path;
}
