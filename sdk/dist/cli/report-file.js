import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Problem } from './problem.js';
export function mustBeWritable(out, mayReplace) {
    if (out !== undefined && out !== '-' && !mayReplace && existsSync(out))
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
