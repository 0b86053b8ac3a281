import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import type { MemberRole } from '../../src/domain/authorization/roles.ts';
import { insertAccount, removeAccount } from '../../src/idp/accounts.ts';
import { membershipsOf, membersOf } from '../../src/idp/members.ts';
import { changeRole, removeMember, transferOwnership } from '../../src/idp/team.ts';
import { withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';

const SELLER = 'S1';
const NOW = 1_000_000;
const nothing = async () => {};

/** A person with one membership; returns the member's id. */
async function person(db: Db, name: string, role: MemberRole, sellerId = SELLER): Promise<string> {
  const account = { id: `person-${name}`, email: `${name}@x.example`, passwordHash: 'x', sellerId, createdAt: NOW };
  await db.transaction((tx) => insertAccount(tx, account, role));
  return (await membershipsOf(db, account.id))[0]?.id ?? '';
}

const rolesOf = async (db: Db, sellerId = SELLER) =>
  Object.fromEntries((await membersOf(db, sellerId)).map(({ email, role }) => [email.split('@')[0], role]));

const removal = (actorId: string, memberId: string) => ({
  ...{ sellerId: SELLER, actorId, memberId },
  takeOver: new Set<string>(),
});

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
    const other = await person(db, 'other', 'manager', 'S2');
    await person(db, 'boss', 'owner', 'S2');
    for (const sellerId of [SELLER, 'S2']) {
      const change = { sellerId, actorId: owner, memberId: other };
      assert.notEqual(await changeRole(db, { ...change, role: 'analyst' }, nothing), 'done');
      assert.notEqual(await removeMember(db, { ...change, takeOver: new Set() }, nothing), 'done');
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
    assert.equal(await transferOwnership(db, { ...change, memberId: manager }, nothing), 'done');
    assert.deepEqual(await rolesOf(db), { owner: 'manager', manager: 'owner' });
    assert.deepEqual(await removeAccount(db, 'owner@x.example'), { kind: 'removed' });
    assert.deepEqual(await removeAccount(db, 'manager@x.example'), { kind: 'removed' });
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
});
