import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** A real browser: the machine's Chromium, or Debian's, installed when there is none. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
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

function browserPath(): string {
  const present = places.find((place) => existsSync(place));
  if (present) return present;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = (...args: string[]) => {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args];
    execFileSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  install('update', '-qq');
  install('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  const installed = places.find((place) => existsSync(place));
  if (!installed) throw new Error('The browser tests need Chromium, and apt-get did not bring it.');
  return installed;
}
