import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Another process that runs `code`, a module in which `load(path)` imports a file relative to the project. It ends with its
 * input, so that it cannot outlive the tests.
 */
export function startProcess(code: string): {
  child: ChildProcess;
  lines: AsyncIterator<string>;
  ended: Promise<string>;
} {
  const root = new URL('../../', import.meta.url);
  const prelude = `const load = (path) => import(new URL(path, '${root}')); process.stdin.on('end', () => process.exit()).resume().unref();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${prelude}\n${code}`]);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(() => errors);
  return { child, lines, ended };
}
