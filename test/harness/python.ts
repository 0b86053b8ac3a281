import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installFromDebian } from './debian.ts';

/** Python 3: the machine's, or Debian's, which is installed when there is none. */
export async function pythonPath(): Promise<string> {
  if (!(await isInstalled())) await installFromDebian('python3-minimal', 'libpython3-stdlib');
  if (!(await isInstalled()))
    throw new Error('The test of the Python example needs Python 3, and apt-get did not install it.');
  return 'python3';
}

/** The type checker of Debian's Python, which is installed when there is none. */
export async function mypyPath(): Promise<string> {
  await pythonPath();
  const isThere = () =>
    promisify(execFile)('mypy', ['--version']).then(
      () => true,
      () => false,
    );
  if (!(await isThere())) await installFromDebian('mypy');
  if (!(await isThere())) throw new Error('The Python SDK needs mypy, and apt-get did not install it.');
  return 'mypy';
}

function isInstalled(): Promise<boolean> {
  return promisify(execFile)('python3', ['-c', 'import http.server, hmac']).then(
    () => true,
    () => false,
  );
}
