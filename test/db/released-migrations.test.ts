import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { idpMigrations, idpReleases } from '../../src/idp/migrations.ts';
import { migrations, releases } from '../../src/migrations/list.ts';
import { withEngines } from './engines.ts';
import { RELEASES, recordedRows } from './releases/fixture.ts';

/**
 * Migrations that a release has applied to the stores of operators, with the SHA-256 of their SQL. A release adds its new
 * ones here. Nothing else changes: a store whose checksums differ does not open.
 */
const released = {
  service: [
    ['0001 market', '0d5739aea7ef6c04cda91fcaa0775a7852122d7f4fa233783ad306dc7d95d2ea'],
    ['0002 notifications', 'd30c57460de46ca4a053b9c6cd6104fe4c44c5cf93d87d4a7641fefda164f4b6'],
    ['0003 reading', 'b55f01a0ad7d7fc7e49a7d6886842f4e6edc213bcd52cf1492b905a515e58a26'],
    ['0004 board readers', '8168c77bcf03dd29c1632345d8c2dd0569658982c2af103bb1b44538026cc59c'],
    ['0005 destination owners', 'b4a235463cb5ad2b1de812cd4e7a73a68b04bd741cbf6fb54d197ef392f968ef'],
    ['0006 decisions', '1233a6adce2815701f4bbc373af6674c6dff642abce573752531848efcaac3e5'],
    ['0007 price history', 'db6b07172b2ff907fdae39a371f83bca8310e4320b94d2b2062edb1e41746c57'],
    ['0008 events', '4fa9f011a576c567c33281e4574fc7f8f3f2e9b6594d44def1cd7181a8140879'],
    ['0009 event choices', 'eda7a48603000b8817dfae4afc2228d4e6f41d888aefb9cabe1faec031f54be7'],
    ['0010 fee events', '22609df84af99be50756231e14a7ec761997792a1b6da312f4461ff4220b0a5d'],
    ['0011 traces', '81837623baec22f8f7bb638fd0ca57d7c8168ee495b95f43541316eca2b90225'],
    ['0012 audit', '5ed82768194575c73b2dc2e0337538ebd3ced7b0fffb4a4ce861590b7eb7590b'],
    ['0013 first release worker', '4c3d490520430371404bfaf4edee6639ea53721b07559558c3080052e75f30ad'],
    ['0014 audit retention', '1b35b3409e09f60856a86e6de8c67abaae4079af9a8692557db289f9ff21a17b'],
    ['0015 receiving hosts', '42732b93ed5861b959b52180ee6759d05c8c2d5185d7bcfa4e1e26f2cf114017'],
    ['0016 listing gaps', '404dc07757dd6b0d0973f37f0dc795a352f15a3af421831a953965d57f4ca91f'],
    ['0017 delivery search', 'ce3a1de7548861b4743a5905fc3429b3414880978310ad05d461005c63dd9b91'],
  ],
  provider: [
    ['0001 idp', '08d5e8e6885155d94a3124745aa04db64184d3c018095ba5a80b7d509ff13d3d'],
    ['0002 accounts of a seller', '906c4dd58f408636de8dd1a7f23317a71da56832938dced227a95e8e55a00753'],
    ['0003 audit', '9ff6db47c84749f2845594093429f6f573eb8f687657f05ae7375d97f492abab'],
    ['0004 disabled', '02b35c6285886ce565f48e2b0d37f57e14e78a8edc6e3fde40d4a49dd0211877'],
  ],
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

test('each release knows the migrations that its stores have', () => {
  const known = (file: string) =>
    RELEASES.map((version) => ({ version, last: recordedRows(version)[`${file} migration`] }));
  assert.deepEqual(releases, known('service.db'));
  assert.deepEqual(idpReleases, known('idp.db'));
  assert.deepEqual(
    [released.service.length, released.provider.length],
    [releases, idpReleases].map((list) => list.at(-1)?.last),
  );
});
