// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { testInTorture } from '../harness/scale.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const tsc = join(root, 'node_modules', '.bin', 'tsc');

/**
 * The size of each entry: what an application of a seller loads, and what the operator's client and the command line add to it. 400 bytes of
 * the first are the bound of answers, without which a broken service could fill the memory.
 */
const MAX_GZIP_BYTES = { seller: 18_800, operator: 4_000, cli: 22_000 };

/** Where `tsc` does not know the libraries of the other one: an integration has either a browser or Node. */
const surroundings = {
  'a browser, without the types of Node': { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
  'Node, without the types of a browser': {
    ...{ lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules', '@types')] },
  },
};

describe('what tsc emits of the SDK', { concurrency: true }, () => {
  let folder: string;
  let emitted: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdk-declarations-'));
    const installed = join(folder, 'node_modules', 'marketplace-seller-sdk');
    emitted = join(installed, 'dist');
    await mkdir(installed, { recursive: true });
    await cp(join(root, 'sdk', 'package.json'), join(installed, 'package.json'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    // As the package is built, but to another folder. One command emits JavaScript without comments, the other declarations with them.
    const { scripts } = JSON.parse(await readFile(join(root, 'sdk', 'package.json'), 'utf8')) as {
      scripts: { build: string };
    };
    const commands = scripts.build.split(' && ').filter((command) => command.startsWith('tsc '));
    await Promise.all(
      commands.map((command) =>
        run(tsc, [...command.split(' ').slice(1), '--outDir', emitted], { cwd: join(root, 'sdk') }),
      ),
    );
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [n, [name, libraries]] of Object.entries(surroundings).entries()) {
    const testIt = n === 0 ? test : testInTorture;
    testIt(`its declarations are right and strict in ${name}`, async () => {
      const consumer = await mkdtemp(join(folder, 'consumer-'));
      const program = await readFile(join(import.meta.dirname, 'declarations-consumer.ts'), 'utf8');
      await writeFile(
        join(consumer, 'consumer.ts'),
        program.replace("'../../sdk/src/index.ts'", "'marketplace-seller-sdk'"),
      );
      const compilerOptions = {
        ...{ target: 'es2022', module: 'nodenext', noEmit: true, skipLibCheck: false, ...libraries },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      };
      await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      const { stdout } = await run(tsc, ['-p', consumer]).catch((error: { stdout: string }) => error);
      assert.equal(stdout, '');
    });
  }

  test('is what sdk/dist has, from which the service makes the package', async () => {
    const built = join(root, 'sdk', 'dist');
    const namesIn = async (path: string) => (await readdir(path, { recursive: true })).sort();
    const advice = 'Run `npm --prefix sdk run build`.';
    assert.deepEqual(await namesIn(built), await namesIn(emitted), advice);
    for (const name of (await namesIn(emitted)).filter((each) => /\.(js|d\.ts)$/.test(each)))
      assert.equal(await readFile(join(built, name), 'utf8'), await readFile(join(emitted, name), 'utf8'), advice);
  });

  test('its README names no type and no code that the SDK does not have', async () => {
    const names = (await readdir(emitted, { recursive: true })).filter((name) => /\.(js|d\.ts)$/.test(name));
    const texts = await Promise.all(names.map((name) => readFile(join(emitted, name), 'utf8')));
    const known = new Set(texts.join('\n').match(/\w+/g));
    const prose = (await readFile(join(root, 'sdk', 'README.md'), 'utf8')).replace(/```.*?```/gs, '');
    const named = [...prose.matchAll(/`([A-Z][a-z]+[A-Z]\w+)/g)].map(([, name = '']) => name);
    assert.ok(named.length > 15, named.join());
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
    );
  });

  for (const [entry, most] of Object.entries(MAX_GZIP_BYTES))
    test(`the JavaScript of the ${entry}'s entry has at most ${most} bytes after gzip`, async (t) => {
      const all = (await readdir(emitted, { recursive: true })).sort();
      const entryOf = (name: string) => /^(operator|cli)\//.exec(name)?.[1] ?? 'seller';
      const names = all.filter((name) => entryOf(name) === entry);
      const bytesOf = async (end: string) => {
        const texts = await Promise.all(
          names.filter((name) => name.endsWith(end)).map((name) => readFile(join(emitted, name))),
        );
        return gzipSync(Buffer.concat(texts), { level: 9 }).length;
      };
      const [script, declarations] = [await bytesOf('.js'), await bytesOf('.d.ts')];
      t.diagnostic(`gzip -9: ${script} bytes of JavaScript, ${declarations} bytes of declarations`);
      // Less would be an SDK that lost its operations.
      assert.ok(script > 1_000 && script <= most, `${script}`);
    });

  test("the seller's entry loads nothing of the operator's", async () => {
    const names = (await readdir(emitted, { recursive: true })).filter(
      (name) => name.endsWith('.js') && !name.startsWith('operator/'),
    );
    assert.ok(names.length > 20);
    for (const name of names)
      assert.doesNotMatch(await readFile(join(emitted, name), 'utf8'), /from '[^']*\/operator\//, name);
  });
});
