import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** A run keeps a few hundred megabytes of stores at a time. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Lets all processes of the run make their temporary folders in memory. Tests create and remove hundreds of stores: a database of
 * PostgreSQL takes a twentieth of the time there. Does nothing when TMPDIR is set, or when there is too little memory.
 */
export function useMemoryForTemporaryFolders(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'seller-service-tests-'));
  // As `/tmp` has it: PostgreSQL runs as another user, who removes its own folder.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  removeWithThisProcess(folder);
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/**
 * Removes the folder when this process is gone, however it ended: what stays there is missing from the memory of the machine. The
 * servers in it go first (see `postgres-server.ts`): without their files they could not be stopped.
 */
function removeWithThisProcess(folder: string): void {
  const areServersThere = `ls -d "${folder}"/store-test-postgres-* >/dev/null 2>&1`;
  const wait = `n=0; while ${areServersThere} && [ $n -lt 60 ]; do sleep 0.5; n=$((n+1)); done`;
  const shell = spawn('/bin/sh', ['-c', `trap '' TERM INT; read -r _; ${wait}; rm -rf "${folder}"`], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
}
