// run: without coverage

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { readApplied } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { StartError } from '../../src/processes/start-error.ts';
import { exportFiles } from '../../src/roles/commands/market-data.ts';
import { withEngines } from '../db/engines.ts';
import { isTorture } from '../harness/scale.ts';

const folder = mkdtempSync(join(tmpdir(), 'no-store-'));
const records = join(folder, 'marketplaces.jsonl');
writeFileSync(
  records,
  '{"kind":"marketplace","marketplaceId":"M1","name":"M1","countryCode":"US","currency":"USD","isDefault":true}\n',
);
after(() => rmSync(folder, { recursive: true }));

type Row = readonly [args: readonly string[], code: number, output: RegExp];

/** Each call, its exit code, and what it prints. `npm test` runs the first of each command. */
const rows: readonly Row[] = [
  [['import', join(folder, 'missing.jsonl')], 1, /missing\.jsonl: the file does not exist/],
  [['export', join(folder, 'out')], 1, /There is no store in .*service\.db\. Check DATA_DIR and DATABASE_URL\./],
  [['seed', '--print', '--items', '1'], 0, /^\{"kind":"marketplace"/],
  [['client', 'add', '--bogus'], 2, /--bogus[\s\S]*npm run client -- add/],
  [['import', '--dry-run', records], 0, /1 added[\s\S]*This was a dry run: nothing was stored/],
  [['import', '--bogus'], 1, /--bogus[\s\S]*npm run import -- FILE/],
  [['import'], 1, /npm run import -- FILE/],
  [['export'], 1, /npm run export -- DIR/],
  [['export', '--bogus'], 1, /--bogus[\s\S]*npm run export -- DIR/],
  [['export', '--audit'], 1, /npm run export -- --audit FILE/],
  [['export', '--audit', join(folder, 'audit.jsonl')], 1, /There is no store in /],
  [['seed', '--items', 'many'], 1, /--items must be a whole number/],
  [['client', 'bogus'], 2, /There is no command "bogus"/],
];

describe('a call that stores nothing creates no store', { concurrency: availableParallelism() }, () => {
  for (const [n, [args, code, output]] of (isTorture ? rows : rows.slice(0, 5)).entries())
    it(`npm run ${args[0]} -- ${args.slice(1).join(' ').replaceAll(`${folder}/`, '')}`, async () => {
      const dataDir = join(folder, `data-${n}`);
      const ended = await new Promise<{ code: number; printed: string }>((resolve) => {
        const env = { ...process.env, DATA_DIR: dataDir };
        execFile(process.execPath, ['start.js', ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
        );
      });
      assert.match(ended.printed, output);
      assert.equal(ended.code, code);
      assert.equal(existsSync(dataDir), false);
      assert.equal(existsSync(join(folder, 'out')), false);
    });
});

withEngines('npm run export on an empty database', ({ fresh }) => {
  it('says that there is no store, and creates no table', async () => {
    const { databaseUrl } = (await fresh()).config;
    const dataDir = join(folder, 'empty');
    const config = readConfig({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    for (const args of [[join(folder, 'out')], ['--audit', join(folder, 'audit.jsonl')]])
      await assert.rejects(
        exportFiles(config, args),
        (error) =>
          error instanceof StartError && /^There is no store in .*(service\.db|\/\w+)\. Check/.test(error.message),
      );
    assert.equal(existsSync(dataDir), false);
    if (databaseUrl === undefined) return;
    const db = await openDb({ databaseUrl, file: '' });
    assert.deepEqual(await readApplied(db), []);
    await db.close();
  });
});
