import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Test files run in parallel and may need the same package. The second one waits for this lock, because apt fails when busy. */
const lock = join(tmpdir(), 'seller-service-tests-apt.lock');

/** Installs Debian packages with their dependencies. `RUNLEVEL` keeps their services from starting. */
export async function installFromDebian(...packages: string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptGet = ['env', 'RUNLEVEL=1', 'DEBIAN_FRONTEND=noninteractive', 'flock', lock, 'apt-get', '-qq'];
  for (const task of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...asRoot, ...aptGet, ...task];
    await promisify(execFile)(command, rest);
  }
}
