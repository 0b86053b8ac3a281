import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Installs the packages that a folder beside this file lists, with exactly those versions, into another folder. */
export async function installFromNpm(list: string, folder: string): Promise<void> {
  cpSync(fileURLToPath(new URL(`${list}/`, import.meta.url)), folder, { recursive: true });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['ci', ...options], { cwd: folder, timeout: 240_000 });
}
