import { spawn } from 'node:child_process';
import { platform } from 'node:process';
const OPENERS = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
export function openBrowser(url) {
    const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
}
