import { spawn } from 'node:child_process';
import { platform } from 'node:process';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Asks the system to show a page. Nothing happens where there is no browser: the address is printed, too. */
export function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
