// run: without coverage

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { composition, modules, type Part, parts } from '../../lint/modules.ts';
import { partProblems } from '../../lint/part-rules.ts';
import { lintedLines, plant, run } from './planted-project.ts';

// The rules of modules that have parts. As in boundaries.test.ts, each gets planted lines that it must flag or leave alone.

const root = join(import.meta.dirname, '..', '..');
const names = Object.keys(parts);
const moduleOf = (name: string) =>
  [...composition, ...Object.keys(modules)].find((each) => name.startsWith(`${each}/`)) ?? '';
const withParts = [...new Set(names.map(moduleOf))];
const fileIn = (name: string, file: string) => (name.endsWith('.ts') ? name.replace('*.ts', file) : `${name}/${file}`);
const isSingleFile = (name: string) => name.endsWith('.ts') && !name.includes('*');
/** As rows name it: from `src/`. */
const asTarget = (name: string) => name.replace('src/', '');

/** `values`: only types may be imported. */
type Planted = readonly [file: string, from: string, forbidden: boolean | 'values'];

/** Imports of a file of a part: of all parts, all modules, and what nothing in a module with parts may import. */
function importsOf(name: string, part: Part): Planted[] {
  const { imports = [], types = [], packages = [], packageTypes = [], node } = part;
  const file = fileIn(name, 'planted.ts');
  const pathTo = (target: string) => {
    const path = posix.relative(dirname(file), target);
    return path.startsWith('.') ? path : `./${path}`;
  };
  const siblings = names.filter((each) => moduleOf(each) === moduleOf(name) && each !== name);
  const others = Object.keys(modules).filter((each) => each !== moduleOf(name) && !each.endsWith('.ts'));
  const isListed = (target: string) => imports.some((each) => each === target || each.startsWith(`${target}/`));
  const exceptions = modules[moduleOf(name)]?.except ?? [];
  // The composition may import what is no part of it.
  const isClosed = !composition.includes(moduleOf(name));
  return [
    ...(file === name ? [] : [[file, './beside.ts', false] as const]),
    ...siblings.map((each) => [file, pathTo(fileIn(each, 'any.ts')), !imports.includes(asTarget(each))] as const),
    ...others
      .filter((each) => !isListed(asTarget(each)))
      .map((each) => [file, pathTo(`${each}/any.ts`), types.includes(asTarget(each)) ? 'values' : isClosed] as const),
    ...imports.map((each) => [file, pathTo(fileIn(`src/${each}`, 'any.ts')), false] as const),
    ...exceptions.map((each) => [file, pathTo(`src/${each}`), true] as const),
    [file, pathTo(`${moduleOf(name)}/without-a-row/any.ts`), true],
    [file, `./../${posix.basename(dirname(file))}/any.ts`, true],
    [file, pathTo('src/main.ts'), isClosed],
    [file, 'node:http', isClosed && node === undefined],
    [file, 'node:process', true],
    ...packages.map((each) => [file, each, false] as const),
    ...packageTypes.filter((each) => !packages.includes(each)).map((each) => [file, each, 'values'] as const),
    [file, 'left-pad', isClosed],
  ];
}

