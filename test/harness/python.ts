import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installFromDebian } from './debian.ts';

/** A Python 3: the machine's, or Debian's, installed when there is none. */
export async function pythonPath(): Promise<string> {
  if (!(await isThere())) await installFromDebian('python3-minimal', 'libpython3-stdlib');
  if (!(await isThere()))
    throw new Error('The test of the Python example needs Python 3, and apt-get did not bring it.');
  return 'python3';
}

function isThere(): Promise<boolean> {
  return promisify(execFile)('python3', ['-c', 'import http.server, hmac']).then(
    () => true,
    () => false,
  );
}
