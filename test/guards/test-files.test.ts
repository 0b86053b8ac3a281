// run: without coverage

import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { groups, testFilesOf } from '../run/groups.ts';
import { markOf } from '../run/marks.ts';

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

describe('the mark of a test file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marks-'));
  after(() => rmSync(folder, { recursive: true }));

  const read = (text: string, group = 'inside') => {
    const file = join(folder, 'a.test.ts');
    writeFileSync(file, text);
    return markOf(file, group);
  };

  it('has an effect in every file', () => {
    for (const group of groups) for (const file of testFilesOf(group)) markOf(file, group);
  });

  it('is its first line, or it has none', () => {
    assert.equal(read("// run: mostly waiting\n\nimport 'node:test';\n"), 'mostly waiting');
    assert.equal(read("// run: without coverage\n\nimport 'node:test';\n"), 'without coverage');
    assert.equal(read("// It runs two processes: one waits.\nimport 'node:test';\n"), undefined);
  });

  const refused: [what: string, text: string, group?: string][] = [
    ['that is unknown', '// run: alone\n'],
    ['in another spelling', '// Run: mostly waiting\n'],
    ['in another kind of comment', '/** @run: mostly waiting */\n'],
    ['that is not the first line', "import 'node:test';\n// run: mostly waiting\n"],
    ['after another one', '// run: mostly waiting\n// run: without coverage\n'],
    ['in a group where it has no effect', '// run: mostly waiting\n', 'e2e'],
  ];
  for (const [what, text, group] of refused) {
    it(`is refused: one ${what}`, () => {
      assert.throws(() => read(text, group), /a\.test\.ts: .*a mark (is the first line|has no effect)/);
    });
  }
});
