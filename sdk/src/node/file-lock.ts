import { constants, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beatOf, deathOf, freedBy, type Holder, holderIn, isLog, takenBy } from './file-lock-log.ts';
import { isAlive, thisProcess } from './file-lock-process.ts';
import { textOf } from './file-text.ts';

const POLL_MS = 25;
const BEAT_MS = 2_000;
/** A holder that cannot be looked at is dead after so many looks without a beat: about 10 s. Looks, because a whole machine may sleep. */
const MAX_QUIET_POLLS = 400;
const MAX_WAIT_MS = 60_000;
/** The holder empties a longer log. */
const MAX_LOG_BYTES = 4_096;

export type HeldLock = { id: string; free(): Promise<void> };

/**
 * Takes a lock that all processes share which can append to the file, and that a crash of its holder (kill -9, too) does not leave behind.
 *
 * The file is a log: see `holderIn`. The system puts lines that are appended at the same time one after the other, in one order for
 * all. A holder of the same system that has died is found at once, by its pid and its start; while it lives it keeps the lock, also when
 * it is stopped. A holder of another container or machine is found dead when it has shown nothing for 10 s.
 *
 * Limits: a file system that does not append atomically (NFS) is no place for the file. A process in another container that is paused
 * for 10 s while it has the lock loses it, and does not know.
 *
 * `onDeadHolder` is called for each holder that is found dead. Rejects when the lock cannot be had for a minute, or the file not be written; at once
 * when something else is in its place: a symbolic link, which is not followed, or a file of others, which stays as it is.
 */
export async function takeFileLock(path: string, onDeadHolder: (id: string) => Promise<void>): Promise<HeldLock> {
  const own: Holder = { id: crypto.randomUUID(), ...(await thisProcess()) };
  if (!isLog(await textOf(path))) throw new Error(`${path} is no lock file.`);
  try {
    await untilTaken(path, own, onDeadHolder);
  } catch (error) {
    // Otherwise the lock would stay taken.
    await append(path, freedBy(own.id)).catch(() => undefined);
    throw error;
  }
  return held(path, own.id);
}

async function untilTaken(path: string, own: Holder, onDeadHolder: (id: string) => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  /** The last sign of life of the holder, and how often there was none after it. */
  let seen = '';
  let quietPolls = 0;
  for (;;) {
    const holder = await holderAt(path);
    // Read twice: the first look may have met the holder before in the middle of emptying the log.
    if (holder?.id === own.id && (await holderAt(path))?.id === own.id) return;
    if (holder === undefined) {
      await append(path, takenBy(own));
      continue;
    }
    const sign = `${holder.id} ${holder.beats}`;
    quietPolls = sign === seen ? quietPolls + 1 : 0;
    seen = sign;
    if (!((await isAlive(holder, own.place)) ?? quietPolls <= MAX_QUIET_POLLS)) {
      await append(path, deathOf(holder.id));
      await onDeadHolder(holder.id);
      continue;
    }
    if (performance.now() > giveUpAt)
      throw new Error(`${path} was not free for ${MAX_WAIT_MS / 1_000} s. Process ${holder.pid} holds it.`);
    await sleep(POLL_MS * (0.5 + Math.random()));
  }
}

function held(path: string, id: string): HeldLock {
  // A beat that cannot be written is not worth an error: the next one may be.
  const beats = setInterval(() => void append(path, beatOf(id)).catch(() => undefined), BEAT_MS).unref();
  return {
    id,
    async free() {
      clearInterval(beats);
      try {
        const log = await textOf(path);
        if (log.length > MAX_LOG_BYTES && holderIn(log)?.id === id) await empty(path);
        else await append(path, freedBy(id));
      } catch {
        // The disk is full: to empty the log frees the lock, too, and needs no space.
        if ((await holderAt(path))?.id === id) await empty(path);
      }
    },
  };
}

const append = (path: string, text: string) => write(path, text, O_APPEND | O_CREAT);
const empty = (path: string) => write(path, '', O_TRUNC);

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** Fails where a symbolic link is: its creator would choose the file that is changed. Windows has no such flag. */
const write = (path: string, text: string, flags: number) =>
  writeFile(path, text, { mode: 0o600, flag: O_WRONLY | O_NOFOLLOW | flags });

const holderAt = async (path: string) => holderIn(await textOf(path));
