import { readdirSync, readFileSync } from 'node:fs';
import type { ServiceProcess } from '../harness/process.ts';

/** The process id of the embedded identity provider: the only child of a service. Throws when it has no child. */
export function providerPid(service: ServiceProcess): number {
  const pid = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((one) => parentOf(one) === service.child.pid);
  if (pid === undefined) throw new Error('The identity provider has no process of its own.');
  return pid;
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}
