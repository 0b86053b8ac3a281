import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { takeFileLock } from './file-lock.js';
import { textOf } from './file-text.js';
import { replaceFile } from './replace-file.js';
export function fileTokenStore(path) {
    const file = resolve(path);
    const lockFile = `${file}.lock`;
    const unfinished = (id) => `${file}.${id}.tmp`;
    let holderId;
    return {
        load: () => read(file),
        async save(tokens) {
            await replaceFile(file, `${JSON.stringify(tokens)}\n`, unfinished(holderId ?? crypto.randomUUID()));
        },
        async lock(work) {
            await mkdir(dirname(file), { recursive: true, mode: 0o700 });
            const lock = await takeFileLock(lockFile, (id) => rm(unfinished(id), { force: true }));
            holderId = lock.id;
            try {
                return await work();
            }
            finally {
                holderId = undefined;
                await lock.free();
            }
        },
    };
}
async function read(file) {
    const text = await textOf(file);
    if (text === '')
        return undefined;
    try {
        const { refreshToken, accessToken, expiresAt } = Object(JSON.parse(text));
        if (typeof refreshToken === 'string')
            return {
                refreshToken,
                ...(typeof accessToken === 'string' && { accessToken }),
                ...(typeof expiresAt === 'number' && { expiresAt }),
            };
    }
    catch {
    }
    throw new Error(`${file} is no token file: remove it, and let the seller authorize again.`);
}
