import { mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { StoredTokens, TokenStore } from '../credentials.ts';
import { takeFileLock } from './file-lock.ts';
import { textOf } from './file-text.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Keeps the tokens of one grant in a file that only its owner may read, for any number of processes of one machine, in containers, too.
 * The file is replaced atomically and is on disk when `save` resolves. Beside it is `PATH.lock`, which may stay for ever.
 *
 * All processes name the file by the same path. A network file system is no place for it.
 */
export function fileTokenStore(path: string): TokenStore {
  const file = resolve(path);
  const lockFile = `${file}.lock`;
  const unfinished = (id: string) => `${file}.${id}.tmp`;
  let holderId: string | undefined;
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
      } finally {
        holderId = undefined;
        await lock.free();
      }
    },
  };
}

async function read(file: string): Promise<StoredTokens | undefined> {
  const text = await textOf(file);
  if (text === '') return undefined;
  try {
    const { refreshToken, accessToken, expiresAt } = Object(JSON.parse(text)) as Record<string, unknown>;
    if (typeof refreshToken === 'string')
      return {
        refreshToken,
        ...(typeof accessToken === 'string' && { accessToken }),
        ...(typeof expiresAt === 'number' && { expiresAt }),
      };
  } catch {
    // The parser's message would show a piece of the text.
  }
  throw new Error(`${file} is no token file: remove it, and let the seller authorize again.`);
}
