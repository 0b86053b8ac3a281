// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { installFromDebian } from '../harness/debian.ts';
import { projectFolder } from '../harness/process.ts';

const verify = promisify(execFile);
const ANALYZE = '/usr/bin/systemd-analyze';

test('systemd accepts every unit of deploy/systemd without a warning', async (t) => {
  if (!existsSync(ANALYZE)) await installFromDebian('systemd');
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const units = globSync('deploy/systemd/*.service', { cwd: projectFolder });
  assert.equal(units.length, 4);
  const copies = units.map((unit) => {
    // Their program must exist: it is this checkout.
    const text = readFileSync(join(projectFolder, unit), 'utf8').replaceAll(
      '/opt/seller-service',
      projectFolder.replace(/\/$/, ''),
    );
    const copy = join(folder, basename(unit));
    writeFileSync(copy, text);
    return copy;
  });
  const { stderr } = await verify(ANALYZE, ['verify', '--man=no', ...copies]);
  assert.equal(stderr, '');
});
