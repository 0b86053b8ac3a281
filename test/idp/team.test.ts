import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { OPERATOR_RIGHTS } from '../../src/domain/authorization/operator-rights.ts';
import { rightsWith } from '../../src/domain/authorization/rights.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { removeAccount, setAccountDisabled } from '../../src/idp/accounts.ts';
import { createApplication } from '../../src/idp/application-changes.ts';
import { insertClient } from '../../src/idp/clients.ts';
import { secretsBeyond, secretsOfMember } from '../../src/idp/member-possessions.ts';
import { memberById, membersOf } from '../../src/idp/members.ts';
import { changeOperator, inviteOperator, operatorsAfter } from '../../src/idp/operator/operator-team.ts';
import { rotateSecret } from '../../src/idp/secret-rotation.ts';
import { secretsOf } from '../../src/idp/stored-secrets.ts';
import { changeRole, type OnTeamChange, removeMember, transferOwnership } from '../../src/idp/team.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';
import { NOW, nothing, person, removal, rolesOf, SELLER } from './people.ts';

withEngines('the team of a seller (decision 52) and of the operator (decision 55)', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  once('only owners change roles and remove members; nobody raises itself', async () => {
    const db = await freshDb(engine);
    const ids = {
      owner: await person(db, 'owner', 'owner'),
      manager: await person(db, 'manager', 'manager'),
      analyst: await person(db, 'analyst', 'analyst'),
      developer: await person(db, 'developer', 'developer'),
    };
    const before = await rolesOf(db);
    for (const actorId of [ids.manager, ids.analyst, ids.developer]) {
      for (const memberId of Object.values(ids)) {
        const change = { sellerId: SELLER, actorId, memberId, now: NOW };
        assert.equal(await changeRole(db, { ...change, role: 'owner' }, nothing), 'not an owner');
        assert.equal(await transferOwnership(db, change, nothing), 'not an owner');
        if (memberId !== actorId)
          assert.equal(await removeMember(db, removal(actorId, memberId), nothing), 'not an owner');
      }
    }
    assert.deepEqual(await rolesOf(db), before);
    assert.equal(await removeMember(db, removal(ids.analyst, ids.analyst), nothing), 'done');
    assert.equal(await removeMember(db, removal(ids.owner, ids.developer), nothing), 'done');
    assert.deepEqual(await rolesOf(db), { owner: 'owner', manager: 'manager' });
  });

  once('an owner of one seller changes nothing at another', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    const other = await person(db, 'other', 'manager', { sellerId: 'S2' });
    await person(db, 'boss', 'owner', { sellerId: 'S2' });
    for (const sellerId of [SELLER, 'S2']) {
      const change = { sellerId, actorId: owner, memberId: other, now: NOW };
      assert.notEqual(await changeRole(db, { ...change, role: 'analyst' }, nothing), 'done');
      assert.notEqual(await removeMember(db, { ...removal(owner, other), sellerId }, nothing), 'done');
    }
    assert.deepEqual(await rolesOf(db, 'S2'), { boss: 'owner', other: 'manager' });
  });

  once('a seller with members always has an owner', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    const manager = await person(db, 'manager', 'manager');
    const change = { sellerId: SELLER, actorId: owner, memberId: owner, now: NOW };
    assert.equal(await changeRole(db, { ...change, role: 'manager' }, nothing), 'last owner');
    assert.equal(await removeMember(db, removal(owner, owner), nothing), 'last owner');
    assert.deepEqual(await removeAccount(db, 'owner@x.example'), { kind: 'last owner', sellerId: SELLER });
    await person(db, 'disabled', 'owner');
    await db.run("UPDATE idp_account SET disabled_at = 1 WHERE id = 'person-disabled'");
    assert.equal(await removeMember(db, removal(owner, owner), nothing), 'last owner', 'the other one cannot act');
    await removeAccount(db, 'disabled@x.example');
    assert.equal(await transferOwnership(db, { ...change, memberId: manager }, nothing), 'done');
    assert.deepEqual(await rolesOf(db), { owner: 'manager', manager: 'owner' });
    assert.deepEqual(await removeAccount(db, 'owner@x.example'), { kind: 'removed' });
    assert.equal(await removeMember(db, removal(manager, manager), nothing), 'last owner', 'also without others');
    assert.deepEqual(await removeAccount(db, 'manager@x.example'), { kind: 'removed' });
  });

  it('of two owners who lower each other at the same time exactly one succeeds', async () => {
    const db = await freshDb(engine);
    const [one, two] = [await person(db, 'one', 'owner'), await person(db, 'two', 'owner')];
    const lowered = (actorId: string, memberId: string) =>
      changeRole(db, { sellerId: SELLER, actorId, memberId, role: 'manager', now: NOW }, nothing);
    const results = await Promise.all([lowered(one, two), lowered(two, one)]);
    assert.deepEqual(results.sort(), ['done', 'not an owner']);
    assert.deepEqual(Object.values(await rolesOf(db)).sort(), ['manager', 'owner']);
  });

  it('of two owners who remove or lower each other at the same time, one stays an owner', async () => {
    const db = await freshDb(engine);
    for (const turn of [1, 2, 3, 4]) {
      const [one, two] = [await person(db, `one${turn}`, 'owner'), await person(db, `two${turn}`, 'owner')];
      const lowered = (actorId: string, memberId: string) =>
        changeRole(db, { sellerId: SELLER, actorId, memberId, role: 'analyst', now: NOW }, nothing);
      const results = await Promise.all(
        turn % 2 === 0
          ? [lowered(one, two), lowered(two, one), lowered(one, one), lowered(two, two)]
          : [removeMember(db, removal(one, two), nothing), removeMember(db, removal(two, one), nothing)],
      );
      const owners = (await membersOf(db, SELLER)).filter(({ role }) => role === 'owner');
      assert.equal(owners.length, 1, results.join());
      for (const { email } of (await membersOf(db, SELLER)).filter(({ role }) => role !== 'owner'))
        await removeAccount(db, email);
      await removeAccount(db, owners[0]?.email ?? '');
    }
  });

  it("of the operator's two administrators who end each other at the same time, one stays", async () => {
    const db = await freshDb(engine);
    const [held, actor] = [OPERATOR_RIGHTS, { id: 'o', from: '::1', requestId: 'r' }];
    const context = { db, nowMs: NOW, actor, wakeMail: () => undefined };
    const change = (accountId: string, changed: { isDisabled: boolean } | { rights: ['operator:support'] }) =>
      changeOperator(context, { accountId, held, ...changed }).then((answer) => answer && !('refused' in answer));
    const ends: ((one: { accountId: string; email: string }) => Promise<unknown>)[] = [
      ({ accountId }) => change(accountId, { isDisabled: true }),
      ({ accountId }) => change(accountId, { rights: ['operator:support'] }),
      ({ email }) => setAccountDisabled(db, { email, disabledAt: NOW }, nothing).catch(() => false),
      ({ email }) =>
        removeAccount(db, email).then(
          ({ kind }) => kind === 'removed',
          () => false,
        ),
    ];
    for (const [turn, end] of ends.entries()) {
      for (const name of ['one', 'two']) {
        const rights = ['operator:admin'] as const;
        await inviteOperator(context, { email: `${name}${turn}@x.example`, rights, held });
      }
      const people = (await operatorsAfter(db, '', 9)).filter(({ email }) => email.endsWith(`${turn}@x.example`));
      const done = await Promise.all(people.map((one, n) => (ends[(turn + n) % ends.length] ?? end)(one)));
      assert.equal(done.filter((isDone) => isDone === true).length, 1, `turn ${turn}`);
      // The next two must be the only ones.
      await db.run("DELETE FROM idp_operator_right WHERE name = 'operator:admin'");
    }
  });

  it('of two owners who leave at the same time, one stays', async () => {
    const db = await freshDb(engine);
    const [one, two] = [await person(db, 'one', 'owner'), await person(db, 'two', 'owner')];
    await person(db, 'analyst', 'analyst');
    const results = await Promise.all([one, two].map((id) => removeMember(db, removal(id, id), nothing)));
    assert.deepEqual(results.sort(), ['done', 'last owner']);
  });

  once(
    'the secrets that a removed member created go to the owner who takes them over, or end after 24 hours',
    async () => {
      const db = await freshDb(engine);
      const [owner, developer] = [await person(db, 'owner', 'owner'), await person(db, 'developer', 'developer')];
      const stranger = await person(db, 'stranger', 'owner', { sellerId: 'S2' });
      for (const [clientId, sellerId] of [
        ['kept', SELLER],
        ['ended', SELLER],
        ['foreign', 'S2'],
      ] as const) {
        await insertClient(db, { id: clientId, kind: 'seller', sellerId, metadata: {}, secret: 's', createdAt: 1 });
        await rotateSecret(db, { clientId, overlapMs: 0, expiresAt: undefined, createdBy: developer, now: 2 });
      }
      const member = (await memberById(db, developer)) ?? assert.fail();
      const secrets = await secretsOfMember(db, member, NOW);
      assert.deepEqual(secrets.map(({ clientId }) => clientId).sort(), ['ended', 'kept']);
      const kept = secrets.find(({ clientId }) => clientId === 'kept')?.id ?? '';
      const change = {
        ...removal(owner, developer),
        takeOver: { grants: new Set<string>(), secrets: new Set([kept]) },
      };
      const settled: unknown[] = [];
      assert.equal(await removeMember(db, change, async (_tx, _member, result) => void settled.push(result)), 'done');
      assert.deepEqual(settled, [
        { grantsTakenOver: [], grantsEnded: [], secretsTakenOver: ['kept'], secretsEnded: ['ended'] },
      ]);
      const state = (clientId: string) => newestSecret(db, clientId);
      assert.deepEqual(await state('kept'), [owner, null]);
      assert.deepEqual(await state('ended'), [developer, NOW + DAY_MS]);
      assert.deepEqual(await state('foreign'), [developer, null]);
      assert.equal((await membersOf(db, 'S2'))[0]?.id, stranger);
    },
  );

  once(
    'a lower role ends the secrets that give more than it after 24 hours, unless an owner takes them over',
    async () => {
      const db = await freshDb(engine);
      const [owner, other] = [await person(db, 'owner', 'owner'), await person(db, 'other', 'owner')];
      await applications(db, other);
      const member = (await memberById(db, other)) ?? assert.fail();
      const beyond = await secretsBeyond(db, member, 'manager', NOW);
      assert.deepEqual(beyond.map(({ clientId }) => clientId).sort(), ['account', 'taken'], 'managers change prices');
      const takeOver = new Set(beyond.filter(({ clientId }) => clientId === 'taken').map(({ id }) => id));
      const change = { sellerId: SELLER, actorId: owner, memberId: other, now: NOW };
      const settled: unknown[][] = [];
      const onChange: OnTeamChange = async (_tx, _member, { secretsTakenOver, secretsEnded }) =>
        void settled.push([secretsTakenOver, secretsEnded.sort()]);
      assert.equal(await changeRole(db, { ...change, role: 'owner', takeOver }, onChange), 'done');
      assert.equal(await changeRole(db, { ...change, role: 'manager', takeOver }, onChange), 'done');
      assert.equal(await changeRole(db, { ...change, role: 'analyst' }, onChange), 'done');
      assert.deepEqual(settled, [
        [[], []],
        [['taken'], ['account']],
        [[], ['account', 'basic', 'prices']],
      ]);
      assert.deepEqual(await newestSecret(db, 'taken'), [owner, null]);
      for (const id of ['account', 'basic', 'prices'])
        assert.deepEqual(await newestSecret(db, id), [other, NOW + DAY_MS], id);
    },
  );

  once('an owner who transfers the ownership keeps no secret that gives more than a manager has', async () => {
    const db = await freshDb(engine);
    const [owner, heir] = [await person(db, 'owner', 'owner'), await person(db, 'heir', 'analyst')];
    await applications(db, owner);
    const change = { sellerId: SELLER, actorId: owner, memberId: heir, now: NOW };
    assert.equal(await transferOwnership(db, change, nothing), 'done');
    assert.deepEqual(await newestSecret(db, 'account'), [owner, NOW + DAY_MS]);
    assert.deepEqual(await newestSecret(db, 'prices'), [owner, null]);
  });

  it('a secret that is created while the role is lowered does not outlive it', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    for (const turn of [1, 2, 3, 4]) {
      const [other, clientId] = [await person(db, `other${turn}`, 'owner'), `own${turn}`];
      const named = ['seller-api:account:read'];
      const created = { sellerId: SELLER, actorId: other, clientId, name: 'ERP', named, now: NOW };
      const change = { sellerId: SELLER, actorId: owner, memberId: other, role: 'manager', now: NOW } as const;
      const creation = () => createApplication(db, { ...created, secretExpiresAt: undefined }, nothing);
      const lowering = () => changeRole(db, change, nothing);
      const both = turn % 2 === 0 ? [creation(), lowering()] : [lowering(), creation()];
      const results = await Promise.all<unknown>(both);
      assert.ok(results.includes('done'));
      const [secret] = await secretsOf(db, clientId);
      assert.equal(secret?.expiresAt, results.includes('not allowed') ? undefined : NOW + DAY_MS);
    }
  });
});

/** Own applications with basic rights and more, whose secrets this member created. */
async function applications(db: Db, createdBy: string): Promise<void> {
  const account = rightsWith(['seller-api:account:read']);
  const rightsOf = { account, basic: undefined, prices: rightsWith(['seller-api:pricing:write']), taken: account };
  for (const [id, rights] of Object.entries(rightsOf)) {
    const client = { id, kind: 'seller', sellerId: SELLER, rights, metadata: {}, secret: 's', createdAt: 1 } as const;
    await insertClient(db, client);
    await rotateSecret(db, { clientId: id, overlapMs: 0, expiresAt: undefined, createdBy, now: 2 });
  }
}

async function newestSecret(db: Db, clientId: string): Promise<unknown[]> {
  const [newest] = await secretsOf(db, clientId);
  return [newest?.createdBy, newest?.expiresAt];
}
