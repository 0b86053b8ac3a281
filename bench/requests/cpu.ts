import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every architecture. */
const MICROS_PER_TICK = 10_000;

/** Processor time that the process and its threads have used so far, as the kernel counts it. The process needs no code for it. */
export function cpuMicrosOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}

/** Processor time of a server that is many processes, such as PostgreSQL: the first one and its children, ended ones too. */
export function cpuMicrosOfFamily(pid: number): number {
  const [, , ended = 0, endedInKernel = 0] = statOf(pid).slice(11, 15).map(Number);
  const children = childrenOf(pid).map((child) => {
    try {
      return cpuMicrosOf(child);
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return cpuMicrosOf(pid) + (ended + endedInKernel) * MICROS_PER_TICK + children.reduce((sum, one) => sum + one, 0);
}

/** The memory of the process alone. Mapped pages of the database file do not count: the system can take them back. */
export function ownMegabytesOf(pid: number): number {
  const kilobytes = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** All of its memory that is in use, with the code of Node, which processes share. */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** The fields after the name of the program, which may contain spaces. */
const statOf = (pid: number) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};
