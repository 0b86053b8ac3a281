import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { type CredentialType, dueNotice } from '../../src/domain/authorization/expiring-credential.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { insertAccount, listAccounts } from '../../src/idp/accounts.ts';
import { insertClient, ownApplication } from '../../src/idp/clients.ts';
import { endingCredentials } from '../../src/idp/expiring-credentials.ts';
import { queueExpiryMails } from '../../src/idp/mail/expiry-mails.ts';
import { rotateSecret } from '../../src/idp/secret-rotation.ts';
import { endingsAt } from '../../src/roles/api/endings.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { connected } from './delegated.ts';
import { basic, freshDb, serviceClient, startTestIdp } from './harness.ts';

const NOW = Date.now();

withEngines('secrets and accesses that end soon', (engine) => {
  const onSqlite = testOnSqliteOrInTorture(engine);
  const withSecrets = async (count = 1) => {
    const db = await freshDb(engine);
    for (let n = 0; n < count; n += 1)
      await insertClient(db, {
        ...({
          id: `erp${n}`,
          kind: 'seller',
          name: 'My ERP',
          sellerId: 'S1',
          secret: 's',
          metadata: ownApplication,
        } as const),
        ...{ createdAt: NOW - 100 * DAY_MS, secretExpiresAt: NOW + 20 * DAY_MS + n },
      });
    return db;
  };
  const all = async (db: Db, type: CredentialType, now = NOW) => (await endingCredentials(db, type, now)).credentials;

  onSqlite('are those of sellers within 30 days, in pages, and none twice', async () => {
    const db = await withSecrets(201);
    await insertClient(db, {
      ...({ id: 'feed', kind: 'operator', secret: 's', metadata: ownApplication } as const),
      ...{ createdAt: NOW, secretExpiresAt: NOW + DAY_MS },
    });
    const first = await endingCredentials(db, 'CLIENT_SECRET', NOW);
    const second = await endingCredentials(db, 'CLIENT_SECRET', NOW, first.next);
    // The operator's secret takes a place of the first page.
    assert.deepEqual([first.credentials.length, second.credentials.length, second.next], [199, 2, undefined]);
    const operators = await endingCredentials(db, 'OPERATOR_SECRET', NOW);
    assert.deepEqual(
      operators.credentials.map(({ application, sellerId, type, endsMs }) => [application, sellerId, type, endsMs]),
      [['feed', '', 'CLIENT_SECRET', NOW + DAY_MS]],
    );
    assert.equal(new Set([...first.credentials, ...second.credentials].map(({ id }) => id)).size, 201);
    assert.deepEqual(await all(db, 'CLIENT_SECRET', NOW - 11 * DAY_MS), []);
    assert.deepEqual(await all(db, 'CLIENT_SECRET', NOW + 21 * DAY_MS), []);
  });

  onSqlite('are told to the service only, without the person', async () => {
    const db = await withSecrets();
    const idp = await startTestIdp(db, { demo: false });
    const ask = (headers: Record<string, string>, body: object = { type: 'CLIENT_SECRET' }) =>
      fetch(`${idp.issuer}/token/expiring`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal((await ask({})).status, 401);
    assert.equal((await ask(basic('erp0', 's'))).status, 401);
    const own = basic(serviceClient.id, serviceClient.secret);
    assert.equal((await ask(own, { type: 'PASSWORD' })).status, 400);
    const { credentials } = (await (await ask(own)).json()) as { credentials: Record<string, unknown>[] };
    const { id: _, ...facts } = credentials[0] ?? {};
    assert.deepEqual(facts, {
      ...{ type: 'CLIENT_SECRET', sellerId: 'S1', application: 'erp0', name: 'My ERP' },
      ...{ createdMs: NOW - 100 * DAY_MS, endsMs: NOW + 20 * DAY_MS },
    });
    const identity = createIdentity({
      issuer: idp.issuer,
      introspection: { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' },
    });
    assert.equal(await identity.knowsExpiry(), true);
    const page = await identity.expiringCredentials('CLIENT_SECRET', undefined);
    assert.deepEqual(page, { credentials, next: undefined }, 'as the worker asks');
    assert.deepEqual(
      await endingsAt(identity),
      [{ type: 'CLIENT_SECRET', name: 'My ERP', endsMs: NOW + 20 * DAY_MS, clientId: 'erp0', sellerId: 'S1' }],
      'as the operator reads it',
    );
    const last = { endsMs: NOW + 20 * DAY_MS, id: String(credentials[0]?.id) };
    assert.deepEqual((await identity.expiringCredentials('CLIENT_SECRET', last)).credentials, []);
    await identity.close();
    await idp.close();
  });

  onSqlite(
    'an access ends when its last refresh token does; one that needs a person each time has no end',
    async () => {
      const idp = await startTestIdp(await freshDb(engine));
      await connected(idp);
      const yearMs = 365 * DAY_MS;
      const [grant, ...others] = await all(idp.db, 'GRANT', NOW + yearMs - 20 * DAY_MS);
      assert.deepEqual([grant?.type, grant?.sellerId, others.length], ['GRANT', 'A1DEMOSELLER', 0]);
      assert.ok(Math.abs(Number(grant?.endsMs) - Date.now() - yearMs) < 60_000);
      await idp.db.run("UPDATE idp_record SET payload = replace(payload, 'offline_access', '') WHERE kind = 'Grant'");
      assert.deepEqual(await all(idp.db, 'GRANT', NOW + yearMs - 20 * DAY_MS), []);
      await idp.close();
    },
  );

  it('each notice is queued once as an e-mail to each person concerned, also by two processes at once', async () => {
    const db = await withSecrets();
    const account = { passwordHash: 'x', sellerId: 'S1', createdAt: 1 };
    for (const id of ['a1', 'a2']) await insertAccount(db, { ...account, id, email: `${id}@store.example` });
    assert.equal((await listAccounts(db)).length, 2);
    const mails = async () => (await db.all<{ account_id: string }>('SELECT account_id FROM idp_mail')).length;
    const queued = await Promise.all([queueExpiryMails(db, NOW), queueExpiryMails(db, NOW)]);
    assert.deepEqual([queued.toSorted(), await mails()], [[0, 1], 2]);
    assert.equal(await queueExpiryMails(db, NOW + 12 * DAY_MS), 0);
    // It did not run for days: the notice of 7 days comes late.
    assert.equal(await queueExpiryMails(db, NOW + 18 * DAY_MS), 1);
    assert.equal(await queueExpiryMails(db, NOW + 19 * DAY_MS + HOUR_MS), 1);
    assert.equal(await mails(), 6);
    assert.equal(await queueExpiryMails(db, NOW + 22 * DAY_MS), 0);
    assert.equal((await db.all('SELECT 1 AS one FROM idp_credential_notice')).length, 0);
  });

  onSqlite('a secret that a rotation ends within a day has the notice of one day', async () => {
    const db = await withSecrets();
    await rotateSecret(db, { clientId: 'erp0', overlapMs: DAY_MS, expiresAt: undefined, now: NOW });
    const notices = (await all(db, 'CLIENT_SECRET')).map((one) => dueNotice(one, NOW));
    assert.deepEqual(notices, [1]);
  });
});
