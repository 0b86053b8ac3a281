import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFileLock } from '../../node/file-lock.ts';
import type { Holder } from '../../node/file-lock-log.ts';
import { isAlive, thisProcess } from '../../node/file-lock-process.ts';
import { replaceFile } from '../../node/replace-file.ts';

/** Whose events they are, and which. A run goes on where a killed one of the same listener ended. */
export type Listener = { readonly url: string; readonly clientId: string; readonly kinds: readonly string[] };

type Stored = Listener & {
  readonly id: string;
  /** The sequence of the last event that was handled. */
  readonly done?: number | undefined;
  readonly holder: Omit<Holder, 'id'>;
};

/** A process of another container cannot be looked at. It shows every 20 s that it is alive. */
const SILENT_MS = 120_000;

/** One run of `listen`, in a file: what it has done survives a kill. */
export class Run {
  readonly id: string;
  readonly #path: string;
  #stored: Stored;

  constructor(folder: string, stored: Stored) {
    this.id = stored.id;
    this.#path = join(folder, `${stored.id}.json`);
    this.#stored = stored;
  }

  get done(): number | undefined {
    return this.#stored.done;
  }

  async save(done: number | undefined): Promise<void> {
    this.#stored = { ...this.#stored, done };
    await replaceFile(this.#path, `${JSON.stringify(this.#stored)}\n`);
  }

  async beat(): Promise<void> {
    const now = new Date();
    await utimes(this.#path, now, now);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

export type OpenedRun = {
  readonly run: Run /** Of killed runs that nobody goes on with. */;
  readonly leftovers: readonly Run[];
};

/** Takes over a killed run of the same listener, or begins one. Two that start at the same time do not take the same. */
export async function openRun(folder: string, listener: Listener): Promise<OpenedRun> {
  await replaceFile(join(folder, 'README'), 'Runs of marketplace-seller listen, and what they have done.\n');
  const lock = await takeFileLock(join(folder, 'runs.lock'), async () => undefined);
  try {
    const holder = await thisProcess();
    const killed = (await killedRuns(folder, holder.place)).filter(
      ({ url, clientId }) => url === listener.url && clientId === listener.clientId,
    );
    const kinds = JSON.stringify(listener.kinds);
    const found = killed.find((stored) => JSON.stringify(stored.kinds) === kinds);
    const run = new Run(folder, { ...(found ?? { ...listener, id: crypto.randomUUID() }), holder });
    await run.save(found?.done);
    return { run, leftovers: killed.filter((stored) => stored !== found).map((stored) => new Run(folder, stored)) };
  } finally {
    await lock.free();
  }
}

async function killedRuns(folder: string, ownPlace: string): Promise<Stored[]> {
  const runs: Stored[] = [];
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
    const path = join(folder, name);
    try {
      const stored = JSON.parse(await readFile(path, 'utf8')) as Stored;
      const lives = await isAlive({ id: '', ...stored.holder }, ownPlace);
      const isSilent = Date.now() - (await stat(path)).mtimeMs > SILENT_MS;
      if (!(lives ?? !isSilent)) runs.push(stored);
    } catch {
      // Removed in this moment, or no file of ours.
    }
  }
  return runs;
}
