import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';

/**
 * Replaces a file atomically, in a folder that is made if needed. Only its owner may read it. It is on disk when this resolves.
 * `unfinished` is the name under which it is written: a killed process leaves it behind.
 */
export async function replaceFile(
  file: string,
  text: string,
  unfinished = `${file}.${crypto.randomUUID()}.tmp`,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await write(unfinished, 'wx', text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  // The new name is on disk, too. Windows has no such call.
  if (platform !== 'win32') await write(dirname(file), 'r');
}

/** What was written is on disk when this resolves. Without a text: what others wrote there. */
async function write(path: string, flags: string, text?: string): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    if (text) await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
