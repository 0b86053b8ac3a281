import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process that listens on a port. Its arguments are not read: they may hold secrets. */
export type PortOwner = { readonly pid: number; readonly name: string };

const LISTENING = '0A';

/** Undefined where /proc does not tell: on other systems, and of processes of other users. */
export function ownerOf(port: number): PortOwner | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(table, port)));
  if (sockets.size === 0) return undefined;
  for (const pid of numbersIn('/proc')) {
    const holds = numbersIn(`/proc/${pid}/fd`).some((fd) => sockets.has(targetOf(`/proc/${pid}/fd/${fd}`)));
    if (holds) return { pid, name: textOf(`/proc/${pid}/comm`).trim() };
  }
  return undefined;
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
