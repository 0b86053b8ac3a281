import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import type { MemberRole } from '../../src/domain/authorization/roles.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { accountByEmail, removeAccount } from '../../src/idp/accounts.ts';
import { acceptInvitation, type Invitee } from '../../src/idp/invitation-acceptance.ts';
import { invitationThrottle } from '../../src/idp/invitation-throttle.ts';
import {
  invitationLink,
  invitationOfLink,
  invite,
  inviteFirstOwner,
  openInvitations,
  withdrawInvitation,
} from '../../src/idp/invitations.ts';
import { changeRole, removeMember } from '../../src/idp/team.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';
import { makerOf, NOW, nothing, person, removal, rolesOf, SELLER } from './people.ts';

const GUEST = 'guest@x.example';
const guest: Invitee = { accountId: 'person-guest', email: GUEST };
const newPerson: Invitee = { passwordHash: 'x' };

withEngines("invitations to a seller's team (decision 52)", (engine) => {
  const onOne = testOnSqliteOrInTorture(engine);

  /** The token of the link that is sent. */
  async function invited(db: Db, actorId: string, email = GUEST, role: MemberRole = 'analyst'): Promise<string> {
    assert.equal(await invite(db, { sellerId: SELLER, email, role }, makerOf(actorId)), 'invited');
    return linkOf(db, email);
  }

  async function linkOf(db: Db, email: string): Promise<string> {
    const open = (await openInvitations(db, SELLER, NOW)).find((one) => one.email === email.toLowerCase());
    const sent = await invitationLink(db, open?.id ?? '', NOW);
    return sent?.token ?? assert.fail(`no invitation of ${email}`);
  }

  const accepted = async (db: Db, token: string, invitee: Invitee = guest, nowMs = NOW) =>
    (await acceptInvitation(db, token, invitee, { nowMs, from: '192.0.2.1' })).kind;

  it('of 30 simultaneous uses of an invitation one succeeds, also through the links of several attempts to send it', async () => {
    const db = await freshDb(engine);
    const first = await invited(db, await person(db, 'owner', 'owner'));
    const second = await linkOf(db, GUEST);
    await person(db, 'guest', 'owner', { sellerId: 'S9' });
    const uses = await Promise.all(Array.from({ length: 30 }, (_, i) => accepted(db, i % 2 === 0 ? first : second)));
    assert.equal(uses.filter((kind) => kind === 'accepted').length, 1);
    assert.equal(uses.filter((kind) => kind === 'no invitation').length, 29);
    assert.deepEqual(await rolesOf(db), { owner: 'owner', guest: 'analyst' });
    for (const token of [first, second]) assert.equal(await invitationOfLink(db, token, NOW), undefined);
    const entries = await db.all<{ operation: string; seller_id: string }>(
      'SELECT operation, seller_id FROM audit_pending ORDER BY operation',
    );
    assert.deepEqual(
      entries.map(({ operation, seller_id }) => [operation, seller_id]),
      [
        ['team accept', SELLER],
        ['team invite', SELLER],
      ],
    );
  });

  it('of simultaneous uses by a new person one succeeds, and there is one account', async () => {
    const db = await freshDb(engine);
    const token = await invited(db, await person(db, 'owner', 'owner'), 'NEW@y.example', 'developer');
    const uses = await Promise.all(Array.from({ length: 8 }, () => accepted(db, token, newPerson)));
    assert.equal(uses.filter((kind) => kind === 'accepted').length, 1, uses.join());
    assert.ok(await accountByEmail(db, 'new@y.example'));
    assert.deepEqual(await rolesOf(db), { owner: 'owner', new: 'developer' });
  });

  onOne('an invitation is for its address, for 7 days, and until it is withdrawn or sent again', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    await person(db, 'guest', 'owner', { sellerId: 'S9' });
    const first = await invited(db, owner);
    assert.equal(await accepted(db, first, { accountId: 'x', email: 'other@x.example' }), 'another address');
    assert.equal(await accepted(db, first, newPerson), 'has a sign-in');
    assert.equal(await accepted(db, first, guest, NOW + 7 * DAY_MS), 'no invitation');
    const second = await invited(db, owner);
    assert.equal(await accepted(db, first), 'no invitation');
    const [open, ...others] = await openInvitations(db, SELLER, NOW);
    assert.deepEqual(others, []);
    const stranger = await person(db, 'stranger', 'owner', { sellerId: 'S2' });
    const withdrawn = (sellerId: string, actorId: string) =>
      withdrawInvitation(db, { sellerId, id: open?.id ?? '' }, makerOf(actorId));
    assert.equal(await withdrawn('S2', stranger), false);
    assert.equal(await withdrawn(SELLER, stranger), false);
    assert.equal(await withdrawn(SELLER, owner), true);
    assert.equal(await accepted(db, second), 'no invitation');
    assert.equal(await accepted(db, ''), 'no invitation');
    assert.deepEqual(await rolesOf(db), { owner: 'owner' });
  });

  onOne('an invitation is void once its sender is removed, lowered or disabled, and stays so', async () => {
    const db = await freshDb(engine);
    const [one, two] = [await person(db, 'one', 'owner'), await person(db, 'two', 'owner')];
    const lowered = await invited(db, one);
    const change = { sellerId: SELLER, actorId: two, memberId: one, now: NOW };
    await changeRole(db, { ...change, role: 'manager' }, nothing);
    assert.equal(await invitationOfLink(db, lowered, NOW), undefined);
    await changeRole(db, { ...change, role: 'owner' }, nothing);
    assert.equal(await accepted(db, lowered, newPerson), 'no invitation');
    const disabled = await invited(db, one);
    await db.run("UPDATE idp_account SET disabled_at = 1 WHERE id = 'person-one'");
    assert.equal(await accepted(db, disabled, newPerson), 'no invitation');
    await db.run("UPDATE idp_account SET disabled_at = NULL WHERE id = 'person-one'");
    const removed = await invited(db, one);
    await removeMember(db, removal(two, one), nothing);
    assert.equal(await accepted(db, removed, newPerson), 'no invitation');
    const ofDisabledSeller = await invited(db, two);
    await db.run('UPDATE idp_seller SET disabled_at = 1 WHERE seller_id = $1', [SELLER]);
    assert.equal(await accepted(db, ofDisabledSeller, newPerson), 'no invitation');
  });

  it('an acceptance at the same time as the removal of the sender is before it, or void', async () => {
    const db = await freshDb(engine);
    const [one, two] = [await person(db, 'one', 'owner'), await person(db, 'two', 'owner')];
    const token = await invited(db, one);
    const [kind] = await Promise.all([
      accepted(db, token, newPerson),
      removeMember(db, removal(two, one), nothing),
      removeMember(db, removal(two, one), nothing),
    ]);
    const isMember = 'guest' in (await rolesOf(db));
    assert.equal(isMember, kind === 'accepted');
    assert.equal(await invitationOfLink(db, token, NOW), undefined);
  });

  it('an acceptance at the same time as the deletion of the account leaves no member without a person', async () => {
    const db = await freshDb(engine);
    const owner = await person(db, 'owner', 'owner');
    for (let i = 0; i < 5; i++) {
      await person(db, 'guest', 'owner', { sellerId: 'S9' });
      const token = await invited(db, owner);
      await Promise.all([accepted(db, token), removeAccount(db, GUEST), accepted(db, token)]);
      const left: unknown[] = await db.all('SELECT id FROM idp_member WHERE account_id = $1', [guest.accountId]);
      assert.deepEqual(left, []);
    }
  });

  it('owners invite those who are not members, 20 at a time', async () => {
    const db = await freshDb(engine);
    const [owner, manager] = [await person(db, 'owner', 'owner'), await person(db, 'manager', 'manager')];
    const sent = (email: string, by = owner) => invite(db, { sellerId: SELLER, email, role: 'analyst' }, makerOf(by));
    assert.equal(await sent('a@y.example', manager), 'not an owner');
    assert.equal(await sent('Manager@x.example'), 'member already');
    const results = await Promise.all(Array.from({ length: 22 }, (_, i) => sent(`a${i}@y.example`)));
    assert.equal(results.filter((result) => result === 'invited').length, 20);
    assert.equal(results.filter((result) => result === 'too many').length, 2);
    const [last] = await openInvitations(db, SELLER, NOW);
    assert.equal(await sent(last?.email ?? ''), 'invited', 'again to the same address');
  });

  onOne('the first owner of a seller is invited by the operator, as long as the seller has no member', async () => {
    const db = await freshDb(engine);
    const by = { atMs: NOW, who: { type: 'operator', id: 'o' }, from: '192.0.2.9' } as const;
    const first = (email: string) => db.transaction((tx) => inviteFirstOwner(tx, { sellerId: SELLER, email }, by));
    assert.equal(await first('mistyped@y.example'), true);
    const mistyped = await linkOf(db, 'mistyped@y.example');
    assert.equal(await first('boss@y.example'), true);
    assert.equal(await accepted(db, mistyped, newPerson), 'no invitation');
    assert.equal(await accepted(db, await linkOf(db, 'boss@y.example'), newPerson), 'accepted');
    assert.deepEqual(await rolesOf(db), { boss: 'owner' });
    assert.equal(await first('second@y.example'), false);
    assert.deepEqual(await openInvitations(db, SELLER, NOW), []);
  });

  it('are counted for each seller and address', async () => {
    const count = invitationThrottle({ db: await freshDb(engine), now: () => NOW });
    const waits = [];
    for (let i = 0; i < 4; i++) waits.push((await count('S1', 'a@y.example')) > 0);
    assert.deepEqual(waits, [false, false, false, true]);
    assert.equal(await count('S2', 'a@y.example'), 0);
    const many = await Promise.all(Array.from({ length: 40 }, (_, i) => count('S3', `a${i}@y.example`)));
    assert.equal(many.filter((wait) => wait > 0).length, 10);
  });
});
