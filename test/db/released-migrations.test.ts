import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Migration, migrate } from '../../src/db/migrate.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { migrations } from '../../src/migrations/list.ts';
import { withEngines } from './engines.ts';

/**
 * Migrations that a release has applied to the stores of operators, with the SHA-256 of their SQL. A release adds its new
 * ones here. Nothing else changes: a store whose checksums differ does not open.
 */
const released = {
  service: [
    ['0001 market', '0d5739aea7ef6c04cda91fcaa0775a7852122d7f4fa233783ad306dc7d95d2ea'],
    ['0002 notifications', 'd30c57460de46ca4a053b9c6cd6104fe4c44c5cf93d87d4a7641fefda164f4b6'],
    ['0003 reading', 'b55f01a0ad7d7fc7e49a7d6886842f4e6edc213bcd52cf1492b905a515e58a26'],
  ],
  provider: [['0001 idp', '08d5e8e6885155d94a3124745aa04db64184d3c018095ba5a80b7d509ff13d3d']],
} as const;

withEngines('released migrations', (engine) => {
  const recordedBy = async (list: readonly Migration[]) => {
    const db = await (await engine.fresh()).open();
    await migrate(db, list);
    const rows = await db.all<{ name: string; checksum: string }>('SELECT name, checksum FROM migration ORDER BY name');
    return rows.map(({ name, checksum }) => [name, checksum]);
  };

  it('of the service come first and have not changed', async () => {
    const { service } = released;
    assert.deepEqual((await recordedBy(migrations)).slice(0, service.length), service);
  });

  it('of the identity provider come first and have not changed', async () => {
    const { provider } = released;
    assert.deepEqual((await recordedBy(idpMigrations)).slice(0, provider.length), provider);
  });
});
