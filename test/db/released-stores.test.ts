import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import type { PageStart } from '../../src/market/listings/listing-page.ts';
import { Market } from '../../src/market/market.ts';
import { migrations } from '../../src/migrations/list.ts';
import { operatorKeyOf } from '../../src/notifications/keys/operator-key-source.ts';
import { recordedRows, unpackStores } from './last-release/fixture.ts';

/** Tables that later code may write differently: they are derived from the others, or about the store itself. */
const DERIVED = ['board', 'shelf', 'service_fact', 'migration'];

describe('a store of the last release', () => {
  let folder: string;
  const stores: Record<string, Db> = {};
  before(async () => {
    folder = unpackStores();
    for (const name of ['service.db', 'idp.db']) stores[name] = await openDb({ file: join(folder, name) });
  });
  after(async () => {
    for (const db of Object.values(stores)) await db.close();
    rmSync(folder, { recursive: true });
  });
  const storeNamed = (name: string) => stores[name] as Db;

  it('is migrated by the migrations that it lacks', async () => {
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    const rows = recordedRows();
    const applied = (file: string) => rows[`${file} migration`] as number;
    const service = await migrate(storeNamed('service.db'), migrations);
    assert.deepEqual(service, names(migrations).slice(applied('service.db')));
    const provider = await migrate(storeNamed('idp.db'), idpMigrations);
    assert.deepEqual(provider, names(idpMigrations).slice(applied('idp.db')));
  });

  it('keeps every row', async () => {
    const expected = Object.entries(recordedRows()).filter(
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
    const market = new Market(db, Date.now);
    const key = { marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER' };
    const page = { ...key, descending: false, states: [], limit: 6 };
    const stored = await db.all<{ sku: string }>('SELECT sku FROM offer WHERE marketplace_id = $1 AND seller_id = $2', [
      key.marketplaceId,
      key.sellerId,
    ]);
    assert.ok(stored.length > 15);
    const expected = stored.map(({ sku }) => sku).sort();
    for (const sort of ['price', 'changed', 'sku'] as const) {
      const found: string[] = [];
      let start: PageStart | undefined;
      do {
        const { listings, next } = await market.listingPage({ ...page, sort, start });
        const positions = await market.listingPositions(listings.map(({ sku }) => ({ ...key, sku })));
        for (const { decision } of positions) assert.ok(decision);
        found.push(...positions.map(({ offer }) => offer.sku));
        start = next;
      } while (start !== undefined);
      assert.deepEqual(found.sort(), expected, sort);
    }
    const { listings } = await market.listingPage({ ...page, sort: 'price', limit: 100 });
    assert.deepEqual(
      listings.filter(({ state }) => state === null),
      [],
    );
    const [coffee] = (await market.listingPage({ ...page, sort: 'sku', query: 'COFFEE' })).listings;
    assert.equal(coffee?.sku, 'DEMO-SKU-20');
  });

  it('is opened with the operator key that it holds', async () => {
    const sources = { file: join(folder, 'operator.key'), configured: undefined, mayGenerate: true };
    assert.ok(await operatorKeyOf(storeNamed('service.db'), sources));
    // It is in its file now.
    assert.ok(await operatorKeyOf(storeNamed('service.db'), sources));
    const configured = 'another key of at least 32 characters';
    await assert.rejects(operatorKeyOf(storeNamed('service.db'), { ...sources, configured }));
  });
});
