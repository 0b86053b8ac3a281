import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isTorture } from '../harness/scale.ts';

const program = join(import.meta.dirname, '../../lint/changed-files.ts');

describe('the linters of npm run check', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'changed-files-'));
    execFileSync('git', ['init', '-q'], { cwd: folder });
    write('a.ts', 'export const a = 1;');
    write('b.ts', "import { a } from './a.ts';");
    write('c.ts', "const b = await import('./b.ts');");
    write('.gitignore', 'node_modules');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, text: string) => writeFileSync(join(folder, file), `${text}\n`);
  /** The files that the linter gets, which fails while a file `problem` exists. */
  const linted = (options: string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const linter = ['sh', '-c', 'echo "linter $@"; test ! -e problem', 'sh'];
    const { status, stdout } = spawnSync(process.execPath, [program, ...options, ...linter], {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, files: stdout === '' ? undefined : stdout.trim().split(' ').slice(1).sort() };
  };

  it('look at everything first, then at nothing, then at what has changed', () => {
    assert.deepEqual(linted(), { status: 0, files: [] });
    assert.deepEqual(linted(), { status: 0, files: undefined });
    write('a.ts', 'export const a = 2;');
    write('new.ts', 'export const d = 1;');
    assert.deepEqual(linted(), { status: 0, files: ['a.ts', 'new.ts'] });
    assert.deepEqual(linted(), { status: 0, files: undefined });
  });

  it('look at the files that import a changed one when they are told to', () => {
    linted(['--importers']);
    write('a.ts', 'export const a = Promise.resolve(1);');
    assert.deepEqual(linted(['--importers']).files, ['a.ts', 'b.ts']);
    write('b.ts', 'export const b = 1;');
    assert.deepEqual(linted(['--importers']).files, ['b.ts', 'c.ts']);
  });

  it('look at a file again until they succeed', () => {
    linted();
    write('a.ts', 'export const a = 2;');
    write('problem', '');
    for (let n = 0; n < 2; n += 1) assert.deepEqual(linted(), { status: 1, files: ['a.ts'] });
    rmSync(join(folder, 'problem'));
    assert.deepEqual(linted(), { status: 0, files: ['a.ts'] });
  });

  it('look at everything after a change of a setting, and when all is asked for', () => {
    linted();
    const settings = ['biome.json', 'oxlint.config.ts', 'package-lock.json', 'tsconfig.json'];
    for (const setting of isTorture ? settings : settings.slice(0, 1)) {
      write(setting, '{}');
      assert.deepEqual(linted(), { status: 0, files: [] }, setting);
    }
    assert.deepEqual(linted([], { CHECK_ALL: '1' }), { status: 0, files: [] });
    assert.equal(linted().files, undefined);
  });

  it('look at everything without git', () => {
    rmSync(join(folder, '.git'), { recursive: true });
    for (let n = 0; n < 2; n += 1) assert.deepEqual(linted(), { status: 0, files: [] });
  });
});
