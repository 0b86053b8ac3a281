import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settings } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { migrations } from '../../src/migrations/list.ts';
import { withEngines } from './engines.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'retention.md'), 'utf8');

type Line = { table: string; kind: string; limit: string; files: string[] };

function linesOf(heading: string): Line[] {
  const section = page.split(`### ${heading}\n`)[1]?.split(/^#/m, 1)[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \| ([\w ]+) \| (.+) \| (.+) \|$/gm)].map(
    ([, table = '', kind = '', limit = '', files = '']) => ({
      ...{ table, kind, limit },
      files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    }),
  );
}

const stores: readonly [string, readonly Migration[]][] = [
  ['The store of the service', migrations],
  ['The store of the embedded provider', idpMigrations],
];

withEngines('docs/retention.md', (engine) => {
  for (const [heading, list] of stores)
    test(`has every table of ${heading.toLowerCase()}, and no other`, async () => {
      const db = await (await engine.fresh()).open();
      await migrate(db, list);
      const rows = await db.all<{ name: string }>(
        `{sqlite: SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'}
         {postgres: SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()}`,
      );
      const classified = linesOf(heading).map(({ table }) => table);
      assert.deepEqual(classified.toSorted(), rows.map(({ name }) => name).toSorted());
    });
});

test('docs/retention.md says for each table what limits it, by a setting that exists and in a file that exists', () => {
  const names = new Set(Object.values(settings).map(({ name }) => name));
  const lines = stores.flatMap(([heading]) => linesOf(heading));
  for (const { table, kind, limit, files } of lines) {
    assert.ok(['market data', 'bounded', 'queue', 'time'].includes(kind), `${table}: ${kind}`);
    const named = [...limit.matchAll(/`([A-Z_]{4,})`/g)].map(([, name = '']) => name);
    for (const name of named) assert.ok(names.has(name), `${table}: there is no setting ${name}`);
    // What grows by time has a setting, or a time that the interface fixes.
    if (kind === 'time') assert.match(limit, /`[A-Z_]{4,}`|day|hour|minute/, table);
    if (kind !== 'bounded') assert.notEqual(files.length, 0, `${table}: who removes it?`);
    for (const file of files) {
      assert.ok(existsSync(join(root, file)), `${table}: there is no ${file}`);
      const source = readFileSync(join(root, file), 'utf8');
      if (kind === 'time' || kind === 'queue')
        assert.match(source, /DELETE FROM|deleteMessages/, `${file} removes nothing of ${table}`);
    }
  }
  const shown = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  assert.deepEqual(
    shown.filter((name) => !names.has(name)),
    [],
  );
});
