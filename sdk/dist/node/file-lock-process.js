import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { kill, pid, platform } from 'node:process';
export async function thisProcess() {
    return { place: await placeOfThisProcess(), pid, startedAt: (await statOf(pid))?.startedAt ?? '-' };
}
async function placeOfThisProcess() {
    if (platform !== 'linux')
        return encodeURIComponent(hostname());
    try {
        const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
        return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}`;
    }
    catch {
        return crypto.randomUUID();
    }
}
export async function isAlive(holder, ownPlace) {
    if (holder.place !== ownPlace)
        return undefined;
    const stat = await statOf(holder.pid);
    if (stat === undefined)
        return hasProcess(holder.pid) ? undefined : false;
    return stat.startedAt === holder.startedAt && !'ZX'.includes(stat.state);
}
function hasProcess(id) {
    try {
        return kill(id, 0);
    }
    catch (error) {
        return error.code === 'EPERM';
    }
}
async function statOf(id) {
    const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = '', startedAt = ''] = [fields[0], fields[19]];
    return startedAt === '' ? undefined : { state, startedAt };
}
