// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

/** Runs the check of a project that has these scripts. */
function check(
  scripts: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
  return new Promise((done) => {
    execFile(process.execPath, [join(root, 'lint/check.ts'), ...args], { cwd: folder }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true });
      done({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

describe('npm run check', () => {
  it('runs every script check:..., prints what each says, and succeeds when all do', async () => {
    const all = { 'check:a': 'echo one', 'check:b': 'echo two', 'check:c': 'echo three', other: 'echo four' };
    const { code, stdout } = await check(all);
    assert.deepEqual([code, stdout.split('\n').filter(Boolean).sort()], [0, ['one', 'three', 'two']]);
  });

  it('fails when one fails, also by a signal, names it, and runs the others', async () => {
    for (const failing of ['echo problem; exit 2', 'echo problem; kill -9 $$']) {
      const { code, stdout, stderr } = await check({
        'check:a': failing,
        'check:b': 'echo one',
        'check:c': 'echo two',
      });
      assert.equal(code, 1);
      assert.deepEqual(stdout.split('\n').filter(Boolean).sort(), ['one', 'problem', 'two']);
      assert.match(stderr, /^npm run check:a failed$/m);
    }
  });

  it('runs another group of scripts when its name is given', async () => {
    const { code, stdout } = await check({ 'check:a': 'echo one', 'types:a': 'echo two', 'types:b': 'echo three' }, [
      'types',
    ]);
    assert.deepEqual([code, stdout], [0, 'two\nthree\n']);
  });

  it('of this project has types, lint, format and unused code', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const text = Object.entries(scripts)
      .filter(([name]) => /^(check|types|unused):/.test(name))
      .map(([, command]) => command)
      .join('\n');
    for (const part of [
      /check\.ts types$/m,
      /check\.ts unused$/m,
      /^tsc --checkers 1$/m,
      /\btsc -p sdk --noEmit /,
      /\btsc -p sdk\/tsconfig\.node\.json --noEmit /,
      /\btsc -p console$/m,
      /\boxlint --type-aware/,
      /\bbiome check --error-on-warnings/,
      /\bknip --cache/,
      /\bknip --production/,
    ])
      assert.match(text, part);
  });
});
