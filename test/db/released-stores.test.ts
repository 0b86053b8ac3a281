import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { isSecret } from '../../src/idp/secrets.ts';
import { openMarket } from '../../src/market/market.ts';
import type { PageStart } from '../../src/market/projections/listings/listing-page.ts';
import { migrations } from '../../src/migrations/list.ts';
import { PullQueue } from '../../src/notifications/deliveries/pull-queue.ts';
import { operatorKeyOf } from '../../src/notifications/keys/operator-key-source.ts';
import { RELEASES, recordedRows, unpackStores } from './releases/fixture.ts';

/** Tables that later code may write differently: they are derived from the others, or about the store itself. */
const DERIVED = ['board', 'shelf', 'service_fact', 'migration'];

for (const release of RELEASES) {
  describe(`a store of ${release}`, () => {
    let folder: string;
    const stores: Record<string, Db> = {};
    before(async () => {
      folder = unpackStores(release);
      for (const name of ['service.db', 'idp.db']) stores[name] = await openDb({ file: join(folder, name) });
      // As an import of the first release leaves boards that nobody has read since.
      if (release === '0.1.0') await storeNamed('service.db').run('UPDATE board SET valid_until = 0');
    });
    after(async () => {
      for (const db of Object.values(stores)) await db.close();
      rmSync(folder, { recursive: true });
    });
    const storeNamed = (name: string) => stores[name] as Db;

    it('is migrated by the migrations that it lacks', async () => {
      const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
      const rows = recordedRows(release);
      const applied = (file: string) => rows[`${file} migration`] as number;
      const service = await migrate(storeNamed('service.db'), migrations);
      assert.deepEqual(service, names(migrations).slice(applied('service.db')));
      const provider = await migrate(storeNamed('idp.db'), idpMigrations);
      assert.deepEqual(provider, names(idpMigrations).slice(applied('idp.db')));
    });

    it('keeps every row', async () => {
      const expected = Object.entries(recordedRows(release)).filter(
        ([name]) => !DERIVED.some((table) => name.endsWith(` ${table}`)),
      );
      assert.ok(expected.length > 15);
      for (const [name, count] of expected) {
        const [file = '', table] = name.split(' ');
        const row = await storeNamed(file).get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
        assert.equal(row?.n, count, name);
      }
    });

    it('lists every listing of a seller in every order, before and after its boards are rebuilt', async () => {
      const db = storeNamed('service.db');
      const market = openMarket(db, Date.now);
      const key = { marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER' };
      const page = { ...key, descending: false, states: [], limit: 6 };
      const stored = await db.all<{ sku: string }>(
        'SELECT sku FROM offer WHERE marketplace_id = $1 AND seller_id = $2',
        [key.marketplaceId, key.sellerId],
      );
      assert.ok(stored.length > 15);
      const expected = stored.map(({ sku }) => sku).sort();
      for (const sort of ['price', 'changed', 'sku'] as const) {
        const found: string[] = [];
        let start: PageStart | undefined;
        do {
          const { listings, next } = await market.listings.page({ ...page, sort, start });
          const positions = await market.reader.listingPositions(listings.map(({ sku }) => ({ ...key, sku })));
          for (const { decision } of positions) assert.ok(decision);
          found.push(...positions.map(({ offer }) => offer.sku));
          start = next;
        } while (start !== undefined);
        assert.deepEqual(found.sort(), expected, sort);
      }
      const { listings } = await market.listings.page({ ...page, sort: 'price', limit: 100 });
      assert.deepEqual(
        listings.filter(({ state }) => state === null),
        [],
      );
      const [coffee] = (await market.listings.page({ ...page, sort: 'sku', query: 'COFFEE' })).listings;
      assert.equal(coffee?.sku, 'DEMO-SKU-20');
    });

    it('tells sellers nothing about the boards that were built again', async () => {
      const receivers = await storeNamed('service.db').all('SELECT seller_id FROM event_receiver');
      assert.equal(receivers.length, 2);
      assert.deepEqual(await storeNamed('service.db').all('SELECT id FROM market_event'), []);
      assert.deepEqual(await storeNamed('service.db').all('SELECT item_id FROM board WHERE valid_until = 0'), []);
    });

    it('is opened with the operator key that it holds', async () => {
      const sources = { file: join(folder, 'operator.key'), configured: undefined, mayGenerate: true };
      assert.ok(await operatorKeyOf(storeNamed('service.db'), sources));
      // It is in its file now.
      assert.ok(await operatorKeyOf(storeNamed('service.db'), sources));
      const configured = 'another key of at least 32 characters';
      await assert.rejects(operatorKeyOf(storeNamed('service.db'), { ...sources, configured }));
    });

    it('has demo clients with fast hashes, and their secrets still count', async () => {
      const rows = await storeNamed('idp.db').all<{ id: string; secret: string }>(
        `SELECT c.id, s.hash AS secret FROM idp_client c JOIN idp_client_secret s ON s.client_id = c.id WHERE c.demo = 1`,
      );
      assert.ok(rows.length >= 3);
      for (const { id, secret } of rows) {
        assert.match(secret, /^sha256\$/);
        assert.deepEqual([await isSecret(`${id}secret`, secret), await isSecret('wrong', secret)], [true, false], id);
      }
    });
  });
}

describe('a receipt handle of 0.2.0', () => {
  it('counts as long as its message is hidden; this version gives out the shorter form', async () => {
    const folder = unpackStores('0.2.0');
    const db = await openDb({ file: join(folder, 'service.db') });
    try {
      await migrate(db, migrations);
      const row = await db.get<{ delivery_id: string; channel_id: string; lease: string; due_ms: number }>(
        'SELECT delivery_id, channel_id, lease, due_ms FROM delivery WHERE lease IS NOT NULL',
      );
      assert.ok(row);
      const handle = `${row.delivery_id}.${row.lease}`;
      assert.match(handle, /^dlv_\w+\.\.[\w-]+$/);
      const clock = { now: row.due_ms - 1 };
      const pull = new PullQueue({ db, now: () => clock.now, source: 'http://127.0.0.1/', onPulled: () => undefined });
      assert.deepEqual(await pull.receive(row.channel_id, 10, 60_000), []);
      assert.deepEqual(await pull.changeVisibility(row.channel_id, [handle], 1_000), [true]);
      clock.now += 1_000;
      const [again] = await pull.receive(row.channel_id, 10, 60_000);
      assert.match(again?.receiptHandle ?? '', /^dlv_\w+\.[\w-]{22}$/);
      assert.deepEqual(await pull.acknowledge(row.channel_id, [handle, again?.receiptHandle ?? '']), [false, true]);
    } finally {
      await db.close();
      rmSync(folder, { recursive: true });
    }
  });
});
