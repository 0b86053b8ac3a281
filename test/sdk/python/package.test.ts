// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Document, writePython } from '../../../sdk/generator/python.ts';
import { blocksOf } from '../../harness/documented-programs.ts';
import { mypyPath } from '../../harness/python.ts';
import { testInTorture } from '../../harness/scale.ts';
import { pythonSdk } from './python-program.ts';

const root = join(pythonSdk, '..', '..');
const run = promisify(execFile);

describe('the package marketplace_seller', () => {
  test('its generated part is that of openapi.json', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'python-sdk-'));
    try {
      writePython(JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as Document, folder);
      const committed = join(pythonSdk, 'marketplace_seller', '_generated');
      for (const name of await readdir(folder))
        assert.equal(
          await readFile(join(committed, name), 'utf8'),
          await readFile(join(folder, name), 'utf8'),
          `${name}: run npm --prefix sdk run generate`,
        );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('it has the version of the TypeScript SDK', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'sdk', 'package.json'), 'utf8')) as { version: string };
    assert.equal(
      await readFile(join(pythonSdk, 'marketplace_seller', '_version.py'), 'utf8'),
      `VERSION = "${version}"\n`,
    );
    assert.match(
      await readFile(join(pythonSdk, 'pyproject.toml'), 'utf8'),
      new RegExp(`^version = "${version}"$`, 'm'),
    );
  });

  testInTorture(
    'it, a program that uses it and those of its README are without a complaint of mypy --strict; wrong fields and words have one',
    async () => {
      const cache = await mkdtemp(join(tmpdir(), 'python-mypy-'));
      try {
        const env = { ...process.env, MYPYPATH: pythonSdk, MYPY_CACHE_DIR: cache };
        const check = async (...paths: string[]) =>
          run(await mypyPath(), ['--strict', '--python-version', '3.11', ...paths], { env }).then(
            ({ stdout }) => stdout,
            ({ stdout }: { stdout: string }) => stdout,
          );
        const consumer = join(import.meta.dirname, 'consumer.py');
        const blocks = blocksOf(await readFile(join(pythonSdk, 'README.md'), 'utf8'));
        const programs = blocks.filter(({ language }) => language === 'python');
        assert.ok(programs.length >= 10);
        const paths = programs.map((_, n) => join(cache, `readme_${n}.py`));
        await Promise.all(programs.map(({ text }, n) => writeFile(paths[n] ?? '', text)));
        assert.match(
          await check(join(pythonSdk, 'marketplace_seller'), consumer, ...paths),
          /^Success: no issues found/,
        );
        const wrong = await check(join(import.meta.dirname, 'wrong_consumer.py'));
        const lines = [...wrong.matchAll(/wrong_consumer\.py:(\d+): error/g)].map(([, line]) => Number(line));
        const text = await readFile(join(import.meta.dirname, 'wrong_consumer.py'), 'utf8');
        const marked = text.split('\n').flatMap((line, n) => (line.endsWith('# wrong') ? [n + 1] : []));
        assert.deepEqual([...new Set(lines)], marked, wrong);
      } finally {
        await rm(cache, { recursive: true });
      }
    },
  );
});
