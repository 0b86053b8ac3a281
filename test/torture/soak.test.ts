// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What `npm run soak` prints on a small market. Another exit code than 0 and 1 is an error of the program. */
function soak(...args: string[]): Promise<{ problems: string[]; output: string }> {
  const size = ['--minutes', '1.5', '--rate', '40', '--changes', '2', '--items', '1000'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [pathTo('../../bench/soak.ts'), ...size, ...args], (error, stdout, stderr) => {
      if (error && error.code !== 1) return reject(new Error(`${stdout}${stderr}`, { cause: error }));
      const problems = stdout.split('\n').filter((line) => line.startsWith('PROBLEM: '));
      resolve({ problems, output: `${stdout}${stderr}` });
    });
  });
}

const PLANTED = [/live heap of all/, /resources Timeout of all/, /stood still \d+ times.*: background planted$/];

describe('npm run soak', () => {
  test('names the memory, the timers and the work of a service that leaks and stalls', async () => {
    const { problems, output } = await soak('--plant', new URL('planted-faults.ts', import.meta.url).href);
    for (const name of PLANTED)
      assert.ok(
        problems.some((problem) => name.test(problem)),
        `${name} in ${output}`,
      );
  });

  // In so short a run the heap still grows, because caches fill.
  test('finds neither timers nor work that stalls in a service that has none', async () => {
    const { problems, output } = await soak();
    for (const name of PLANTED.slice(1))
      assert.ok(!problems.some((problem) => name.test(problem)), `${name} in ${output}`);
  });
});
