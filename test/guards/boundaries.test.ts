import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

// A guard can go silent: a pattern that matches nothing looks just like clean code. So each guard meets a planted bad
// line that it must flag, in a temporary folder laid out like the project, and a good line that it must leave alone.

const root = join(import.meta.dirname, '..', '..');

/** What a room may import, and what not and why. `type x` stands for `import type`, anything else for `import`. */
type Room = { may: string; mayNot: Readonly<Record<string, string>> };

const passedIn = 'main.ts passes the part in: only its types';
const engine = 'no engine, not even its types';
const lookalike = 'no package that only ends like an allowed one';
const closed = 'a room without a row of its own starts closed';
const detour = 'a path with a detour hides where it leads';

const domain: Room = {
  may: './money.ts, type ./fees.ts',
  mayNot: {
    'node:crypto': 'no node:',
    typebox: 'no package',
    'type pg': 'no package, not even its types',
    'type ../store/db.ts': 'no other room, not even its types',
    'type ../config.ts': 'no configuration',
    '../domain/fees.ts': 'not even itself by the way of src/',
  },
};

const http: Room = {
  may: `./envelope.ts, ./wire/fees.ts, ../domain/fees.ts, node:http, node:fs/promises, fastify, @fastify/swagger,
    @scalar/fastify-api-reference, fresh, prom-client, ajv, ajv/dist/2020.js, ajv-formats, typebox,
    typebox/value, type ../store/db.ts, type ../identity/identity.ts, type ../config.ts, type ../log.ts, type pino,
    type @fastify/type-provider-typebox`,
  mayNot: {
    pg: 'the database only through store/',
    undici: 'outgoing HTTP belongs to identity/ and delivery/',
    '../store/boards.ts': passedIn,
    '../identity/oidc.ts': passedIn,
    '../config.ts': passedIn,
    '../log.ts': passedIn,
    pino: passedIn,
    '@fastify/type-provider-typebox': 'only its types: loading it costs 190 ms',
    'type ../store/sqlite.ts': engine,
    'type ../store/postgres.ts': engine,
    'type ../delivery/worker.ts': 'no worker',
    '@other/fastify': lookalike,
    '@other/ajv': lookalike,
    '@other/prom-client': lookalike,
  },
};

const store: Room = {
  may: './db.ts, ../domain/fees.ts, node:sqlite, node:fs/promises, pg, type ../config.ts, type ../log.ts',
  mayNot: {
    undici: 'no outgoing HTTP',
    'type ../http/wire/fees.ts': 'nothing of http/',
    '../config.ts': passedIn,
    '../log.ts': passedIn,
    '@other/pg': lookalike,
  },
};

