import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { AuditLog } from '../../src/audit/audit-log.ts';
import { entriesIn, takeEntries } from '../../src/audit/forwarding.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { recordChange } from '../../src/idp/audit-entries.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { basic, freshDb, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture('entries of the audit log at the provider', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
  });
  after(() => idp.close());

  const maker = (atMs: number) => ({ atMs, who: { type: 'member', id: 'm1' }, from: '203.0.113.7' }) as const;
  const record = (atMs: number) =>
    recordChange(idp.db, maker(atMs), {
      operation: 'grant withdrawn',
      sellerId: 'S1',
      details: { client: `c${atMs}` },
    });

  it('wait until the service has stored them, and it takes each once', async () => {
    const db = await (await engine.migrated()).open();
    const log = new AuditLog(db);
    const identity = createIdentity({
      issuer: idp.issuer,
      introspection: { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' },
    });
    assert.equal(await identity.hasAuditEntries(), true);
    await record(1);
    await record(2);
    // A service that is killed after it has stored them asks again, and so does a second worker.
    const entries = entriesIn(await identity.waitingAuditEntries([]));
    await takeEntries(db, entries);
    const again = entriesIn(await identity.waitingAuditEntries([]));
    assert.deepEqual(again, entries);
    await takeEntries(db, again);
    await record(3);
    const rest = entriesIn(await identity.waitingAuditEntries(entries.map(({ entry_id }) => entry_id)));
    assert.deepEqual(
      rest.map(({ at_ms }) => at_ms),
      [3],
    );
    await takeEntries(db, rest);
    assert.deepEqual(await identity.waitingAuditEntries(rest.map(({ entry_id }) => entry_id)), []);
    assert.deepEqual(
      (await log.sellerPage({ sellerId: 'S1', limit: 9 })).map(({ details }) => details.client),
      ['c3', 'c2', 'c1'],
    );
    await identity.close();
  });

  it('are given to the service alone', async () => {
    await record(4);
    const ask = (headers: Record<string, string>, body = '{"stored":[]}') =>
      fetch(`${idp.issuer}/token/audit`, { method: 'POST', headers, body });
    for (const headers of [{}, basic('seller-service', 'wrong'), basic('demoseller', 'demosellersecret')]) {
      const answer = await ask(headers);
      assert.equal(answer.status, 401);
      assert.doesNotMatch(await answer.text(), /c4/);
    }
    const own = basic(serviceClient.id, serviceClient.secret);
    for (const body of ['', '[]', '{}', '{"stored":[1]}', JSON.stringify({ stored: Array(1_001).fill('x') })])
      assert.equal((await ask(own, body)).status, 400, body.slice(0, 40));
    assert.match(await (await ask(own)).text(), /c4/);
    assert.throws(() => entriesIn([{ entry_id: 'x' }]), /is none/);
  });
});
