import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Test files run side by side, and may miss the same: whoever comes second waits instead of finding apt busy. */
const lock = join(tmpdir(), 'seller-service-tests-apt.lock');

/** Debian's packages, with what they need. Services among them are not started (`RUNLEVEL`). */
export async function installFromDebian(...packages: string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const quietly = ['env', 'RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'flock', lock, 'apt-get', '-qq'];
  for (const task of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...asRoot, ...quietly, ...task];
    await promisify(execFile)(command, rest);
  }
}
