import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { testFilesOf } from '../run/groups.ts';

const root = resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The test files that an npm script runs. */
const filesRunBy = (script: string): string[] =>
  [...(scripts[script] ?? '').matchAll(/node test\/run\.ts ([^&|;]+)/g)]
    .flatMap(([, args = '']) => args.split(' '))
    .filter((group) => /^\w+$/.test(group))
    .flatMap(testFilesOf);

const foldersOf = (files: readonly string[]) => new Set(files.map((file) => file.slice(root.length + 1).split('/')[1]));

describe('npm scripts', () => {
  it('run every file that is named like a test', () => {
    const named = globSync('**/*[.-]{test,spec}.{ts,mts,cts,js,mjs,cjs}', {
      cwd: root,
      exclude: (name) => ['node_modules', 'data', '.git'].includes(name),
    });
    const run = new Set([...filesRunBy('test'), ...filesRunBy('torture')]);
    assert.ok(named.length > 100, `${named.length} test files`);
    assert.deepEqual(
      named.filter((name) => !run.has(join(root, name))),
      [],
    );
  });

  it('run everything but the long torture with npm test', () => {
    const left = foldersOf(testFilesOf('torture'));
    assert.deepEqual([...left], ['torture']);
    const run = [...filesRunBy('test:inside'), ...filesRunBy('test:outside')].sort();
    assert.deepEqual(filesRunBy('test').sort(), run);
    assert.ok(!foldersOf(run).has('torture'));
  });

  it('enforce the coverage floor with npm test', () => {
    assert.match(scripts.test ?? '', /node test\/run\.ts [^&]*--coverage/);
  });
});
