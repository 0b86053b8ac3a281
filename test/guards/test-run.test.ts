// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

const root = resolve(import.meta.dirname, '../..');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const GOOD = "import { it } from 'node:test'; it('holds', () => {});";
const LONG = `export function used() { return 1; }\nexport function unused() {\n${'  used();\n'.repeat(100)}}\n`;

/** Runs the tests of a project that has these files, and the project's own test runner. `TMPDIR` is empty unless given. */
function runTests(
  files: Record<string, string>,
  options: readonly string[] = [],
  TMPDIR = '',
): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'));
  folders.push(folder);
  for (const name of [
    'test/run.ts',
    'test/run',
    'test/db/postgres-server.ts',
    'test/harness/process.ts',
    'test/harness/program-options.ts',
    'src/roles/commands/help.ts',
    'package.json',
  ]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  // Without the variables that make a test process of it. No test connects to the database.
  const env = { PATH: process.env.PATH ?? '', TEST_DATABASE_URL: 'postgres://127.0.0.1:9/none', TMPDIR };
  return new Promise((done) => {
    execFile(process.execPath, ['test/run.ts', 'inside', ...options], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

describe('the test run', () => {
  it('succeeds when all tests pass, and ends with the summary', async () => {
    const { code, output } = await runTests({ 'test/a.test.ts': GOOD, 'test/new/deep/b.test.ts': GOOD });
    assert.equal(code, 0, output);
    assert.match(output, /ℹ tests 2\n(ℹ .*\n)*ℹ fail 0\n(ℹ .*\n)*$/);
  });

  // `npm test` runs the first three.
  const failures: [what: string, text: string][] = [
    ['a test fails', "import { it } from 'node:test'; it('fails', () => { throw new Error('no'); });"],
    ['a process is killed', "import { it } from 'node:test'; it('a', () => process.kill(process.pid, 'SIGKILL'));"],
    ['a file has no test', 'export const nothing = 1;'],
    ['a suite has no test', "import { describe } from 'node:test'; describe('empty', () => {});"],
    ['every test is skipped', "import { it } from 'node:test'; it('later', { \"skip\": true }, () => {});"],
    ['a file cannot be loaded', 'this is no code'],
    ['a process exits early', "import { it } from 'node:test'; it('a', () => {}); it('b', () => process.exit(0));"],
  ];
  for (const [n, [what, text]] of failures.entries()) {
    const testIt = n < 3 ? it : testInTorture;
    testIt(`fails when ${what}`, async () => {
      // In a process with coverage, in one without, which starts in another way, and in that of tests that mostly wait.
      const mark = ['', '// run: without coverage\n\n', '// run: mostly waiting\n\n'][n % 3] ?? '';
      const { code, output } = await runTests({ 'test/a.test.ts': GOOD, 'test/b.test.ts': mark + text });
      assert.equal(code, 1, output);
    });
  }

  it('ends before the first test when a file has an unknown mark', async () => {
    const { code, output } = await runTests({ 'test/a.test.ts': GOOD, 'test/b.test.ts': `// run: alone\n\n${GOOD}` });
    assert.equal(code, 1, output);
    assert.match(output, /test\/b\.test\.ts: \/\/ run: alone: a mark is the first line/);
    assert.doesNotMatch(output, /holds/);
  });

  it('keeps tests out of the coverage, and tests that mostly wait in a process of their own', async () => {
    const printBundle = `${GOOD} console.log(process.argv[1].replace(/.*inside/, 'inside'), 'NODE_V8_COVERAGE' in process.env);`;
    const { output } = await runTests(
      {
        'test/a.test.ts': printBundle,
        'test/b.test.ts': `// run: without coverage\n\n${printBundle}`,
        'test/c.test.ts': `// run: mostly waiting\n\n${printBundle}`,
      },
      ['--coverage'],
    );
    assert.deepEqual([...output.matchAll(/^inside.*$/gm)].map(([line]) => line).sort(), [
      'inside-1.mjs true',
      'inside-2.mjs false',
      'inside-waiting.mjs true',
    ]);
  });

  it('fails when too few lines are covered', async () => {
    const use = `${GOOD} import { used } from '../src/long.ts'; used();`;
    const { code, output } = await runTests({ 'test/a.test.ts': use, 'src/long.ts': LONG }, ['--coverage']);
    assert.equal(code, 1, output);
    assert.match(output, /does not meet threshold of 95%/);
  });

  describe('and its temporary folders', () => {
    const printFolder = `${GOOD} import { tmpdir } from 'node:os'; console.log('folders are in <' + tmpdir() + '>');`;
    const folderOf = (output: string) => /folders are in <(.+)>/.exec(output)?.[1] ?? '';

    it('lets every user make and remove folders there, and leaves nothing of them in memory', async () => {
      const mode = "console.log('mode ' + fs.statSync(tmpdir()).mode.toString(8));";
      const { code, output } = await runTests({ 'test/a.test.ts': `${printFolder} import fs from 'node:fs'; ${mode}` });
      assert.equal(code, 0, output);
      assert.match(output, /mode 41777/);
      const folder = folderOf(output);
      assert.match(folder, /^\/dev\/shm\/seller-service-tests-\w+$|^\/tmp$/);
      await until(() => folder === '/tmp' || !existsSync(folder));
      assert.equal(existsSync(folder), folder === '/tmp');
    });

    it('makes them in TMPDIR when that is set', async () => {
      const chosen = mkdtempSync(join(tmpdir(), 'chosen-'));
      folders.push(chosen);
      const { output } = await runTests({ 'test/a.test.ts': printFolder }, [], chosen);
      assert.equal(folderOf(output), chosen);
    });
  });
});
