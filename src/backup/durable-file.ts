import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  fchmodSync,
  fsyncSync,
  openSync,
  writeFileSync,
} from 'node:fs';

/** Writes a new file that only its owner may read, and waits until it is on the disk. */
export function writeDurably(path: string, text: string): void {
  writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true });
}

/** Copies into a new file that only its owner may read, and waits until it is on the disk. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  flush(to);
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function flush(path: string, isFolder = false): void {
  const descriptor = openSync(path, isFolder ? 'r' : 'r+');
  try {
    if (!isFolder) fchmodSync(descriptor, 0o600);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export async function fileDigest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
