import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFileLock } from '../../node/file-lock.js';
import { isAlive, thisProcess } from '../../node/file-lock-process.js';
import { replaceFile } from '../../node/replace-file.js';
const SILENT_MS = 120_000;
export class Run {
    id;
    #path;
    #stored;
    constructor(folder, stored) {
        this.id = stored.id;
        this.#path = join(folder, `${stored.id}.json`);
        this.#stored = stored;
    }
    get done() {
        return this.#stored.done;
    }
    async save(done) {
        this.#stored = { ...this.#stored, done };
        await replaceFile(this.#path, `${JSON.stringify(this.#stored)}\n`);
    }
    async beat() {
        const now = new Date();
        await utimes(this.#path, now, now);
    }
    async remove() {
        await rm(this.#path, { force: true });
    }
}
export async function openRun(folder, listener) {
    await replaceFile(join(folder, 'README'), 'Runs of marketplace-seller listen, and what they have done.\n');
    const lock = await takeFileLock(join(folder, 'runs.lock'), async () => undefined);
    try {
        const holder = await thisProcess();
        const killed = (await killedRuns(folder, holder.place)).filter(({ url, clientId }) => url === listener.url && clientId === listener.clientId);
        const kinds = JSON.stringify(listener.kinds);
        const found = killed.find((stored) => JSON.stringify(stored.kinds) === kinds);
        const run = new Run(folder, { ...(found ?? { ...listener, id: crypto.randomUUID() }), holder });
        await run.save(found?.done);
        return { run, leftovers: killed.filter((stored) => stored !== found).map((stored) => new Run(folder, stored)) };
    }
    finally {
        await lock.free();
    }
}
async function killedRuns(folder, ownPlace) {
    const runs = [];
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
        const path = join(folder, name);
        try {
            const stored = JSON.parse(await readFile(path, 'utf8'));
            const lives = await isAlive({ id: '', ...stored.holder }, ownPlace);
            const isSilent = Date.now() - (await stat(path)).mtimeMs > SILENT_MS;
            if (!(lives ?? !isSilent))
                runs.push(stored);
        }
        catch {
        }
    }
    return runs;
}
