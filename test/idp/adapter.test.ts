// run: without coverage

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { insertAccount } from '../../src/idp/accounts.ts';
import { adapterOver } from '../../src/idp/adapter.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { loadOrCreateKeys } from '../../src/idp/provider-keys.ts';
import { createLog } from '../../src/log/log.ts';
import { withEngines } from '../db/engines.ts';
import { connected, refresh } from './delegated.ts';
import { freshDb, startTestIdp } from './harness.ts';

withEngines('the storage of the default provider', (engine) => {
  const options = { refreshGraceSeconds: 0, now: () => Date.now(), log: createLog('silent') };

  it('finds a record by id and uid without storing the id', async () => {
    const db = await freshDb(engine);
    const account = { id: 'a', email: 'a@store.example', passwordHash: 'x', sellerId: 'S1', createdAt: 1 };
    await db.transaction((tx) => insertAccount(tx, account));
    const sessions = adapterOver(db, options)('Session');
    const id = 'the-cookie-of-a-session';
    await sessions.upsert(id, { jti: id, uid: 'u1', kind: 'Session', accountId: 'a', state: { marked: '\u0001' } }, 60);
    assert.deepEqual(await sessions.find(id), {
      jti: id,
      uid: 'u1',
      kind: 'Session',
      accountId: 'a',
      state: { marked: '\u0001' },
    });
    assert.equal(((await sessions.findByUid('u1')) as { accountId?: string }).accountId, 'a');
    assert.ok(!JSON.stringify(await db.all('SELECT * FROM idp_record')).includes(id));
    await sessions.destroy(id);
    assert.equal(await sessions.find(id), undefined);
  });

  it('lets one of 20 concurrent requests consume a code, and ends the grant', async () => {
    const db = await freshDb(engine);
    const adapters = adapterOver(db, options);
    const codes = adapters('AuthorizationCode');
    await adapters('Grant').upsert('g', { kind: 'Grant', clientId: 'c', accountId: 'a' }, 600);
    await codes.upsert('code', { kind: 'AuthorizationCode', grantId: 'g' }, 60);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => codes.consume('code')));
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    for (const result of results) {
      if (result.status === 'rejected') assert.equal((result.reason as { error: string }).error, 'invalid_grant');
    }
    assert.equal(await codes.find('code'), undefined);
    assert.equal(await adapters('Grant').find('g'), undefined);
  });

  it('marks a consumed record until it expires', async () => {
    const db = await freshDb(engine);
    const tokens = adapterOver(db, options)('RefreshToken');
    await tokens.upsert('t', { kind: 'RefreshToken', grantId: 'g' }, 60);
    await tokens.consume('t');
    assert.ok(((await tokens.find('t')) as { consumed?: number }).consumed);
    await tokens.revokeByGrantId('g');
    assert.equal(await tokens.find('t'), undefined);
  });

  it('removes expired records in batches, and clients that were not used for 30 days', async () => {
    const db = await freshDb(engine);
    const tokens = adapterOver(db, options)('AccessToken');
    for (let i = 0; i < 1_100; i++) await tokens.upsert(`old ${i}`, { kind: 'AccessToken' }, 1);
    await tokens.upsert('young', { kind: 'AccessToken' }, 900);
    const clients = adapterOver(db, { ...options, now: () => Date.now() - 31 * DAY_MS })('Client');
    await clients.upsert('unused', { client_id: 'unused', client_name: 'Unused' });
    await clients.upsert('used', { client_id: 'used' });
    await db.run("UPDATE idp_client SET used_at = $1 WHERE id = 'used'", [Date.now() - 31 * DAY_MS]);
    await cleanUp(db, Date.now() + 5_000);
    assert.deepEqual(Number((await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM idp_record'))?.n), 1);
    assert.equal(await clients.find('unused'), undefined);
    assert.ok(await clients.find('used'));
  });

  it('gives processes that start at once the same keys', async () => {
    const db = await freshDb(engine);
    const [one, other, third] = await Promise.all([loadOrCreateKeys(db), loadOrCreateKeys(db), loadOrCreateKeys(db)]);
    assert.deepEqual(one, other);
    assert.deepEqual(one, third);
  });

  it('lets one of 8 concurrent refreshes through in a whole authorization', async () => {
    const idp = await startTestIdp(await freshDb(engine));
    const { application, tokens } = await connected(idp);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => refresh(application, tokens.refresh_token ?? '')),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    await idp.close();
  });
});
