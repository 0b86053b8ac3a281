import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { removeAccount } from '../../src/idp/accounts.ts';
import { insertClient } from '../../src/idp/clients.ts';
import { secretsOfMember } from '../../src/idp/member-possessions.ts';
import { memberById, membersOf } from '../../src/idp/members.ts';
import { rotateSecret } from '../../src/idp/secret-rotation.ts';
import { secretsOf } from '../../src/idp/stored-secrets.ts';
import { changeRole, removeMember, transferOwnership } from '../../src/idp/team.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';
import { NOW, nothing, person, removal, rolesOf, SELLER } from './people.ts';

withEngines("a seller's team (decision 52)", (engine) => {
  it('only owners change roles and remove members; nobody raises itself', async () => {
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
        const change = { sellerId: SELLER, actorId, memberId };
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

  it('an owner of one seller changes nothing at another', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    const other = await person(db, 'other', 'manager', { sellerId: 'S2' });
    await person(db, 'boss', 'owner', { sellerId: 'S2' });
    for (const sellerId of [SELLER, 'S2']) {
      const change = { sellerId, actorId: owner, memberId: other };
      assert.notEqual(await changeRole(db, { ...change, role: 'analyst' }, nothing), 'done');
      assert.notEqual(await removeMember(db, { ...removal(owner, other), sellerId }, nothing), 'done');
    }
    assert.deepEqual(await rolesOf(db, 'S2'), { boss: 'owner', other: 'manager' });
  });

  it('a seller with members always has an owner', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    const manager = await person(db, 'manager', 'manager');
    const change = { sellerId: SELLER, actorId: owner, memberId: owner };
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
      changeRole(db, { sellerId: SELLER, actorId, memberId, role: 'manager' }, nothing);
    const results = await Promise.all([lowered(one, two), lowered(two, one)]);
    assert.deepEqual(results.sort(), ['done', 'not an owner']);
    assert.deepEqual(Object.values(await rolesOf(db)).sort(), ['manager', 'owner']);
  });

  it('of two owners who remove or lower each other at the same time, one stays an owner', async () => {
    const db = await freshDb(engine);
    for (const turn of [1, 2, 3, 4]) {
      const [one, two] = [await person(db, `one${turn}`, 'owner'), await person(db, `two${turn}`, 'owner')];
      const lowered = (actorId: string, memberId: string) =>
        changeRole(db, { sellerId: SELLER, actorId, memberId, role: 'analyst' }, nothing);
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

  it('of two owners who leave at the same time, one stays', async () => {
    const db = await freshDb(engine);
    const [one, two] = [await person(db, 'one', 'owner'), await person(db, 'two', 'owner')];
    await person(db, 'analyst', 'analyst');
    const results = await Promise.all([one, two].map((id) => removeMember(db, removal(id, id), nothing)));
    assert.deepEqual(results.sort(), ['done', 'last owner']);
  });

  testOnSqliteOrInTorture(engine)(
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
      const state = async (clientId: string) => {
        const [newest] = await secretsOf(db, clientId);
        return [newest?.createdBy, newest?.expiresAt];
      };
      assert.deepEqual(await state('kept'), [owner, null]);
      assert.deepEqual(await state('ended'), [developer, NOW + DAY_MS]);
      assert.deepEqual(await state('foreign'), [developer, null]);
      assert.equal((await membersOf(db, 'S2'))[0]?.id, stranger);
    },
  );
});