/** Lints these imports, each as a value and as a type. Lists those of which oxlint thinks something else. */
async function wrongVerdicts(lines: readonly Planted[], table?: string): Promise<string[]> {
  const planted = new Map<string, string[]>();
  const places = new Map<string, readonly [from: string, isForbidden: boolean]>();
  for (const line of lines) {
    const text = planted.get(line[0]) ?? [];
    planted.set(line[0], text);
    const [file, from, forbidden] = line;
    for (const type of ['', 'type ']) {
      const isForbidden = forbidden === true || (forbidden === 'values' && type === '');
      places.set(`${file}:${text.push(`import ${type}{ x${text.length} } from '${from}';`)}`, [from, isForbidden]);
    }
  }
  const folder = await plant(planted);
  try {
    if (table !== undefined) await writeFile(join(folder, 'lint/modules.ts'), table);
    const flagged = await lintedLines(folder, planted);
    return [...places].flatMap(([place, [from, isForbidden]]) => {
      const isFlagged = flagged.get(place)?.some((code) => code.includes('no-restricted-imports')) ?? false;
      return isFlagged === isForbidden ? [] : [`${place}: ${from} is ${isFlagged ? 'forbidden' : 'permitted'}`];
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the parts of modules', () => {
  it('import what their rows in lint/modules.ts permit, and nothing else', async () => {
    const lines = Object.entries(parts).flatMap(([name, part]) => importsOf(name, part));
    assert.ok(lines.filter(([, , forbidden]) => forbidden === true).length > 100);
    assert.deepEqual(await wrongVerdicts(lines), []);
  });

  it('are all folders of their module, and no row is of a folder that is gone', async () => {
    const folders = new Set(names.filter((name) => !isSingleFile(name)).map((name) => name.replace('/*.ts', '')));
    const found = new Set<string>();
    for (const module of withParts) {
      for await (const file of glob(`${module}/**/*.ts`, { cwd: root })) found.add(dirname(file));
    }
    assert.deepEqual([...found].sort(), [...folders].sort());
    for (const name of names.filter(isSingleFile)) assert.ok(existsSync(join(root, name)), name);
  });

  it('import everything of their module that their rows permit', async () => {
    const unused: string[] = [];
    for (const [name, { imports = [] }] of Object.entries(parts)) {
      const used = new Set<string>();
      for await (const file of glob(fileIn(name, '*.ts'), { cwd: root })) {
        for (const [, path = ''] of (await readFile(join(root, file), 'utf8')).matchAll(
          /(?: from |import\()'(\.[^']+)'/g,
        ))
          used.add(posix.join(dirname(file), path));
      }
      for (const target of imports.filter((each) => names.includes(`src/${each}`))) {
        const folder = dirname(fileIn(`src/${target}`, 'any.ts'));
        const isUsed = (path: string) => path === `src/${target}` || dirname(path) === folder;
        if (![...used].some(isUsed)) unused.push(`${name}: ${target}`);
      }
    }
    assert.deepEqual(unused, []);
  });
});

describe('rows of single files, of the files of a folder and of nested folders', () => {
  const table = `
export const modules = {
  'src/shop': { what: '', imports: ['domain', 'db/*.ts'], except: ['db/open.ts'], node: 'all' },
};
export const parts = {
  'src/shop/records': { imports: ['domain', 'db/*.ts'], node: 'all' },
  'src/shop/projections/boards': { imports: ['shop/records'] },
  'src/shop/projections/fees': { imports: ['shop/records', 'domain'] },
  'src/shop/reader.ts': { imports: ['shop/projections/boards'] },
  'src/shop/*.ts': { imports: ['shop/records'] },
  'src/shop/writer.ts': { imports: ['shop/*.ts', 'shop/projections/fees', 'shop/reader.ts'] },
};
export const composition = ['src/main.ts'];
`;
  const lines: Planted[] = [
    ['src/shop/records/a.ts', './b.ts', false],
    ['src/shop/records/a.ts', '../../db/db.ts', false],
    ['src/shop/records/a.ts', '../../db/open.ts', true],
    ['src/shop/records/a.ts', '../../db/sqlite/a.ts', true],
    ['src/shop/records/a.ts', '../../domain/fees/a.ts', false],
    ['src/shop/records/a.ts', '../clock.ts', true],
    ['src/shop/records/a.ts', '../projections/boards/a.ts', true],
    ['src/shop/records/a.ts', './deeper/a.ts', true],
    ['src/shop/records/deeper/a.ts', '../a.ts', true],
    ['src/shop/records/deeper/a.ts', './b.ts', false],
    ['src/shop/projections/boards/a.ts', '../../records/a.ts', false],
    ['src/shop/projections/boards/a.ts', '../fees/a.ts', true],
    ['src/shop/projections/boards/a.ts', '../../../domain/a.ts', true],
    ['src/shop/projections/boards/a.ts', 'node:http', true],
    ['src/shop/projections/boards/a.ts', '../../writer.ts', true],
    ['src/shop/projections/fees/a.ts', '../../../domain/a.ts', false],
    ['src/shop/clock.ts', './pause.ts', false],
    ['src/shop/clock.ts', './records/a.ts', false],
    ['src/shop/clock.ts', './projections/fees/a.ts', true],
    ['src/shop/clock.ts', './writer.ts', true],
    ['src/shop/clock.ts', './reader.ts', true],
    ['src/shop/reader.ts', './clock.ts', true],
    ['src/shop/reader.ts', './projections/boards/a.ts', false],
    ['src/shop/writer.ts', './clock.ts', false],
    ['src/shop/writer.ts', './reader.ts', false],
    ['src/shop/writer.ts', './projections/fees/a.ts', false],
    ['src/shop/writer.ts', './projections/boards/a.ts', true],
    ['src/shop/writer.ts', './records/a.ts', true],
  ];

  it('the row of the file decides, then the row of its folder; a folder without a row imports nothing', async () => {
    assert.deepEqual(await wrongVerdicts(lines, table), []);
  });
});

describe('the table of parts', () => {
  const shop = { 'src/shop': { what: '', imports: ['domain', 'db/*.ts'], packages: ['pg'] } };

  it('refuses a pair of parts that import each other, also over a third', () => {
    const imports = (...targets: string[]) => ({ imports: targets.map((target) => `shop/${target}`) });
    const mutual = { 'src/shop/a': imports('b'), 'src/shop/b': imports('a') };
    const round = { 'src/shop/a': imports('c'), 'src/shop/b': imports('a'), 'src/shop/c': imports('b') };
    const oneWay = { 'src/shop/a': {}, 'src/shop/b': imports('a'), 'src/shop/c': imports('a', 'b') };
    assert.deepEqual(partProblems(shop, mutual), [
      'src/shop/a may not import shop/b: a part imports only parts above it',
    ]);
    assert.equal(partProblems(shop, round).length, 1);
    assert.deepEqual(partProblems(shop, oneWay), []);
  });

  it('refuses what the row of the module does not permit, a part that is not there, and the whole module', () => {
    const problemsOf = (part: Part) => partProblems(shop, { 'src/shop/a': {}, 'src/shop/b': part }).length;
    assert.equal(problemsOf({ imports: ['domain', 'domain/fees', 'db/db.ts', 'shop/a'], packages: ['pg'] }), 0);
    for (const part of [
      { imports: ['wire'] },
      { imports: ['db/sqlite/pool.ts'] },
      { imports: ['shop'] },
      { imports: ['shop/none'] },
      { imports: ['shop/b'] },
      { types: ['log'] },
      { packages: ['undici'] },
      { packageTypes: ['undici'] },
      { node: 'all' },
    ] satisfies Part[])
      assert.equal(problemsOf(part), 1, JSON.stringify(part));
    assert.deepEqual(partProblems(shop, { 'src/none/a': {} }), ['src/none/a is in no module']);
  });
});

describe('npm run check with two rows that permit each other', () => {
  let folder = '';
  before(async () => {
    folder = await plant(new Map([['src/domain/a.ts', ['export const a = 1;']]]));
    const upward = "\nObject.assign(parts, { 'src/domain/market': { imports: ['domain/*.ts', 'domain/fees'] } });\n";
    await appendFile(join(folder, 'lint/modules.ts'), upward);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('fails, and names the row', async () => {
    assert.match(await run(folder, 'oxlint', 'src'), /src\/domain\/market may not import domain\/fees/);
  });
});
