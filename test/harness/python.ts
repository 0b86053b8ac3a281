import { execFileSync } from 'node:child_process';

/** A Python 3: the machine's, or Debian's, installed when there is none. */
export function pythonPath(): string {
  if (!isThere()) {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'python3-minimal', 'libpython3-stdlib'],
    ]) {
      const [command = '', ...rest] = [...asRoot, 'apt-get', ...args];
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env });
    }
    if (!isThere()) throw new Error('The test of the Python example needs Python 3, and apt-get did not bring it.');
  }
  return 'python3';
}

function isThere(): boolean {
  try {
    execFileSync('python3', ['-c', 'import http.server, hmac'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
