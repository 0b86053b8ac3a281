import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Problem } from './problem.js';
export function mustBeWritable(out, mayReplace) {
    if (out === undefined || out === '-')
        return;
    if (out === '' || !existsSync(dirname(out)))
        throw new Problem(`${out || '--out'} is in no folder that exists.`, 'Give another --out.');
    const present = statSync(out, { throwIfNoEntry: false });
    if (present?.isDirectory())
        throw new Problem(`${out} is a folder.`, 'Give the name of a file in it.');
    if (present && !mayReplace)
        throw new Problem(`${out} exists.`, 'Give another --out, or --force to replace it.');
}
export async function writeDocument(run, out, terminal) {
    if (out === '-') {
        for await (const bytes of run.bytes())
            await terminal.write(bytes);
        return;
    }
    const unfinished = `${out}.${crypto.randomUUID()}.part`;
    const handle = await open(unfinished, 'wx');
    try {
        try {
            for await (const bytes of run.bytes())
                await handle.writeFile(bytes);
            await handle.sync();
        }
        finally {
            await handle.close();
        }
        await rename(unfinished, out);
    }
    catch (error) {
        await rm(unfinished, { force: true });
        throw error;
    }
}
