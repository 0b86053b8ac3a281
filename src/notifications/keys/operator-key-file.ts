import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The name of the file in the data folder. A backup carries it like every other file of the folder. */
export const KEY_FILE = 'operator.key';

const MIN_CHARACTERS = 32;

/**
 * The key in the file; undefined when there is no file. Throws an error for the operator when the file cannot be read or is
 * too short to be a key. Others lose the permission to read it, where the file system lets us; `warn` says that they had it.
 */
export function readKeyFile(path: string, warn: (text: string) => void = () => undefined): string | undefined {
  let key: string;
  try {
    key = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The operator key in ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (key.length < MIN_CHARACTERS) throw new Error(`${path} holds no operator key. Restore it from a backup.`);
  try {
    const mode = statSync(path).mode & 0o777;
    if ((mode & 0o077) === 0) return key;
    chmodSync(path, 0o600);
    warn(
      `${path} could be read by other users of this machine (mode 0${mode.toString(8)}). Now only its owner can: who has read it, and a copy of the store, can decrypt it`,
    );
  } catch {
    // A read-only file system, or a secret that a supervisor mounted: its permissions are theirs to set.
  }
  return key;
}

/**
 * Writes the key into a new file that only its owner may read, and returns the key that the file has: another process may
 * have written one at the same moment. The file gets its name when its content is on the disk, so it is never cut off.
 */
export function writeKeyFile(path: string, key: string): string {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A backup leaves out names of this form.
  const partial = `${folder}/.${KEY_FILE}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(partial, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
    linkUnlessThere(partial, path);
    flushFolder(folder);
  } finally {
    rmSync(partial, { force: true });
  }
  return readKeyFile(path) ?? key;
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
