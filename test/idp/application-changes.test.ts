import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db, Sql } from '../../src/db/db.ts';
import { BASIC_RIGHTS, NAMED_RIGHTS, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { type MemberRole, ROLES, rightsOfRole } from '../../src/domain/authorization/roles.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { insertAccount } from '../../src/idp/accounts.ts';
import {
  changeApplicationRights,
  createApplication,
  endApplicationSecret,
  MAX_APPLICATIONS,
  removeApplication,
  rotateApplicationSecret,
  setApplicationDisabled,
} from '../../src/idp/application-changes.ts';
import { insertClient, ownApplication, setClientDisabled } from '../../src/idp/clients.ts';
import { membersOf } from '../../src/idp/members.ts';
import { applicationOf, applicationsOf } from '../../src/idp/own-applications.ts';
import { isLive, secretsOf } from '../../src/idp/stored-secrets.ts';
import { changeRole } from '../../src/idp/team.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';

const HOME = 'A1';
const OTHER = 'A2';
const CHANGE = NAMED_RIGHTS[0];
const now = Date.now();

withEngines('changes of a seller’s own applications (decisions 51, 52 and 59)', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  /** A store with one member of each role at a seller, and an owner of another. */
  async function team() {
    const db = await freshDb(engine);
    const people = [...ROLES.map((role) => [HOME, role] as const), [OTHER, 'owner'] as const];
    for (const [sellerId, role] of people) {
      const email = `${role}@${sellerId}`;
      const account = { id: email, email, passwordHash: 'x', sellerId, createdAt: now };
      await db.transaction((tx) => insertAccount(tx, account, role));
    }
    const memberId = async (sellerId: string, role: MemberRole) =>
      (await membersOf(db, sellerId)).find((member) => member.role === role)?.id ?? '';
    const ids = Object.fromEntries(
      await Promise.all(ROLES.map(async (role) => [role, await memberId(HOME, role)] as const)),
    ) as Record<MemberRole, string>;
    return { db, ids, stranger: await memberId(OTHER, 'owner') };
  }

  const entries: unknown[] = [];
  const record = async (_tx: Sql, details: object) => void entries.push(details);
  let number = 0;
  const created = async (db: Db, actorId: string, named: readonly string[] = []) => {
    number += 1;
    const clientId = number.toString(16).padStart(32, '0');
    const change = { sellerId: HOME, actorId, clientId, now };
    const result = await createApplication(db, { ...change, name: 'ERP', named, secretExpiresAt: undefined }, record);
    return { clientId, result, change };
  };
  const liveIn = async (db: Db, clientId: string, at: number) =>
    (await secretsOf(db, clientId)).filter((secret) => isLive(secret, at));

  once('one has at most the rights of the member who creates it; managers and analysts create none', async () => {
    const { db, ids, stranger } = await team();
    for (const role of ROLES) {
      const { clientId, result } = await created(db, ids[role], [...SELLER_RIGHTS, 'operator:market:write']);
      const application = await applicationOf(db, HOME, clientId);
      if (role === 'manager' || role === 'analyst') {
        assert.deepEqual([result, application], ['not allowed', undefined], role);
        continue;
      }
      assert.deepEqual(application?.rights, rightsOfRole(role), role);
      assert.equal(application?.secrets[0]?.createdBy, `${role}@${HOME}`.toLowerCase());
      assert.deepEqual(entries.at(-1), { id: clientId, name: 'ERP', rights: rightsOfRole(role) });
    }
    assert.equal((await created(db, stranger)).result, 'not allowed');
    assert.equal((await created(db, 'nobody')).result, 'not allowed');
    await db.close();
  });

  once(
    'a developer changes nothing of one that has more rights than a developer: its secret would give them',
    async () => {
      const { db, ids } = await team();
      const { clientId } = await created(db, ids.owner, [CHANGE]);
      const change = { sellerId: HOME, actorId: ids.developer, clientId, now };
      const rotation = { ...change, secretsVersion: 0, overlapMs: 0, expiresAt: undefined };
      const count = entries.length;
      assert.equal(await rotateApplicationSecret(db, rotation, record), 'not allowed');
      assert.equal(await setApplicationDisabled(db, { ...change, state: 'disabled' }, record), 'not allowed');
      assert.equal(await removeApplication(db, change, record), 'not allowed');
      const { change: own } = await created(db, ids.developer);
      const rights = { ...own, added: [CHANGE], removed: [] };
      assert.equal(await changeApplicationRights(db, rights, record), 'not allowed');
      assert.equal(entries.length, count + 1);
      // The owner takes the right, and the developer may.
      const taken = { ...change, actorId: ids.owner, added: [], removed: [CHANGE] };
      assert.equal(await changeApplicationRights(db, taken, record), 'done');
      assert.equal(typeof (await rotateApplicationSecret(db, rotation, record)), 'object');
      // A role that is lower now counts at once.
      await changeRole(db, { sellerId: HOME, memberId: ids.developer, role: 'analyst', now: 1 }, async () => {});
      assert.equal(await removeApplication(db, own, record), 'not allowed');
      await db.close();
    },
  );

  once('a secret says who created it, also when that is no member any more, or was the operator', async () => {
    const { db, ids } = await team();
    const { clientId } = await created(db, ids.developer);
    const client = { id: 'c', kind: 'seller', sellerId: HOME, secret: 's', metadata: ownApplication } as const;
    await insertClient(db, { ...client, createdAt: now });
    const creatorOf = async (id: string) => (await applicationOf(db, HOME, id))?.secrets[0]?.createdBy;
    assert.deepEqual([await creatorOf(clientId), await creatorOf('c')], ['developer@a1', 'the operator']);
    await db.run('DELETE FROM idp_member WHERE id = $1', [ids.developer]);
    assert.equal(await creatorOf(clientId), 'a former member');
    await db.close();
  });

  once('another seller’s, the operator’s and registered ones are missing', async () => {
    const { db, ids, stranger } = await team();
    const { clientId } = await created(db, ids.owner);
    for (const kind of ['operator', 'dynamic'] as const)
      await insertClient(db, { id: kind, kind, metadata: ownApplication, secret: 's', createdAt: now });
    for (const [sellerId, actorId, id] of [
      [OTHER, stranger, clientId],
      [HOME, ids.owner, 'operator'],
      [HOME, ids.owner, 'dynamic'],
      [HOME, ids.owner, 'nothing'],
    ] as const) {
      const change = { sellerId, actorId, clientId: id, now };
      const [newest] = await secretsOf(db, id);
      const rotation = { ...change, secretsVersion: 0, overlapMs: 0, expiresAt: undefined };
      const results = [
        await rotateApplicationSecret(db, rotation, record),
        await endApplicationSecret(db, { ...change, secretId: newest?.id ?? '' }, record),
        await changeApplicationRights(db, { ...change, added: [CHANGE], removed: [] }, record),
        await setApplicationDisabled(db, { ...change, state: 'disabled' }, record),
        await removeApplication(db, change, record),
      ];
      assert.deepEqual(new Set(results), new Set(['missing']), id);
    }
    assert.equal((await applicationsOf(db, OTHER)).length, 0);
    await db.close();
  });

  it('of rotations at the same time one succeeds, and two secrets work; the older one can be ended, the last one not', async () => {
    const { db, ids } = await team();
    const { clientId, change } = await created(db, ids.developer);
    const rotate = async (actorId: string, secretsVersion: number) =>
      rotateApplicationSecret(
        db,
        { ...change, actorId, secretsVersion, overlapMs: 24 * HOUR_MS, expiresAt: undefined, now: now + 1 },
        record,
      );
    for (let round = 0; round < 3; round += 1) {
      const shown = await applicationOf(db, HOME, clientId);
      const tabs = [ids.owner, ids.developer, ids.owner, ids.developer];
      const results = await Promise.all(tabs.map((actor) => rotate(actor, shown?.secretsVersion ?? -1)));
      assert.equal(results.filter((result) => typeof result === 'object').length, 1);
      assert.equal(results.filter((result) => result === 'changed meanwhile').length, 3);
      assert.equal((await liveIn(db, clientId, now + 2)).length, 2);
    }
    const end = (secretId = '') => endApplicationSecret(db, { ...change, secretId, now: now + 2 }, record);
    const live = await liveIn(db, clientId, now + 2);
    const both = await Promise.all(live.map(({ id }) => end(id)));
    assert.deepEqual(both.toSorted(), ['changed meanwhile', 'done']);
    assert.equal((await liveIn(db, clientId, now + 3)).length, 1);
    await db.close();
  });

  it(`a seller has at most ${MAX_APPLICATIONS}, also when several are created at the same time`, async () => {
    const { db, ids } = await team();
    for (let n = 0; n < MAX_APPLICATIONS - 2; n += 1) {
      const client = { id: `c${n}`, kind: 'seller', sellerId: HOME, metadata: ownApplication, createdAt: now } as const;
      await insertClient(db, client);
    }
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => created(db, ids.owner)));
    assert.deepEqual(results.map(({ result }) => typeof result).toSorted(), [
      ...['object', 'object'],
      ...['string', 'string', 'string'],
    ]);
    assert.ok(results.every(({ result }) => typeof result === 'object' || result === 'too many'));
    assert.equal((await applicationsOf(db, HOME)).length, MAX_APPLICATIONS);
    await db.close();
  });

  it('a form that is sent twice creates one', async () => {
    const { db, ids } = await team();
    const { change } = await created(db, ids.owner);
    const again = { ...change, name: 'ERP', named: [], secretExpiresAt: undefined };
    assert.equal(await createApplication(db, again, record), 'changed meanwhile');
    assert.equal((await secretsOf(db, change.clientId)).length, 1);
    await db.close();
  });

  once(
    'rights change against what the owner saw: what another owner did meanwhile stays; basic ones are never taken',
    async () => {
      const { db, ids } = await team();
      const { clientId, change } = await created(db, ids.owner, [NAMED_RIGHTS[0]]);
      const rights = async () => (await applicationOf(db, HOME, clientId))?.rights;
      await Promise.all([
        changeApplicationRights(db, { ...change, added: [NAMED_RIGHTS[1]], removed: [] }, record),
        changeApplicationRights(db, { ...change, added: [NAMED_RIGHTS[2]], removed: [NAMED_RIGHTS[0]] }, record),
      ]);
      assert.deepEqual(await rights(), [...BASIC_RIGHTS, NAMED_RIGHTS[1], NAMED_RIGHTS[2]]);
      const removed = [...SELLER_RIGHTS];
      assert.equal(
        await changeApplicationRights(db, { ...change, added: ['operator:admin'], removed }, record),
        'done',
      );
      assert.deepEqual(await rights(), [...BASIC_RIGHTS]);
      await db.close();
    },
  );

  once('what the operator disabled, no member enables', async () => {
    const { db, ids } = await team();
    const { clientId, change } = await created(db, ids.owner);
    const by = async () => (await applicationOf(db, HOME, clientId))?.disabledBy;
    const set = (state: 'disabled' | 'enabled') => setApplicationDisabled(db, { ...change, state }, record);
    const operator = (disabledAt: number | null) => setClientDisabled(db, { id: clientId, disabledAt }, async () => {});
    assert.equal(await set('disabled'), 'done');
    assert.equal(await by(), 'seller');
    assert.equal(await set('disabled'), 'changed meanwhile');
    assert.equal(await set('enabled'), 'done');
    await set('disabled');
    assert.equal(await operator(now), true);
    assert.equal(await by(), 'operator');
    assert.equal(await set('enabled'), 'changed meanwhile');
    assert.equal(await operator(null), true);
    assert.equal(await by(), undefined);
    await db.close();
  });
});
