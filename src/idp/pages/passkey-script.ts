import { readFile } from 'node:fs/promises';
import type { Exchange } from './exchange.ts';

/** The path of the script, without the base path. */
export const PASSKEY_SCRIPT = '/passkeys.js';

const LIBRARY = '../dist/bundle/index.umd.min.js';

/** The library of passkeys for browsers, and our own script behind it, as one file. Read when the first browser asks. */
async function scriptText(): Promise<string> {
  const library = new URL(LIBRARY, import.meta.resolve('@simplewebauthn/browser'));
  const parts = await Promise.all(
    [library, new URL('passkeys.js', import.meta.url)].map((url) => readFile(url, 'utf8')),
  );
  return parts.join('\n');
}

let text: Promise<string> | undefined;

/** `GET /passkeys.js` */
export async function servePasskeyScript({ res }: Exchange): Promise<void> {
  text ??= scriptText();
  const body = await text;
  res.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(body);
}
