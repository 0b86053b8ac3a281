import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Programs of Debian packages that are not installed. */
export type UnpackedPrograms = {
  /** Holds `usr`, `etc` and so on, as the packages have them. All users may enter it. */
  folder: string;
  /** What a process needs to run them: PATH, LD_LIBRARY_PATH, PYTHONPATH, HOME. */
  env: { PATH: string; LD_LIBRARY_PATH: string; PYTHONPATH: string; HOME: string };
  /** The path of a program: the unpacked one, or the machine's when its package is installed. Throws when there is none. */
  program(name: string): string;
};

const script = fileURLToPath(new URL('unpack-from-debian.sh', import.meta.url));
const triplets: Record<string, string> = { arm64: 'aarch64-linux-gnu', x64: 'x86_64-linux-gnu' };

/**
 * Unpacks Debian packages with the dependencies that the machine lacks. Needs apt, and no root. Later runs use the same folder.
 * `RUN_AS` is the user for programs that refuse root.
 */
export async function unpackFromDebian(...packages: string[]): Promise<UnpackedPrograms> {
  const cache = cacheFolder();
  const folder = join(cache, `root-${digestOf(packages)}`);
  try {
    if (!existsSync(folder)) await promisify(execFile)('sh', [script, cache, folder, ...packages]);
  } catch (cause) {
    throw new Error(`${packages.join(', ')}: apt-get cannot unpack them. ${(cause as { stderr: string }).stderr}`, {
      cause,
    });
  }
  const within = (...paths: string[]) => paths.map((path) => join(folder, path));
  const libraries = triplets[process.arch] ?? '';
  const programs = ['usr/lib/postgresql/15/bin', 'usr/sbin', 'usr/bin', 'sbin', 'bin'];
  const folders = [...within(...programs), ...programs.map((path) => `/${path}`)];
  return {
    folder,
    env: {
      PATH: folders.join(':'),
      LD_LIBRARY_PATH: within(`usr/lib/${libraries}`, `lib/${libraries}`).join(':'),
      PYTHONPATH: within('usr/lib/python3/dist-packages').join(':'),
      HOME: '/',
    },
    program: (name) => {
      const found = folders.map((path) => join(path, name)).find((path) => existsSync(path));
      if (found === undefined) throw new Error(`The packages ${packages.join(', ')} have no program ${name}.`);
      return found;
    },
  };
}

/** PostgreSQL, Patroni and others refuse to run as root. `nobody` exists everywhere. */
export const RUN_AS: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Not below `tmpdir()`: that is a folder of one run, in memory. Not in the home folder: other users cannot enter root's. */
function cacheFolder(): string {
  const cache = `/var/tmp/seller-service-tests-debian-${process.getuid?.()}`;
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  // Everybody may create folders in /var/tmp.
  if (statSync(cache).uid !== process.getuid?.()) throw new Error(`${cache} belongs to somebody else: remove it.`);
  return cache;
}

/** Which dependencies are missing depends on what is installed: `status` changes with it. */
function digestOf(packages: readonly string[]): string {
  const status = readFileSync('/var/lib/dpkg/status');
  return createHash('sha256').update(packages.toSorted().join()).update(status).digest('hex').slice(0, 16);
}
