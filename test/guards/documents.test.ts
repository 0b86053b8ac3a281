// run: without coverage

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { moduleList, moduleTable, partTable } from '../../lint/module-table.ts';
import { composition, modules, parts } from '../../lint/modules.ts';
import { hasParts } from '../../lint/part-rules.ts';
import { blocksOf } from '../harness/documented-programs.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

/** Markdown files of the project. Generated ones name only fields. */
const pages = [
  'README.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'sdk/README.md',
  'sdk/python/README.md',
  'src/**/*.md',
  'console/*.md',
  'lint/*.md',
];

/** A file of the project as documents name it: from the root, from `src/`, or from the folder of the page. */
const isThere = (page: string, path: string) =>
  [path, `src/${path}`, join(dirname(page), path)].some((candidate) => existsSync(join(root, candidate)));

/** How long a command takes, by the mark in the row of a table that names it. */
const durationsIn = (markdown: string): ReadonlyMap<string, string> =>
  new Map(
    markdown.split('\n').flatMap((line) => {
      const [, duration] = /\*\(takes ([^)]+)\)\*/.exec(line) ?? [];
      const commands = duration === undefined ? [] : line.matchAll(/`(npm [^`]+)`/g);
      return [...commands].map(([, command = '']) => [command, duration ?? ''] as const);
    }),
  );

/** The names with an underscore in the first picture of a document. */
const tablesDrawnIn = (markdown: string): readonly string[] =>
  /```text\n[\s\S]*?```/.exec(markdown)?.[0].match(/\b[a-z]+_[a-z_]+\b/g) ?? [];

/** The numbers of lines with more than 140 characters. */
function longLinesIn(markdown: string): number[] {
  const prose = markdown.replace(/^ *```.*?^ *```/gms, (block) => block.replaceAll(/./g, ''));
  return prose.split('\n').flatMap((line, n) => (line.length > 140 && !line.startsWith('|') ? [n + 1] : []));
}

describe('documents', () => {
  it('ARCHITECTURE.md and lint/README.md have the tables of lint/modules.ts (`node lint/module-table.ts` prints them)', async () => {
    assert.ok((await read('ARCHITECTURE.md')).includes(moduleList()), moduleList());
    assert.ok((await read('lint/README.md')).includes(moduleTable()), moduleTable());
  });

  it('the tables that ARCHITECTURE.md draws exist', async () => {
    const created = new Set<string>();
    for await (const file of glob('src/migrations/*.ts', { cwd: root }))
      for (const [, name = ''] of (await read(file)).matchAll(/CREATE TABLE (\w+)/g)) created.add(name);
    const drawn = tablesDrawnIn(await read('ARCHITECTURE.md'));
    assert.ok(drawn.length > 15);
    assert.deepEqual(
      drawn.filter((name) => !created.has(name)),
      [],
    );
    assert.deepEqual(tablesDrawnIn('```text\n no_table -> item\n```'), ['no_table']);
  });

  it('README.md has at most 120 lines, ARCHITECTURE.md at most 12 KB', async () => {
    assert.ok((await read('README.md')).split('\n').length <= 121);
    assert.ok(Buffer.byteLength(await read('ARCHITECTURE.md')) <= 12_288);
  });

  it('the README of a module that has parts has their table', async () => {
    for (const name of [...composition, ...Object.keys(modules)].filter((each) => hasParts(each, parts)))
      assert.ok((await read(`${name}/README.md`)).includes(partTable(name)), partTable(name));
  });

  it('every TypeScript file that a document names exists', async () => {
    const missing: string[] = [];
    for await (const page of glob(pages, { cwd: root })) {
      for (const [, path = ''] of (await read(page)).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.ts)`/g)) {
        if (!isThere(page, path)) missing.push(`${page}: ${path}`);
      }
    }
    assert.deepEqual(missing, []);
  });

  it('README.md and CONTRIBUTING.md agree on how long commands take', async () => {
    const [readme, contributing] = [durationsIn(await read('README.md')), durationsIn(await read('CONTRIBUTING.md'))];
    for (const command of ['npm run check', 'npm test', 'npm run torture'])
      assert.equal(contributing.get(command), readme.get(command) ?? 'nothing', command);
    assert.equal(durationsIn('| `npm run dev`, `npm test` | tests *(takes an hour)* |').get('npm test'), 'an hour');
  });

  it('lines of documents have at most 140 characters, but in tables and in code', async () => {
    const long: string[] = [];
    for await (const page of glob(pages, { cwd: root }))
      for (const line of longLinesIn(await read(page))) long.push(`${page}:${line}`);
    assert.deepEqual(long, []);
    const planted = 'x'.repeat(141);
    assert.deepEqual(longLinesIn(['', planted, `| ${planted} |`, '```sh', planted, '```'].join('\n')), [2]);
  });

  it('every attack and every fault that the guides list names a test that exists', async () => {
    for (const page of ['docs/threat-model.md', 'docs/reliability.md']) {
      const rows = (await read(page)).split('\n').filter((line) => /^\| (?!attack|mistake|what |---)/.test(line));
      const tested = rows.filter((row) => row.split(' | ').length === 3);
      assert.ok(tested.length > 10, page);
      for (const row of tested) {
        const tests = [...row.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map(([, path = '']) => path);
        assert.ok(tests.length > 0 && tests.every((path) => existsSync(join(root, path))), `${page}: ${row}`);
      }
    }
  });

  it('every link from one document to another leads to a file', async () => {
    const missing: string[] = [];
    for await (const page of glob(pages, { cwd: root })) {
      for (const [, target = ''] of (await read(page)).matchAll(/\]\((?!https?:|\/)([^)#\s]+)/g)) {
        if (!existsSync(join(root, dirname(page), target))) missing.push(`${page}: ${target}`);
      }
    }
    assert.deepEqual(missing, []);
  });

  it('every task of a guide is shown for plain HTTP, and directly behind it in TypeScript and in Python', async () => {
    const once: string[] = [];
    for await (const page of glob('docs/*.md', { cwd: root })) {
      const blocks = blocksOf(await read(page));
      for (const [n, { line, language, text }] of blocks.entries()) {
        // Not the request that a webhook is: the service sends it.
        const isTask =
          (language === 'sh' && /\bcurl /.test(text)) || (language === 'http' && !/^POST .* HTTP\/1/.test(text));
        const next = blocks[n + 1];
        // No test runs a block of another name.
        assert.doesNotMatch(language, /^(ts|typescript|javascript|mjs)$/, `${page}:${line}`);
        if (isTask && !(next?.language === 'js' && next.isDirectlyBehind)) once.push(`${page}:${line}`);
        const python = blocks[n + 2];
        if (isTask && !(python?.language === 'python' && python.isDirectlyBehind)) once.push(`${page}:${line} Python`);
      }
    }
    assert.deepEqual(once, []);
  });

  it('every package that lint/modules.ts permits is imported by its module', async () => {
    const unused: string[] = [];
    for (const [name, { packages = [], packageTypes = [] }] of Object.entries(modules)) {
      let text = '';
      for await (const file of glob(name.endsWith('.ts') ? name : `${name}/**/*.ts`, { cwd: root }))
        text += await read(file);
      for (const each of [...packages, ...packageTypes]) {
        if (!new RegExp(`['"]${each}(?:/[^'"]*)?['"]`).test(text)) unused.push(`${name}: ${each}`);
      }
    }
    assert.deepEqual(unused, []);
  });
});
