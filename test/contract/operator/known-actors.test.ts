import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import type { Db } from '../../../src/db/db.ts';
import { MAX_FOUND_ACTORS } from '../../../src/domain/accounts/known-actor.ts';
import type { AuditActor } from '../../../src/domain/audit/audit-entry.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { removeAccount } from '../../../src/idp/accounts.ts';
import { insertClient, ownApplication } from '../../../src/idp/clients.ts';
import { insertOperator } from '../../../src/idp/operator/operator-people.ts';
import { createLog } from '../../../src/log/log.ts';
import { Notes } from '../../../src/notes/notes.ts';
import { auditedNotes, auditOf } from '../../../src/roles/api/audit.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService, importsOn } from '../../harness/bare-service.ts';
import { documentedBy } from '../../harness/documented.ts';
import { startProvider } from '../../harness/provider.ts';
import { freshDb, serviceClient, startTestIdp, type TestIdp } from '../../idp/harness.ts';
import { person, SELLER } from '../../idp/people.ts';

type Shown = { type?: string; id?: string; email?: string; name?: string; isRemoved?: boolean };

const BOTH = 'person~market~write+sellers~read';
const NOW = Date.UTC(2026, 10, 18, 12);
const OLGA = 'olga@market.example';

/** A real embedded provider behind the service; the tokens of callers are scripted. */
withEnginesInTorture('who an id stands for, for the operator (decision 55)', (engine) => {
  let idp: TestIdp;
  let tokens: Awaited<ReturnType<typeof startProvider>>;
  let own: ReturnType<typeof createIdentity>;
  let service: TestApp;
  let elsewhere: TestApp;
  let stopped: TestApp;
  let mustFit: Awaited<ReturnType<typeof documentedBy>>;
  let db: Db;
  let log: AuditLog;
  let anna: string;

  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    const people = [
      { id: 'olga', email: OLGA },
      { id: 'oskar', email: 'oskar@market.example' },
      { id: 'gone', email: 'gone@market.example' },
    ];
    for (const one of people)
      await idp.db.transaction((tx) =>
        insertOperator(tx, { ...one, passwordHash: 'x', createdAt: 1 }, ['operator:admin', 'operator:support']),
      );
    const app = { secret: 's', metadata: ownApplication, createdAt: 1 } as const;
    await insertClient(idp.db, {
      ...app,
      id: 'op',
      kind: 'operator',
      name: 'Price feed',
      rights: ['operator:market:write'],
    });
    await insertClient(idp.db, { ...app, id: 'app-1', kind: 'seller', name: '100% Repricer', sellerId: SELLER });
    anna = await person(idp.db, 'anna', 'owner');
    tokens = await startProvider();
    db = await (await engine.migrated()).open();
    log = new AuditLog(db);
    const notes = new Notes(db, () => NOW);
    const parts = {
      ...{ ...bareService, notes, noteChanges: auditedNotes(notes, () => NOW), imports: importsOn(db, () => NOW) },
      ...auditOf({ db, now: () => NOW, log: createLog('silent') }),
    };
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    own = createIdentity({ issuer: idp.issuer, introspection });
    const guards = { bearer: bearerGuard(tokens.identity, createRateLimits(GENEROUS_PLAN)) };
    const withIdentity = (operate: typeof own.operate) =>
      startApp({ groups: pathGroupsOf({ ...parts, identity: { ...tokens.identity, operate } }), guards });
    service = await withIdentity(own.operate);
    elsewhere = await withIdentity(tokens.identity.operate);
    stopped = await withIdentity(bareService.identity.operate);
    mustFit = await documentedBy(service.app);
    const actors: AuditActor[] = [
      ...[{ type: 'operator', id: 'olga' } as const, { type: 'operator', id: 'op' } as const],
      ...[{ type: 'client', id: 'op' } as const, { type: 'client', id: 'app-1' } as const],
      ...[{ type: 'member', id: anna } as const, { type: 'user', id: 'olga' } as const],
      ...[{ type: 'service', id: 'worker' } as const, { type: 'operator', id: 'gone' } as const],
      ...[{ type: 'client', id: 'operator-console' } as const, { type: 'member', id: 'nobody' } as const],
    ];
    for (const [n, who] of actors.entries())
      await log.append({ atMs: NOW + n, who, from: 'x', operation: 'test', outcome: 'done', details: {} });
  });
  after(async () => {
    await Promise.all([service, elsewhere, stopped].map(({ app }) => app.close()));
    await Promise.all([own.close(), tokens.close()]);
    await idp.close();
  });

  const call = async (method: 'GET' | 'POST', url: string, token: string, body?: object, on = service) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await on.app.inject({ method, url, headers, ...(body && { payload: body }) });
    mustFit(method, url.replace(/\?.*$/s, ''), answer);
    return answer;
  };
  const audit = async (token: string, query = '', on = service) => {
    const answer = await call('GET', `/operator/v1/audit?operation=test${query}`, token, undefined, on);
    assert.equal(answer.statusCode, 200, answer.body);
    return (answer.json().entries as { who: Shown }[]).map(({ who }) => who).reverse();
  };
  const found = async (who: string, token = BOTH) =>
    (await audit(token, `&who=${encodeURIComponent(who)}`)).map(({ type, id }) => `${type} ${id}`);

  test('200 the audit log shows people by address, applications by name, and who is gone by the id', async () => {
    assert.equal((await removeAccount(idp.db, 'gone@market.example')).kind, 'removed');
    const shown: Shown[] = [
      { type: 'operator', id: 'olga', email: OLGA },
      { type: 'operator', id: 'op', name: 'Price feed' },
      { type: 'client', id: 'op', name: 'Price feed' },
      { type: 'client', id: 'app-1', name: '100% Repricer' },
      { type: 'member', id: anna, email: 'anna@x.example' },
      { type: 'user', id: 'olga' },
      { type: 'service', id: 'worker' },
      { type: 'operator', id: 'gone', isRemoved: true },
      { type: 'client', id: 'operator-console', name: 'Operator console' },
      { type: 'member', id: 'nobody', isRemoved: true },
    ];
    assert.deepEqual(await audit(BOTH), shown);
    const lines = await service.app.inject({
      url: '/operator/v1/audit?operation=test',
      headers: { authorization: `Bearer ${BOTH}`, accept: 'application/x-ndjson' },
    });
    const streamed = lines.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).who);
    assert.deepEqual(streamed.reverse(), shown);
    const stored = await db.all("SELECT * FROM audit_entry WHERE operation = 'test'");
    assert.doesNotMatch(JSON.stringify(stored), /@|Price feed/, 'no address and no name is stored in an entry');
  });

  test('200 without operator:sellers:read people and applications of sellers are ids, and nobody calls them gone', async () => {
    const shown = await audit('person~market~write');
    const ofSellers = shown.filter(({ id }) => id === 'app-1' || id === anna || id === 'nobody');
    assert.deepEqual(
      ofSellers.map((who) => Object.keys(who)),
      [
        ['type', 'id'],
        ['type', 'id'],
        ['type', 'id'],
      ],
    );
    assert.equal(shown[0]?.email, OLGA);
    assert.deepEqual(await found('anna@x.example', 'person~market~write'), [], 'the filter tells no more');
    assert.deepEqual(await found('repricer', 'person~market~write'), []);
  });

  test('200 the filter takes an id, a whole address, and a part of an address or of a name', async () => {
    assert.deepEqual(await found('olga'), ['operator olga', 'user olga']);
    assert.deepEqual(await found('OLGA@market.example'), ['operator olga', 'user olga']);
    assert.deepEqual(await found('anna@x'), [`member ${anna}`]);
    assert.deepEqual(await found('price f'), ['operator op', 'client op']);
    assert.deepEqual(await found('100%'), ['client app-1'], 'no wildcard');
    assert.deepEqual(await found('o_ga'), []);
    assert.deepEqual(await found('@'), [], 'too short for a part');
    assert.deepEqual(await found('gone'), ['operator gone'], 'the id of somebody who is gone');
    const paged = await call('GET', '/operator/v1/audit?operation=test&who=price%20f&limit=1', BOTH);
    const { entries, nextToken } = paged.json();
    const rest = await call('GET', `/operator/v1/audit?operation=test&who=price%20f&nextToken=${nextToken}`, BOTH);
    assert.deepEqual(
      [...entries, ...rest.json().entries].map(({ who }) => who.type),
      ['client', 'operator'],
    );
  });

  test('400 a filter that fits too many says so', async () => {
    for (let n = 0; n <= MAX_FOUND_ACTORS; n += 1)
      await insertClient(idp.db, {
        ...{ id: `many-${n}`, kind: 'dynamic', name: `Many ${n}`, metadata: ownApplication, createdAt: 1 },
      });
    const answer = await call('GET', '/operator/v1/audit?who=many', BOTH);
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /More than 40 .* send more of it/);
    assert.deepEqual(await found('Many 7'), []);
  });

  test('200 a provider that cannot tell leaves names out; a filter by address says that it cannot be asked', async () => {
    for (const on of [elsewhere, stopped]) {
      const shown = await audit(BOTH, '', on);
      assert.equal(shown.length, 10);
      for (const who of shown) assert.deepEqual(Object.keys(who), ['type', 'id']);
      assert.equal((await audit(BOTH, '&who=op', on)).length, 2);
    }
    assert.deepEqual(await audit(BOTH, `&who=${OLGA}`, elsewhere), []);
    const answer = await call('GET', `/operator/v1/audit?who=${OLGA}`, BOTH, undefined, stopped);
    assert.equal(answer.statusCode, 503, answer.body);
  });

  test('200 imports, notes and support sessions say who; a program that only reads the market gets no address', async () => {
    const values = [NOW, NOW, JSON.stringify(['M1'])];
    await db.run(
      `INSERT INTO market_import (id, state, source, file_name, who_type, who, applier_type, applier, from_address, created_ms, started_ms,
         bytes, read_bytes, lines, marketplaces, starts)
       VALUES ('imp_1', 'DONE', 'upload', 'a.csv', 'operator', 'olga', 'client', 'op', 'x', $1, $2, 0, 0, 0, $3, 1)`,
      values,
    );
    const importFor = async (token: string) => (await call('GET', '/operator/v1/imports', token)).json().imports[0];
    const { by, appliedBy } = await importFor(BOTH);
    assert.deepEqual(by, { type: 'operator', id: 'olga', email: OLGA });
    assert.deepEqual(appliedBy, { type: 'client', id: 'op', name: 'Price feed' });
    const reader = await importFor('operator~market~read');
    assert.deepEqual(
      [reader.by, reader.appliedBy],
      [
        { type: 'operator', id: 'olga' },
        { type: 'client', id: 'op' },
      ],
    );

    const note = await call('POST', '/operator/v1/notes', 'person~sellers~write', { text: 'Maintenance tonight' });
    assert.deepEqual([note.json().createdBy, note.json().creator], ['olga', { email: OLGA }]);
    const [listed] = (await call('GET', '/operator/v1/notes', 'operator~sellers~read')).json().notes;
    assert.deepEqual(listed.creator, { email: OLGA });
    const seen = await call('GET', '/sellers/v4/notes', 'owner.of.S1');
    assert.doesNotMatch(seen.body, /olga|creator/);

    const begun = await call('POST', '/operator/v1/supportSessions', 'second~support', {
      ...{ sellerId: SELLER, reason: 'Ticket 4711' },
    });
    assert.equal(begun.statusCode, 200, begun.body);
    assert.deepEqual([begun.json().operatorId, begun.json().operator], ['oskar', { email: 'oskar@market.example' }]);
    const [session] = (await call('GET', '/operator/v1/supportSessions', 'person~support')).json().supportSessions;
    assert.deepEqual(session.operator, { email: 'oskar@market.example' });
    const ofSeller = await call('GET', '/sellers/v4/supportSessions', 'owner.of.S1');
    assert.equal(ofSeller.statusCode, 200);
    assert.doesNotMatch(ofSeller.body, /oskar|operator"/);
  });

  test('403 a person of the operator who lacks the right is named in the log, one of a seller by the application', async () => {
    for (const token of ['second~sellers~read', 'owner.of.S1'])
      assert.equal((await call('GET', '/operator/v1/audit', token)).statusCode, 403);
    const denied = (await call('GET', '/operator/v1/audit?operation=getAudit', BOTH)).json().entries;
    assert.deepEqual(
      denied.map(({ who, outcome }: { who: Shown; outcome: string }) => [who.id, who.email, outcome]),
      [
        ['console', undefined, 'denied'],
        ['oskar', 'oskar@market.example', 'denied'],
      ],
    );
  });
});
