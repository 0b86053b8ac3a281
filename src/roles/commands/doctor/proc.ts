import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';

/** The process that listens on a port. Its arguments are not read: they may hold secrets. */
export type PortOwner = { readonly pid: number; readonly name: string };

const LISTENING = '0A';

/** Undefined where /proc does not tell: on other systems, and of processes of other users. */
export function ownerOf(port: number): PortOwner | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  const pid = numbersIn('/proc').find((one) =>
    numbersIn(`/proc/${one}/fd`).some((fd) => sockets.has(targetOf(`/proc/${one}/fd/${fd}`))),
  );
  return pid === undefined ? undefined : { pid, name: textOf(`/proc/${pid}/comm`).trim() };
}

/** Lines of /proc/net/tcp: number, local address, remote address, state, ... the inode is the tenth column. */
function listeningSockets(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return textOf(`/proc/net/${table}`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${wanted}`) && columns[3] === LISTENING)
    .map((columns) => `socket:[${columns[9]}]`);
}

/** How many files a process may have open: Node raises the soft limit to the hard one at its start. Undefined where /proc does not tell. */
export function openFilesOf(pid: number | 'self'): number | undefined {
  const [, limit] = /^Max open files\s+(\S+)/m.exec(textOf(`/proc/${pid}/limits`)) ?? [];
  return limit === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(limit) || undefined;
}

/** The file of its standard output. Undefined when that is no file. */
export function logFileOf(pid: number | undefined): string | undefined {
  const file = targetOf(`/proc/${pid}/fd/1`);
  return file.startsWith('/') && readOr(false, () => statSync(file).isFile()) ? file : undefined;
}

const numbersIn = (folder: string) =>
  readOr<number[]>([], () => readdirSync(folder).map(Number).filter(Number.isInteger));
const targetOf = (link: string) => readOr('', () => readlinkSync(link));
const textOf = (file: string) => readOr('', () => readFileSync(file, 'utf8'));

/** What the system does not let this user read counts as absent. */
function readOr<T>(absent: T, read: () => T): T {
  try {
    return read();
  } catch {
    return absent;
  }
}
