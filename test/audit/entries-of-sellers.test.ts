import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { linkAfter, readLink } from '../../src/audit/chain.ts';
import { appendEntry, columnsOf } from '../../src/audit/entry-table.ts';
import { forwardEntries } from '../../src/audit/forwarding.ts';
import { migrate } from '../../src/db/migrate.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { withEngines } from '../db/engines.ts';
import { chainOf, entry } from './filled-log.ts';

withEngines('entries about a seller', (engine) => {
  const opened = async () => {
    const db = await (await engine.migrated()).open();
    return { db, log: new AuditLog(db) };
  };

  it('are read by that seller alone, newest first, and entries about no seller by none', async () => {
    const { log } = await opened();
    for (const [atMs, sellerId] of [
      [1, 'S1'],
      [2, undefined],
      [3, 'S2'],
      [4, 'S1'],
      [4, 'S1'],
    ] as const)
      await log.append(entry(atMs, { sellerId }));
    const first = await log.sellerPage({ sellerId: 'S1', limit: 2 });
    assert.deepEqual(
      first.map(({ atMs, sellerId }) => [atMs, sellerId]),
      [
        [4, 'S1'],
        [4, 'S1'],
      ],
    );
    const second = await log.sellerPage({ sellerId: 'S1', limit: 2, before: first[1] });
    assert.deepEqual(
      second.map(({ atMs }) => atMs),
      [1],
    );
    assert.deepEqual(
      (await log.sellerPage({ sellerId: 'S2', limit: 9, fromMs: 3, untilMs: 4, operation: 'applyChanges' })).length,
      1,
    );
    for (const query of [{ sellerId: 'S3' }, { sellerId: '' }, { sellerId: 'S2', operation: 'other' }])
      assert.deepEqual(await log.sellerPage({ limit: 9, ...query }), []);
  });

  it('cannot be given to another seller, or taken from one, without a broken chain', async () => {
    for (const tampered of ["'S2'", 'NULL']) {
      const { db, log } = await opened();
      await log.append(entry(1, { sellerId: 'S1' }));
      await log.append(entry(2));
      assert.equal((await chainOf(log)).length, 2);
      await db.run(
        '{sqlite: DROP TRIGGER audit_entry_update} {postgres: DROP TRIGGER audit_entry_change ON audit_entry}',
      );
      await db.run(`UPDATE audit_entry SET seller_id = ${tampered} WHERE number = 1`);
      await assert.rejects(chainOf(log), /Entry 1 of the audit log was changed/);
      await db.run("UPDATE audit_entry SET seller_id = 'S1'");
      await assert.rejects(chainOf(log), /Entry 2 of the audit log was changed/);
    }
  });

  it('come from the store of the provider with their seller, each once, whatever interrupts it', async () => {
    const { log, db } = await opened();
    const provider = await (await engine.fresh()).open();
    await migrate(provider, idpMigrations);
    const record = (n: number) =>
      appendEntry(provider, entry(n, { sellerId: 'S1', who: { type: 'member', id: `m${n}` }, operation: 'grant' }));
    await record(1);
    await record(2);
    const rows = await provider.all<Record<string, string>>('SELECT * FROM audit_pending');
    await forwardEntries(provider, db);
    // As if it had been killed before it removed them here.
    for (const row of rows)
      await provider.run(
        `INSERT INTO audit_pending (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
        Object.values(row),
      );
    await record(3);
    await Promise.all([forwardEntries(provider, db), log.append(entry(4)), log.seal()]);
    const found = await log.sellerPage({ sellerId: 'S1', limit: 9 });
    assert.deepEqual(
      found.map(({ who }) => who.id),
      ['m3', 'm2', 'm1'],
    );
    assert.equal((await chainOf(log)).length, 4);
    assert.deepEqual(await provider.all('SELECT 1 FROM audit_pending'), []);
  });
});

it('an entry without a seller has the digest that versions without sellers computed', () => {
  const row = { ...columnsOf(entry(1, { requestId: 'r' })), entry_id: 'e1' };
  const { digest } = linkAfter(readLink(undefined), row);
  // SHA-256 of ["",1,"e1",1,"client","ops","203.0.113.7","applyChanges","done","r","{\"changed\":1}"].
  assert.equal(digest, '60db67947fc310b40b3b8e1f17d54d71505fa1780852c0bb8b59c8164185fcad');
  assert.notEqual(linkAfter(readLink(undefined), { ...row, seller_id: '' }).digest, digest);
});
