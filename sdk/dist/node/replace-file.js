import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';
export async function replaceFile(file, text, unfinished = `${file}.${crypto.randomUUID()}.tmp`) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    try {
        await write(unfinished, 'wx', text);
        await rename(unfinished, file);
    }
    catch (error) {
        await rm(unfinished, { force: true });
        throw error;
    }
    if (platform !== 'win32')
        await write(dirname(file), 'r');
}
async function write(path, flags, text) {
    const handle = await open(path, flags, 0o600);
    try {
        if (text)
            await handle.writeFile(text);
        await handle.sync();
    }
    finally {
        await handle.close();
    }
}