const rooms: Readonly<Record<string, Room>> = {
  'src/domain': domain,
  'src/domain/records': deeper(domain, '../money.ts, ../fees/referral.ts'),
  'src/http': http,
  'src/http/routes': deeper(http, '../envelope.ts, ../wire/fees.ts'),
  'src/http/wire': {
    may: './money.ts, ../../domain/fees.ts, typebox, typebox/value',
    mayNot: {
      fastify: 'no server',
      'node:crypto': 'no node:',
      '../envelope.ts': 'nothing of http/ but wire/',
      'type ../../store/db.ts': 'no store, not even its types',
      '@other/typebox': lookalike,
    },
  },
  'src/store': store,
  'src/store/migrations': deeper(store, '../db.ts, ../rows/board.ts'),
  'src/identity': {
    may: './oidc.ts, ../domain/fault.ts, node:crypto, node:timers/promises, undici, type ../config.ts, type ../log.ts',
    mayNot: {
      pg: 'no database',
      'type ../store/db.ts': 'no store: the service is a stateless proxy',
      '../config.ts': passedIn,
      '../log.ts': passedIn,
      '@other/undici': lookalike,
    },
  },
  'src/delivery': {
    may: `./webhook.ts, ../domain/notification.ts, node:dns/promises, undici, nodemailer, web-push,
      nodemailer/lib/smtp-transport/index.js, type ../store/outbox.ts, type ../config.ts, type ../log.ts`,
    mayNot: {
      pg: 'no database',
      '../store/outbox.ts': passedIn,
      '../config.ts': passedIn,
      '../log.ts': passedIn,
      'type ../store/sqlite.ts': engine,
      'type ../store/postgres.ts': engine,
      'type ../identity/identity.ts': 'no identity',
      '@other/undici': lookalike,
    },
  },
  'src/receiver': {
    may: './deliveries-page.ts, node:http, node:timers/promises',
    mayNot: {
      undici: 'no package',
      '../domain/notification.ts': "somebody else's server: nothing of the service",
      'type ../domain/notification.ts': "somebody else's server: nothing of the service, not even its types",
      'type ../delivery/channel.ts': 'nothing of the sender, not even its types',
      'type ../config.ts': 'no configuration',
    },
  },
  'src/idp': {
    may: './provider.ts, ../store/db.ts, node:crypto, node:fs/promises, oidc-provider, type ../config.ts, type ../log.ts',
    mayNot: {
      '../store/sqlite.ts': 'main.ts passes the engine in',
      '../store/postgres.ts': 'main.ts passes the engine in',
      '../domain/fault.ts': 'a program of its own: no domain/',
      '../config.ts': passedIn,
      '../log.ts': passedIn,
      '@other/oidc-provider': lookalike,
    },
  },
  'src/cli': {
    may: `./import.ts, ../domain/offers.ts, ../store/sqlite.ts, node:readline, node:fs/promises, csv-parse,
      csv-parse/sync, cli-progress, type ../config.ts, type ../log.ts`,
    mayNot: {
      pg: 'the database only through store/',
      '../http/app.ts': 'no server',
      '../config.ts': passedIn,
      '../log.ts': passedIn,
      '@other/csv-parse': lookalike,
    },
  },
  'src/new-room': {
    may: './part.ts, ../domain/fault.ts',
    mayNot: { 'node:crypto': closed, pg: closed, 'type ../store/db.ts': closed },
  },
  // A file beside main.ts.
  src: {
    may: './config.ts, ./domain/fault.ts, node:http, node:timers/promises, type fastify, type pino',
    mayNot: {
      './http/app.ts': 'only main.ts knows the rooms',
      'type ./store/db.ts': 'only main.ts knows the rooms',
      fastify: 'only its types',
      pino: 'only log.ts makes a log',
      pg: 'no package',
      '@other/pino': lookalike,
    },
  },
  'src/log.ts': {
    may: 'type ./config.ts, node:os, node:fs/promises, pino',
    mayNot: {
      'type ./store/db.ts': 'only main.ts knows the rooms',
      'type fastify': 'no package but pino',
      '@other/pino': lookalike,
    },
  },
  'src/main.ts': {
    may: './config.ts, ./http/app.ts, ./idp/provider.ts, ./store/sqlite.ts, ./store/postgres.ts, node:cluster, pino',
    mayNot: {
      'node:process': 'only config.ts reads the environment',
      'node:module': 'createRequire goes around these rules',
    },
  },
  console: {
    may: './page.ts, ./parts/table.ts',
    mayNot: {
      'type ../src/domain/fees.ts': 'nothing of src/, not even types',
      '../test/harness/app.ts': 'nothing of test/',
      '../bench/load.ts': 'nothing of bench/',
      'node:crypto': 'runs in a browser',
      'left-pad': 'no package',
      './../src/domain/fees.ts': detour,
      './parts/../../README.ts': detour,
    },
  },
  'console/parts': { may: './table.ts, ../page.ts', mayNot: { '../../src/domain/fees.ts': 'nothing of src/' } },
  test: { may: '../src/idp/provider.ts, ../src/store/sqlite.ts, pg, left-pad', mayNot: {} },
  bench: { may: '../src/idp/provider.ts, ../src/store/sqlite.ts, undici', mayNot: {} },
};

