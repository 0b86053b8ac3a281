// run: without coverage

import assert from 'node:assert/strict';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Module, modules, parts } from '../../lint/modules.ts';
import { hasParts } from '../../lint/part-rules.ts';
import { testInTorture } from '../harness/scale.ts';
import { lintedLines, plant, run } from './planted-project.ts';

// A guard can stop working unnoticed: a pattern that matches nothing looks just like clean code. So each guard gets a
// planted bad line that it must flag, in a temporary folder laid out like the project, and a good line that it must leave
// alone.

const root = join(import.meta.dirname, '..', '..');

/** A line to plant, and whether the import rules must flag it. `why` is shown when the check fails. */
type Planted = { readonly line: string; readonly isForbidden: boolean; readonly why: string };

const allPackages = [
  ...new Set(Object.values(modules).flatMap(({ packages = [], packageTypes = [] }) => [...packages, ...packageTypes])),
];
const folders = Object.keys(modules).filter((name) => !name.endsWith('.ts'));

/** Files in which lines are planted: one at each depth of folders that the rules know. */
const placesOf = (name: string): string[] => {
  if (name.endsWith('.ts')) return [name.replace('*', 'planted')];
  return [`${name}/planted.ts`, `${name}/part/planted.ts`, `${name}/part/piece/planted.ts`];
};

const asFile = (target: string) => {
  if (target.includes('*')) return target.replace('*', 'any');
  return target.endsWith('.ts') ? target : `${target}/any.ts`;
};

/** Every import that the table permits or forbids in a file of a module. */
function importsOf(name: string, module: Module, place: string): Planted[] {
  const { imports = [], types = [], packages = [], packageTypes = [], except = [], node } = module;
  const isOfSource = name.startsWith('src/');
  const up = isOfSource
    ? '../'.repeat(place.split('/').length - 2) || './'
    : `${'../'.repeat(place.split('/').length - 1)}src/`;
  const planted: Planted[] = [];
  const add = (isForbidden: boolean, why: string, from: string, type = '') =>
    planted.push({ line: `import ${type}{ planted${planted.length} } from '${from}';`, isForbidden, why });
  const permit = (from: string, type = '') => add(false, 'the table permits it', from, type);
  const forbid = (why: string, from: string, type = '') => add(true, why, from, type);

  // The table names targets from the folder that the module is in.
  const toParent = '../'.repeat(place.split('/').length - name.split('/').length) || './';
  const pathOf = (target: string) => `${toParent}${asFile(target)}`;
  for (const target of imports) permit(pathOf(target));
  for (const target of [...imports, ...types]) permit(pathOf(target), 'type ');
  for (const target of types) forbid('only types', `${up}${asFile(target)}`);
  for (const target of except) forbid('an exception of the table', `${up}${target}`);
  for (const folder of folders) {
    const target = folder.startsWith('src/') ? folder.replace('src/', '') : `../${folder}`;
    const isListed = [...imports, ...types].some((each) => each === target || each.startsWith(`${target}/`));
    if (folder === name || isListed) continue;
    forbid('a module that the table does not list', `${up}${target}/any.ts`);
    forbid('not even its types', `${up}${target}/any.ts`, 'type ');
  }
  if (imports.includes('db/*.ts')) forbid('no engine', `${up}db/sqlite/any.ts`, 'type ');
  for (const each of packages) permit(each);
  for (const each of packages) forbid('a private path of a package', `${each}/lib/core/any.js`);
  for (const each of packageTypes) permit(each, 'type ');
  for (const each of packageTypes) forbid('only types', each);
  for (const each of allPackages) {
    if (!packages.includes(each) && !packageTypes.includes(each)) forbid('a package that is not listed', each, 'type ');
    forbid('a package that only ends like a listed one', `@other/${each}`);
  }
  forbid('an unknown package', 'left-pad');
  if (node) {
    permit('node:http');
    permit('node:timers/promises');
  } else forbid('no built-in module', 'node:http');
  if (node === 'all and node:sqlite') permit('node:sqlite');
  else forbid('only db/ opens a database', 'node:sqlite');
  if (node === 'all and node:process') permit('node:process');
  else forbid('only config.ts reads the environment', 'node:process');
  forbid('createRequire bypasses the import rules', 'node:module');
  if (!name.endsWith('.ts')) {
    permit('./beside.ts');
    forbid('a detour', './../idp/provider.ts');
    if (place.split('/').length > name.split('/').length + 1) permit('../beside.ts');
  }
  forbid('only main.ts starts roles', `${up}main.ts`);
  forbid('a detour', `${up}domain/../idp/provider.ts`);
  return planted;
}

