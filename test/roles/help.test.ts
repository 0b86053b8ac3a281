// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { usages } from '../../src/roles/usages.ts';
import { compileCache } from '../harness/process.ts';
import { isTorture } from '../harness/scale.ts';

type Ended = { code: number; stdout: string; stderr: string };

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The program of a script, when it is one of this project. */
const programOf = (script: string) =>
  /^(?:exec |TEST_SCALE=torture )?node ((?:start\.js|bench|test|lint)\S*(?: [^>&]+)?)$/.exec(script)?.[1]?.split(' ');

const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const program = programOf(script);
  return program ? [{ name, program }] : [];
});

/** Scripts that `npm test` leaves to `npm run torture`: half a second of work to load each, or another one of `npm test` runs the same program. */
const SLOW_OR_ALIKE = [
  ...['bench', 'bench:scale', 'soak', 'unused:all', 'unused:production'],
  ...['test:inside', 'test:outside', 'torture', 'coverage', 'types:sdk', 'types:sdk-node', 'types:console'],
  ...['check:unused', 'check:types', 'check:format', 'check:lint', 'types:service'],
  ...['dev', 'api', 'worker', 'idp', 'export', 'seed', 'backup', 'restore'],
];

/** A command that waits for something has not answered. Far more than any of them needs. */
const DEADLINE_MS = 30_000;

describe('every command tells its usage', { concurrency: availableParallelism() + 1 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'help-'));
  after(() => rmSync(folder, { recursive: true }));

  const run = (file: string, args: string[], more: Record<string, string> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const PATH = [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter);
      const env = { ...process.env, PATH, DATA_DIR: join(folder, 'data'), NODE_COMPILE_CACHE: compileCache, ...more };
      // Not `timeout`: a program that ends well by SIGTERM would seem to have answered.
      execFile(file, args, { env, signal: AbortSignal.timeout(DEADLINE_MS) }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  /** As npm runs it: the arguments stand behind the whole script. */
  const runScript = (name: string, args: string[], more?: Record<string, string>) =>
    run('sh', ['-c', `${scripts[name]} ${args.join(' ')}`], more);
  /** Settings with which no command would work: help needs none. */
  const wrong = { PORT: 'nonsense', DATABASE_URL: 'nonsense', IDP_ISSUER: 'nonsense', OPERATOR_KEY: 'x' };

  test('every role has a script and a usage', () => {
    const roles = programs.filter(({ program }) => program[0] === 'start.js').map(({ name }) => name);
    const withUsage = Object.keys(usages).map((role) => (role === 'all' ? 'start' : role));
    assert.deepEqual(new Set(roles), new Set(withUsage));
  });

  for (const name of Object.keys(scripts).filter((one) => isTorture || !SLOW_OR_ALIKE.includes(one))) {
    // A sub-command may come before.
    const asked = name === 'client' ? ['add', '-h'] : ['--help'];
    const program = programOf(scripts[name] ?? '')?.[0];
    test(`npm run ${name} -- ${asked.join(' ')}: on standard output, exit code 0, nothing opened, no setting read`, async () => {
      const { code, stdout, stderr } = await runScript(name, asked, wrong);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.equal(existsSync(join(folder, 'data')), false);
      // A script that runs a program of others prints the help of that.
      if (program === undefined) return assert.match(stdout, /^.*(usage|--\w+)/im);
      assert.match(stdout, /^[A-Zn][^\n]+\n/);
      assert.match(
        stdout,
        program === 'test/run.ts'
          ? /^Runs groups of test files.*\n\n {2}node test\/run\.ts GROUP/
          : /npm (start|run \w+)/,
      );
    });
  }

  for (const args of [['export', '--audit', '--help'], ['doctor', 'identity', '--help'], ['--help']])
    test(`node start.js ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(process.execPath, ['start.js', ...args], wrong);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, args[0] === '--help' ? /node start\.js ROLE/ : new RegExp(`-- .*${args[1]}`));
    });

  const ofNpmTest = ['start', 'check:types', 'guide'];
  for (const { name } of programs.filter((one) => isTorture || ofNpmTest.includes(one.name)))
    test(`npm run ${name} -- --no-such-option: a complaint with the usage on standard error, and not exit code 0`, async () => {
      const { code, stdout, stderr } = await runScript(name, ['--no-such-option']);
      assert.notEqual(code, 0);
      assert.equal(stdout, '');
      assert.match(stderr, /npm (start|run \w+)|node test\/run\.ts GROUP/);
    });
});
