import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid, platform } from 'node:process';
import type { Holder } from './file-lock-log.ts';

/** What other processes need to know whether this one is alive. */
export async function thisProcess(): Promise<Omit<Holder, 'id'>> {
  return { place: await placeOfThisProcess(), pid, startedAt: (await statOf(pid))?.startedAt ?? '-' };
}

/**
 * On Linux the running system and the namespace of its pids: containers may share a folder, and each has a pid 1. Elsewhere the name of
 * the host. Without either, a place that no other process has.
 */
async function placeOfThisProcess(): Promise<string> {
  if (platform !== 'linux') return encodeURIComponent(hostname());
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return crypto.randomUUID();
  }
}

/** Undefined when that is unknown: the holder is elsewhere, or has a pid that may now be another process's. */
export async function isAlive(holder: Holder, ownPlace: string): Promise<boolean | undefined> {
  if (holder.place !== ownPlace) return undefined;
  const stat = await statOf(holder.pid);
  if (stat === undefined) return hasProcess(holder.pid) ? undefined : false;
  // A zombie has ended, and its parent has not asked for its exit code yet.
  return stat.startedAt === holder.startedAt && !'ZX'.includes(stat.state);
}

function hasProcess(id: number): boolean {
  try {
    return kill(id, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** State and start of a process, in ticks since the system started (proc_pid_stat(5), fields 3 and 22). */
async function statOf(id: number): Promise<{ state: string; startedAt: string } | undefined> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // The second field is the name in parentheses, which may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', startedAt = ''] = [fields[0], fields[19]];
  return startedAt === '' ? undefined : { state, startedAt };
}