/** Files that no row of the table covers. */
const otherImports: readonly [where: string, line: string, isForbidden: boolean][] = [
  ['src/new-module', "import { a } from './part.ts';", false],
  ['src/new-module', "import { b } from '../domain/fault.ts';", false],
  ['src/new-module', "import type { c } from '../db/db.ts';", true],
  ['src/new-module', "import { d } from 'node:crypto';", true],
  ['src/domain/a/b/c', "import { e } from './part.ts';", false],
  ['src/domain/a/b/c', "import { f } from '../part.ts';", true],
  ['src/main.ts', "import { g } from './db/sqlite/database.ts';", false],
  ['src/main.ts', "import { h } from 'node:module';", true],
  ['src/roles', "import { i } from '../idp/provider.ts';", false],
  ['src/roles', "import { j } from 'node:process';", true],
  ['test', "import { k } from '../src/idp/provider.ts';", false],
  ['bench', "import { l } from '../src/db/sqlite/database.ts';", false],
];

type BadLine = readonly [where: string, line: string, rule: string, why: string];

/** The other lines that oxlint must flag. */
const badLines: readonly BadLine[] = [
  ['src/domain', 'export const lazy = import("undici");', 'no-restricted-imports', 'no package by a dynamic import'],
  ['src/domain', "export * from '../http/envelope.ts';", 'no-restricted-imports', 'no other module by a re-export'],
  ['src/domain', 'export const a = Date.now();', 'no-restricted-properties', 'no clock'],
  ['src/domain', 'export const b = Temporal.Now.instant();', 'no-restricted-properties', 'no clock'],
  ['src/domain', 'export const c = Math.random();', 'no-restricted-properties', 'no randomness'],
  ['src/domain', 'export const d = performance.now();', 'no-restricted-globals', 'no clock'],
  ['src/domain', 'export const e = process.hrtime.bigint();', 'no-restricted-globals', 'no process'],
  ['src/domain', 'export const f = globalThis.Date.now();', 'no-restricted-globals', 'no global object'],
  ['src/domain', 'export const f2 = global.Date.now();', 'no-restricted-globals', 'no global object'],
  ['src/domain', 'export const g = setTimeout(String, 1);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const h = setInterval(String, 1);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const i = setImmediate(String);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'queueMicrotask(String);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const j = crypto.randomUUID();', 'no-restricted-globals', 'no randomness'],
  ['src/domain', "export const k = fetch('http://x');", 'no-restricted-globals', 'no network'],
  ['src/domain', "export const l = Buffer.from('x');", 'no-restricted-globals', 'no node:'],

  ['src/market', 'export const a = process.env.HOME;', 'node(no-process-env)', 'only config.ts'],
  ['src/main.ts', 'export const a = process.env.HOME;', 'node(no-process-env)', 'only config.ts'],
  ['src/market', 'export const { env } = process;', 'no-restricted-properties', 'only config.ts'],
  ['src/market', 'export const b = globalThis.process;', 'no-restricted-properties', 'only config.ts'],
  ['src/market', "export const c = process.getBuiltinModule('fs');", 'no-restricted-properties', 'import it'],
  ['src/market', 'export const d = Date.now();', 'no-restricted-properties', 'a clock that somebody may set'],
  ['src/roles', 'export const clock = { now: Date.now };', 'no-restricted-properties', 'a clock that somebody may set'],
  ['src/identity', 'export const { now } = Date;', 'no-restricted-properties', 'a clock that somebody may set'],
  ['src/log/log.ts', 'export const a = process.env.HOME;', 'node(no-process-env)', 'only config.ts'],
  ['src/log/log.ts', 'export const { env } = process;', 'no-restricted-properties', 'only config.ts'],
  ['src/market', 'console.log(1);', 'no-console', 'only the log writes output'],

  ['sdk/src', 'export const a = process.pid;', 'no-restricted-globals', 'browsers have none'],
  ['sdk/src', "export const b = Buffer.from('x');", 'no-restricted-globals', 'browsers have none'],
  ['sdk/src', 'export const c = document.title;', 'no-restricted-globals', 'Node has none'],
  ['sdk/src', 'console.log(1);', 'no-console', 'the output belongs to the program that uses it'],
  ['sdk/src', "export const d = import('node:fs');", 'no-restricted-imports', 'no built-in module by a dynamic import'],

  ['src/http', "export type A = import('../db/db.ts').Db;", 'consistent-type-imports', 'hides from the rule'],
  ['src/http', "import { type B } from '../db/db.ts';", 'no-import-type-side-effects', 'still loads the file'],
  ['src/http', 'export const load = (name: string) => import(name);', 'no-dynamic-require', 'hides from the rule'],
  ['src/http', "export const pg = require('pg');", 'no-commonjs', 'hides from the rule'],
  ['src/http', "import 'fastify';", 'no-unassigned-import', 'no work by loading'],

  ['src/market', "export const t = () => { throw 'x'; };", 'no-throw-literal', 'no stack, no cause'],
  ['src/market', "export const r = () => Promise.reject('x');", 'prefer-promise-reject-errors', 'no stack, no cause'],
  [
    'src/market',
    'export async function p(x: Promise<number>) { try { return x; } catch { return 0; } }',
    'return-await',
    'it skips the catch',
  ],
  [
    'src/market',
    "export function s(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 0; }",
    'switch-exhaustiveness-check',
    'a new member of a closed list must be seen',
  ],
  ['src/market', 'export const m = [1].map((x) => { x + 1; });', 'array-callback-return', 'a forgotten return'],

  ...['src/market', 'bench', 'console', 'sdk/src'].map(
    (where): BadLine => [
      where,
      'export const five = (a: 1, b: 2, c: 3, d: 4, e: 5) => [a, b, c, d, e];',
      'max-params',
      'an object has names',
    ],
  ),

  ...['src/market', 'test', 'bench'].flatMap((where): BadLine[] => [
    [where, 'Promise.resolve(1);', 'no-floating-promises', 'a lost rejection ends the process'],
    [where, 'setImmediate(async () => {});', 'no-misused-promises', 'nobody awaits it'],
    [where, 'export const n = await 1;', 'await-thenable', 'nothing to wait for'],
    [where, 'export const same = (x: number, y: number) => x == y;', 'eqeqeq', '== converts'],
  ]),
];

const goodLines: readonly [where: string, line: string][] = [
  ['src/domain', 'export const iso = new Date(0).toISOString();'],
  ['src/domain', "export const ms = Date.parse('2026-01-01T00:00:00Z');"],
  ['src/market', "export function o(x: 'a' | 'b') { switch (x) { case 'a': return 1; default: return 0; } }"],
  ['src/market', 'export const four = (a: 1, b: 2, c: 3, d: 4) => [a, b, c, d];'],
  ['src/market', 'export const missing = (x?: number | null) => x == null;'],
  ['src/config/config.ts', 'export const home = process.env.HOME;'],
  ['src/log/log.ts', 'export const time = Date.now();'],
  ['src/market', 'export const startedMs = performance.now();'],
  ['src/main.ts', 'console.log(1);'],
  ['src/main.ts', "export const idp = await import('./idp/provider.ts');"],
  ['src/cli', 'console.log(1);'],
  // node:test's own promises need no await.
  ['test', "import { describe, it, suite, test } from 'node:test';"],
  ['test', "describe('a', () => { it('b', async () => {}); test('c', () => {}); });"],
  ['test', "suite('d', () => { it.skip('e', () => {}); it.todo('f'); it.only('g', () => {}); });"],
];

/** What oxlint cannot see, read from the text. */
const unseen: readonly { under: string; text: RegExp; planted: string; fine: string; why: string }[] = [
  {
    under: 'src/domain',
    text: /\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<!new\s+)\bDate\s*\(/,
    planted: 'const now = new Date();',
    fine: 'const then = new Date(ms);',
    why: 'no clock in domain/',
  },
  {
    under: 'src',
    text: /\bimport\(\s*`/,
    planted: 'await import(`../idp/provider.ts`);',
    fine: "await import('./page.ts');",
    why: 'a path in a template hides from the import rules',
  },
  {
    under: 'src',
    text: /\bexport\s*\{\s*type\b[^}]*\}\s*from\b/,
    planted: "export { type Db } from '../db/db.ts';",
    fine: "export type { Db } from '../db/db.ts';",
    why: 'it still loads the file: export type { }',
  },
  {
    under: 'src',
    text: /\boxlint-disable(?:-next-line|-line)?\s*(?:\*\/|--|$|.*(?:no-restricted-|no-process-env))/m,
    planted: '// oxlint-disable-next-line no-restricted-imports',
    fine: '// oxlint-disable-next-line no-console -- the reason',
    why: 'a boundary is changed in lint/modules.ts, where it is seen',
  },
];

const isFile = (where: string): boolean => where.endsWith('.ts');

describe('oxlint', () => {
  const planted = new Map<string, string[]>();
  let flagged: ReadonlyMap<string, readonly string[]> = new Map();
  let folder = '';

  before(async () => {
    folder = await plant(planted);
    flagged = await lintedLines(folder, planted, '--type-aware');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Adds a line to the module's planted file. Returns a function that lists what oxlint got wrong about it. */
  function expect(where: string, line: string, rule: string, why = ''): () => string[] {
    const file = isFile(where) ? where : `${where}/planted.ts`;
    const lines = planted.get(file) ?? [];
    planted.set(file, lines);
    const place = `${file}:${lines.push(line)}`;
    return () => {
      const codes = flagged.get(place) ?? [];
      if (rule === 'nothing' ? codes.length === 0 : codes.some((code) => code.includes(rule))) return [];
      return [`${where}: ${line} should give ${rule} (${why}), gives ${codes.join(', ') || 'nothing'}`];
    };
  }

  for (const [name, module] of Object.entries(modules)) {
    // parts.test.ts plants in each of its parts.
    if (hasParts(name, parts)) continue;
    for (const place of placesOf(name)) {
      const checks = importsOf(name, module, place).map(({ line, isForbidden, why }) =>
        expect(place, line, isForbidden ? 'no-restricted-imports' : 'nothing', why),
      );
      it(`${place}: ${checks.length} imports are permitted or forbidden as in lint/modules.ts`, () => {
        assert.deepEqual(
          checks.flatMap((wrong) => wrong()),
          [],
        );
      });
    }
  }
  for (const [where, line, isForbidden] of otherImports) {
    const wrong = expect(where, line, isForbidden ? 'no-restricted-imports' : 'nothing');
    it(`${where} ${isForbidden ? 'forbids' : 'permits'} ${line}`, () => assert.deepEqual(wrong(), []));
  }
  for (const [where, line, rule, why] of badLines) {
    const wrong = expect(where, line, rule, why);
    it(`${where} forbids ${line} (${why})`, () => assert.deepEqual(wrong(), []));
  }
  for (const [where, line] of goodLines) {
    const wrong = expect(where, line, 'nothing');
    it(`${where} permits ${line}`, () => assert.deepEqual(wrong(), []));
  }
});

describe('what oxlint cannot see', () => {
  for (const { under, text, planted, fine, why } of unseen) {
    it(`${under}: ${why}`, async () => {
      assert.match(planted, text);
      assert.doesNotMatch(fine, text);
      for await (const file of glob(`${under}/**/*.ts`, { cwd: root })) {
        assert.doesNotMatch(await readFile(join(root, file), 'utf8'), text, `${file}: ${why}`);
      }
    });
  }
});

describe('the rest of the check', () => {
  let folder = '';
  before(async () => {
    folder = await plant(
      new Map([
        [
          'src/main.ts',
          ["import { used } from './used.ts';", "import { one } from './one';", 'export const x = used + one;'],
        ],
        ['src/used.ts', ['export const used = 1;', 'export const unused = 2;', 'export const onlyTested = 3;']],
        ['test/used.test.ts', ["import { onlyTested } from '../src/used.ts';", 'onlyTested.toFixed();']],
        ['src/orphan.ts', ['export const orphan = 1;']],
        // knip's part for Node takes all of test/ for entries, so that nothing there is unused: knip.ts turns it off.
        ['test/orphan.ts', ['export const orphan = 1;']],
        ['src/one.ts', ["import { two } from './two.ts';", 'export const one: number = two;']],
        ['src/two.ts', ["import type { one } from './one.ts';", 'export const two: typeof one = 2;']],
        ['src/default.ts', ['export default 1;']],
        ['src/colour.ts', ['export enum Colour {', '  Red,', '}']],
      ]),
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('biome flags a default export', async () => {
    const output = await run(folder, 'biome', 'lint', '--reporter=github');
    assert.match(output, /noDefaultExport.*file=\S*src\/default\.ts/);
  });

  it('oxlint flags an import cycle, of types too, and an import without the extension', async () => {
    const output = await run(folder, 'oxlint', '--format', 'unix', 'src');
    assert.match(output, /src\/one\.ts:1:\d+: Dependency cycle/);
    assert.match(output, /src\/two\.ts:1:\d+: Dependency cycle/);
    assert.match(output, /src\/main\.ts:2:\d+: Missing file extension/);
  });

  it('tsc flags syntax that cannot be erased', async () => {
    assert.match(await run(folder, 'tsc', '--pretty', 'false'), /src\/colour\.ts\(1,\d+\): error TS1294/);
  });

  testInTorture('knip flags an unused export and an unused file', async () => {
    const output = await run(folder, 'knip', '--reporter', 'compact', '--no-progress');
    assert.match(output, /src\/used\.ts.*unused/);
    assert.match(output, /src\/orphan\.ts/);
    assert.match(output, /test\/orphan\.ts/);
    assert.doesNotMatch(output, /onlyTested/);
  });

  testInTorture('knip flags an export that only a test uses', async () => {
    const output = await run(folder, 'knip', '--production', '--reporter', 'compact', '--no-progress');
    assert.match(output, /src\/used\.ts.*onlyTested/);
  });
});