/** The same rules for a folder inside the room, which may also import the rest of the room (`own`). */
function deeper(room: Room, own: string): Room {
  const down = (what: string): string => what.replaceAll('../', '../../');
  const mayNot = Object.entries(room.mayNot).map(([what, why]) => [down(what), why]);
  return { may: `${down(room.may)}, ${own}`, mayNot: Object.fromEntries(mayNot) };
}

/** What nobody in `src/` but main.ts may import. */
function nowhere(where: string): Record<string, string> {
  const up = /^src\/.+\//.test(where) ? '../../' : isFile(where) || where === 'src' ? './' : '../';
  return {
    'left-pad': 'no unknown package',
    [`${up}main.ts`]: 'nobody imports main.ts',
    'node:process': 'only config.ts reads the environment',
    'node:module': 'createRequire goes around these rules',
    './../idp/provider.ts': detour,
    './part/../../idp/provider.ts': detour,
    [`${up}domain/../idp/provider.ts`]: detour,
    ...(!where.startsWith('src/store') && { 'node:sqlite': 'only store/ opens a database' }),
    ...(where !== 'src/idp' && { [`${up}idp/provider.ts`]: 'only main.ts imports idp/' }),
  };
}

type BadLine = readonly [where: string, line: string, rule: string, why: string];

