import { constants, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beatOf, deathOf, freedBy, holderIn, isLog, takenBy } from './file-lock-log.js';
import { isAlive, thisProcess } from './file-lock-process.js';
import { textOf } from './file-text.js';
const POLL_MS = 25;
const BEAT_MS = 2_000;
const MAX_QUIET_POLLS = 400;
const MAX_WAIT_MS = 60_000;
const MAX_LOG_BYTES = 4_096;
export async function takeFileLock(path, onDeadHolder) {
    const own = { id: crypto.randomUUID(), ...(await thisProcess()) };
    if (!isLog(await textOf(path)))
        throw new Error(`${path} is no lock file.`);
    try {
        await untilTaken(path, own, onDeadHolder);
    }
    catch (error) {
        await append(path, freedBy(own.id)).catch(() => undefined);
        throw error;
    }
    return held(path, own.id);
}
async function untilTaken(path, own, onDeadHolder) {
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    let seen = '';
    let quietPolls = 0;
    for (;;) {
        const holder = await holderAt(path);
        if (holder?.id === own.id && (await holderAt(path))?.id === own.id)
            return;
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
function held(path, id) {
    const beats = setInterval(() => void append(path, beatOf(id)).catch(() => undefined), BEAT_MS).unref();
    return {
        id,
        async free() {
            clearInterval(beats);
            try {
                const log = await textOf(path);
                if (log.length > MAX_LOG_BYTES && holderIn(log)?.id === id)
                    await empty(path);
                else
                    await append(path, freedBy(id));
            }
            catch {
                if ((await holderAt(path))?.id === id)
                    await empty(path);
            }
        },
    };
}
const append = (path, text) => write(path, text, O_APPEND | O_CREAT);
const empty = (path) => write(path, '', O_TRUNC);
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
const write = (path, text, flags) => writeFile(path, text, { mode: 0o600, flag: O_WRONLY | O_NOFOLLOW | flags });
const holderAt = async (path) => holderIn(await textOf(path));
