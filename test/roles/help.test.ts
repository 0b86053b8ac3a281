import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { usages } from '../../src/roles/usages.ts';
import { isTorture } from '../harness/scale.ts';

type Ended = { code: number; stdout: string; stderr: string };

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** The program of a script, without what `npm test` and others do before it. */
const programOf = (script: string) =>
  /(?:^|&& )(?:exec |TEST_SCALE=torture )?node ((?:start\.js|bench|test|lint)\S*(?: [^>&]+)?)$/
    .exec(script)?.[1]
    ?.split(' ');

const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const program = programOf(script);
  return program ? [{ name, program }] : [];
});

describe('every command tells its usage', { concurrency: availableParallelism() + 1 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'help-'));
  after(() => rmSync(folder, { recursive: true }));

  const run = (args: string[], more: Record<string, string> = {}): Promise<Ended> =>
    new Promise((resolve) => {
      const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...more };
      execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
  /** Settings with which no command would work: help needs none. */
  const wrong = { PORT: 'nonsense', DATABASE_URL: 'nonsense', IDP_ISSUER: 'nonsense', OPERATOR_KEY: 'x' };

  test('the scripts of package.json are all here, those that run programs of others excepted', () => {
    const others = Object.keys(scripts).filter((name) => !programs.some((one) => one.name === name));
    assert.deepEqual(others, ['dev', 'check:unused', 'check:types', 'check:lint', 'check:format']);
    const withUsage = Object.keys(usages).map((role) => (role === 'all' ? 'start' : role));
    assert.deepEqual(new Set(roles), new Set(withUsage));
  });

  const roles = programs.filter(({ program }) => program[0] === 'start.js').map(({ name }) => name);
  const ofNpmTest = (names: string[]) => programs.filter(({ name }) => names.includes(name));
  for (const { name, program } of isTorture ? programs : ofNpmTest([...roles, 'test:inside', 'check'])) {
    // A sub-command may come before.
    const asked = name === 'client' ? ['add', '-h'] : [name.length % 2 === 0 ? '--help' : '-h'];
    test(`npm run ${name} -- ${asked.join(' ')}: on standard output, exit code 0, nothing opened, no setting read`, async () => {
      const { code, stdout, stderr } = await run([...program, ...asked], wrong);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, /^[A-Zn][^\n]+\n/);
      assert.match(stdout, program[0] === 'test/run.ts' ? /node test\/run\.ts GROUP/ : /npm (start|run \w+)/);
      assert.equal(existsSync(join(folder, 'data')), false);
    });
  }

  for (const args of [['export', '--audit', '--help'], ['doctor', 'identity', '--help'], ['--help']])
    test(`node start.js ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(['start.js', ...args], wrong);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(stdout, args[0] === '--help' ? /node start\.js ROLE/ : new RegExp(`-- .*${args[1]}`));
    });

  // `check` passes its options to nothing.
  const complaining = isTorture ? programs.filter(({ name }) => name !== 'check') : ofNpmTest(['start', 'guide']);
  for (const { name, program } of complaining)
    test(`npm run ${name} -- --no-such-option: a complaint with the usage on standard error, and not exit code 0`, async () => {
      const { code, stdout, stderr } = await run([...program, '--no-such-option']);
      assert.notEqual(code, 0);
      assert.equal(stdout, '');
      assert.match(stderr, /npm (start|run \w+)|node test\/run\.ts GROUP/);
    });
});