/** The other lines that oxlint must flag. */
const badLines: readonly BadLine[] = [
  ['src/domain', 'export const lazy = import("undici");', 'no-restricted-imports', 'no package by a dynamic import'],
  ['src/domain', "export * from '../http/envelope.ts';", 'no-restricted-imports', 'no room by a re-export'],
  ['src/domain', 'export const a = Date.now();', 'no-restricted-properties', 'no clock'],
  ['src/domain', 'export const b = Temporal.Now.instant();', 'no-restricted-properties', 'no clock'],
  ['src/domain', 'export const c = Math.random();', 'no-restricted-properties', 'no dice'],
  ['src/domain', 'export const d = performance.now();', 'no-restricted-globals', 'no clock'],
  ['src/domain', 'export const e = process.hrtime.bigint();', 'no-restricted-globals', 'no process'],
  ['src/domain', 'export const f = globalThis.Date.now();', 'no-restricted-globals', 'no way around'],
  ['src/domain', 'export const f2 = global.Date.now();', 'no-restricted-globals', 'no way around'],
  ['src/domain', 'export const g = setTimeout(String, 1);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const h = setInterval(String, 1);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const i = setImmediate(String);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'queueMicrotask(String);', 'no-restricted-globals', 'no timer'],
  ['src/domain', 'export const j = crypto.randomUUID();', 'no-restricted-globals', 'no dice'],
  ['src/domain', "export const k = fetch('http://x');", 'no-restricted-globals', 'no network'],
  ['src/domain', "export const l = Buffer.from('x');", 'no-restricted-globals', 'no node:'],

  ['src/store', 'export const a = process.env.HOME;', 'node(no-process-env)', 'only config.ts'],
  ['src/main.ts', 'export const a = process.env.HOME;', 'node(no-process-env)', 'only config.ts'],
  ['src/store', 'export const { env } = process;', 'no-restricted-properties', 'only config.ts'],
  ['src/store', 'export const b = globalThis.process;', 'no-restricted-properties', 'only config.ts'],
  ['src/store', "export const c = process.getBuiltinModule('fs');", 'no-restricted-properties', 'import it'],
  ['src/store', 'console.log(1);', 'no-console', 'the log is the only voice'],

  ['src/http', "export type A = import('../store/db.ts').Db;", 'consistent-type-imports', 'hides from the rule'],
  ['src/http', "import { type B } from '../store/db.ts';", 'no-import-type-side-effects', 'still loads the file'],
  ['src/http', 'export const load = (name: string) => import(name);', 'no-dynamic-require', 'hides from the rule'],
  ['src/http', "export const pg = require('pg');", 'no-commonjs', 'hides from the rule'],
  ['src/http', "import 'fastify';", 'no-unassigned-import', 'no work by loading'],

  ['src/store', "export const t = () => { throw 'x'; };", 'no-throw-literal', 'no stack, no cause'],
  ['src/store', "export const r = () => Promise.reject('x');", 'prefer-promise-reject-errors', 'no stack, no cause'],
  [
    'src/store',
    'export async function p(x: Promise<number>) { try { return x; } catch { return 0; } }',
    'return-await',
    'it skips the catch',
  ],
  [
    'src/store',
    "export function s(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 0; }",
    'switch-exhaustiveness-check',
    'a new member of a closed list must be seen',
  ],
  ['src/store', 'export const m = [1].map((x) => { x + 1; });', 'array-callback-return', 'a forgotten return'],

  ...['src/store', 'test', 'bench'].flatMap((where): BadLine[] => [
    [where, 'Promise.resolve(1);', 'no-floating-promises', 'a lost rejection ends the process'],
    [where, 'setImmediate(async () => {});', 'no-misused-promises', 'nobody awaits it'],
    [where, 'export const n = await 1;', 'await-thenable', 'nothing to wait for'],
    [where, 'export const same = (x: number, y: number) => x == y;', 'eqeqeq', '== converts'],
  ]),
];

const goodLines: readonly [where: string, line: string][] = [
  ['src/domain', 'export const iso = new Date(0).toISOString();'],
  ['src/domain', "export const ms = Date.parse('2026-01-01T00:00:00Z');"],
  ['src/store', "export function o(x: 'a' | 'b') { switch (x) { case 'a': return 1; default: return 0; } }"],
  ['src/store', 'export const missing = (x?: number | null) => x == null;'],
  ['src/config.ts', 'export const home = process.env.HOME;'],
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
    planted: "export { type Db } from '../store/db.ts';",
    fine: "export type { Db } from '../store/db.ts';",
    why: 'it still loads the file: export type { }',
  },
  {
    under: 'src',
    text: /\boxlint-disable(?:-next-line|-line)?\s*(?:\*\/|--|$|.*(?:no-restricted-|no-process-env))/m,
    planted: '// oxlint-disable-next-line no-restricted-imports',
    fine: '// oxlint-disable-next-line no-console -- the reason',
    why: 'a boundary is changed in .oxlintrc.json, where it is seen',
  },
];

const isFile = (where: string): boolean => where.endsWith('.ts');
const isInSrc = (where: string): boolean => where.startsWith('src') && where !== 'src/main.ts';

function importLine(what: string, index: number): string {
  const [from, type] = what.startsWith('type ') ? [what.slice(5), 'type '] : [what, ''];
  return `import ${type}{ planted${index} } from '${from}';`;
}

/** A temporary folder with the project's own settings, its packages and these files. */
async function plant(files: ReadonlyMap<string, readonly string[]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guards-'));
  const settings = ['.oxlintrc.json', '.gitignore', 'biome.json', 'knip.json', 'package.json', 'tsconfig.json'];
  await Promise.all(settings.map((name) => copyFile(join(root, name), join(folder, name))));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, lines] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
  }
  return folder;
}

