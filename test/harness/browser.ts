import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { installFromDebian } from './debian.ts';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * A real browser: the machine's Chromium, or Debian's, installed when there is none. Open it before anything else and close
 * it first: should it fail, nothing stays open.
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
  if (!places.some(existsSync)) await installFromDebian('chromium');
  const place = places.find(existsSync);
  if (!place) throw new Error('The browser tests need Chromium, and apt-get did not bring it.');
  return place;
}