/** What a tool of the check prints; that it fails is what we want, so its exit code does not matter. */
function run(folder: string, tool: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', '.bin', tool), ...args],
      { cwd: folder, maxBuffer: 32 << 20 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

type Diagnostic = { code?: string; message: string; filename: string; labels: { span: { line: number } }[] };

describe('oxlint', () => {
  const planted = new Map<string, string[]>();
  const flagged = new Map<string, string[]>();
  let folder = '';

  before(async () => {
    folder = await plant(planted);
    const output = await run(folder, 'oxlint', '--type-aware', '--format', 'json', 'src', 'test', 'bench', 'console');
    const report = JSON.parse(output) as { diagnostics: Diagnostic[]; number_of_files: number };
    assert.equal(report.number_of_files, planted.size, output);
    for (const { code, message, filename, labels } of report.diagnostics) {
      // Nothing uses the planted imports.
      if (code?.includes('no-unused-vars')) continue;
      const place = `${filename}:${labels[0]?.span.line}`;
      flagged.set(place, [...(flagged.get(place) ?? []), code ?? message]);
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Adds a line to the room's planted file. What comes back says later what is wrong with oxlint's view of it, if anything. */
  function expect(where: string, line: string, rule: string, why = ''): () => string[] {
    const file = isFile(where) ? where : `${where}/planted.ts`;
    const lines = planted.get(file) ?? [];
    planted.set(file, lines);
    const place = `${file}:${lines.push(line)}`;
    return () => {
      const said = flagged.get(place) ?? [];
      if (rule === 'nothing' ? said.length === 0 : said.some((code) => code.includes(rule))) return [];
      return [`${where}: ${line} should give ${rule} (${why}), gives ${said.join(', ') || 'nothing'}`];
    };
  }

  let index = 0;
  for (const [where, { may, mayNot }] of Object.entries(rooms)) {
    const refused = Object.entries({ ...mayNot, ...(isInSrc(where) && nowhere(where)) }).map(([what, why]) =>
      expect(where, importLine(what, index++), 'no-restricted-imports', why),
    );
    const allowed = may.split(/,\s+/).map((what) => expect(where, importLine(what, index++), 'nothing'));
    it(`${where} refuses ${refused.length} imports and lets ${allowed.length} pass`, () => {
      assert.deepEqual(
        [...refused, ...allowed].flatMap((wrong) => wrong()),
        [],
      );
    });
  }
  for (const [where, line, rule, why] of badLines) {
    const wrong = expect(where, line, rule, why);
    it(`${where} refuses ${line} (${why})`, () => assert.deepEqual(wrong(), []));
  }
  for (const [where, line] of goodLines) {
    const wrong = expect(where, line, 'nothing');
    it(`${where} lets pass ${line}`, () => assert.deepEqual(wrong(), []));
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
          ["import { used } from './used.ts';", "import { one } from './one.ts';", 'export const x = used + one;'],
        ],
        ['src/used.ts', ['export const used = 1;', 'export const unused = 2;']],
        ['src/orphan.ts', ['export const orphan = 1;']],
        // knip's part for Node takes all of test/ for entries, so that nothing there is unused: knip.json turns it off.
        ['test/orphan.ts', ['export const orphan = 1;']],
        ['src/one.ts', ["import { two } from './two.ts';", 'export const one: number = two;']],
        ['src/two.ts', ["import { one } from './one.ts';", 'export const two: number = one;']],
        ['src/default.ts', ['export default 1;']],
        ['src/colour.ts', ['export enum Colour {', '  Red,', '}']],
      ]),
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('biome flags an import cycle and a default export', async () => {
    const output = await run(folder, 'biome', 'lint', '--reporter=github');
    assert.match(output, /noImportCycles.*file=\S*src\/one\.ts/);
    assert.match(output, /noDefaultExport.*file=\S*src\/default\.ts/);
  });

  it('tsc flags syntax that cannot be erased', async () => {
    assert.match(await run(folder, 'tsc', '--pretty', 'false'), /src\/colour\.ts\(1,\d+\): error TS1294/);
  });

  it('knip flags an unused export and an unused file', async () => {
    const output = await run(folder, 'knip', '--reporter', 'compact', '--no-progress');
    assert.match(output, /src\/used\.ts.*unused/);
    assert.match(output, /src\/orphan\.ts/);
    assert.match(output, /test\/orphan\.ts/);
  });
});
