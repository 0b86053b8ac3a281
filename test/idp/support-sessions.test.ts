import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OperatorRefusal } from '../../src/domain/accounts/operator-operations.ts';
import type { BegunSupport } from '../../src/domain/accounts/support-session.ts';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { accountByEmail, setAccountDisabled, setPassword } from '../../src/idp/accounts.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { insertClient, ownApplication, setClientDisabled } from '../../src/idp/clients.ts';
import { insertOperator, setOperatorRights } from '../../src/idp/operator/operator-people.ts';
import { setSellerDisabled } from '../../src/idp/sellers.ts';
import { beginSupport, endSellerSupport, endSupport } from '../../src/idp/support/support-changes.ts';
import { supportSessions } from '../../src/idp/support/support-sessions.ts';
import { withEngines, withEnginesInTorture } from '../db/engines.ts';
import { freshDb, introspect, postForm, startTestIdp, type TestIdp } from './harness.ts';
import { nothing, person, SELLER } from './people.ts';

type Entry = { operation: string; who_type: string; who: string; seller_id: string; details: string };

const isBegun = (given: BegunSupport | OperatorRefusal | undefined): given is BegunSupport =>
  given !== undefined && 'token' in given;

withEnginesInTorture('support sessions at the provider (decision 55)', (engine) => {
  let idp: TestIdp;
  let nowMs = Date.now();
  let owner: string;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { now: () => nowMs });
    owner = await person(idp.db, 'ann', 'owner');
    for (const name of ['olga', 'otto']) {
      const account = { id: name, email: `${name}@market.example`, passwordHash: 'x', createdAt: 1 };
      await idp.db.transaction((tx) => insertOperator(tx, account, ['operator:support']));
    }
  });
  after(() => idp.close());

  const contextOf = (id = 'olga') => ({
    ...{ db: idp.db, nowMs, wakeMail: () => undefined },
    actor: { id, from: '192.0.2.1', requestId: 'r1' },
  });
  const asks = { sellerId: SELLER, reason: 'Ticket 4711', minutes: 60 };
  async function begun(id = 'olga', more: Partial<typeof asks & { key: string }> = {}): Promise<BegunSupport> {
    const given = await beginSupport(contextOf(id), { ...asks, ...more });
    if (!isBegun(given)) assert.fail(JSON.stringify(given));
    return given;
  }
  const isActive = async (token: string) => (await introspect(idp, token)).active;
  const entriesOf = (sessionId: string) =>
    idp.db.all<Entry>(
      `SELECT operation, who_type, who, seller_id, details FROM audit_pending WHERE details LIKE $1 ORDER BY entry_id`,
      [`%${sessionId}%`],
    );

  test('begin with a token that says whose it is, for one seller, without costs or writes, and end by themselves after an hour', async () => {
    const { token, sessionId } = await begun();
    const seconds = Math.floor(nowMs / 1000);
    assert.deepEqual(await introspect(idp, token), {
      ...{ active: true, token_type: 'Bearer', client_id: 'operator-console', sub: 'olga', seller_id: SELLER },
      scope: 'seller-api:pricing:read seller-api:notifications:read seller-api:account:read',
      ...{ support: 'olga', support_session: sessionId, iat: seconds, exp: seconds + 3600 },
    });
    assert.match(token, /^support_[0-9a-f]{64}$/);
    const stored = JSON.stringify(await idp.db.all('SELECT * FROM idp_support_session'));
    assert.doesNotMatch(stored, new RegExp(token.slice(8)), 'only its digest');
    nowMs += 60 * MINUTE_MS - 1;
    assert.equal(await isActive(token), true);
    nowMs += 1;
    assert.equal(await isActive(token), false);
    const ended = await endSupport(contextOf(), { sessionId });
    assert.deepEqual([ended?.isLive, ended?.endedBy], [false, undefined], 'nobody ends what has ended');
    assert.deepEqual(
      (await entriesOf(sessionId)).map(({ operation }) => operation),
      ['beginSupport'],
    );
  });

  test('have no renewal, and their token is of use at no other endpoint of the provider', async () => {
    const { token } = await begun();
    for (const fields of [
      { grant_type: 'refresh_token', refresh_token: token, client_id: 'operator-console' },
      { grant_type: 'authorization_code', code: token, client_id: 'operator-console' },
    ])
      assert.ok((await postForm(`${idp.issuer}/token`, fields)).status >= 400);
    // Only the service may ask about it.
    const answer = await introspect(idp, token, { id: 'demoseller', secret: 'demosellersecret' });
    assert.notEqual(answer.active, true);
    assert.equal(await isActive(`${token}0`), false);
    assert.equal(await isActive('support_'), false);
  });

  test('end with the right, the account, the sign-in and the password of their person, and while their seller is disabled', async () => {
    const lost: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'the right',
        () => setOperatorRights(idp.db, 'otto', []),
        () => setOperatorRights(idp.db, 'otto', ['operator:support']),
      ],
      [
        'the seller',
        () => setSellerDisabled(idp.db, { sellerId: SELLER, disabledAt: 1 }, nothing),
        () => setSellerDisabled(idp.db, { sellerId: SELLER, disabledAt: null }, nothing),
      ],
    ];
    for (const [what, take, giveBack] of lost) {
      const { token } = await begun('otto');
      await take();
      assert.equal(await isActive(token), false, what);
      const refused = await beginSupport(contextOf('otto'), asks);
      assert.ok(refused !== undefined && 'refused' in refused, what);
      await giveBack();
      assert.equal(await isActive(token), true, what);
    }
    const email = 'otto@market.example';
    const { token, sessionId } = await begun('otto');
    await setPassword(idp.db, { email, passwordHash: 'y' }, nothing);
    assert.equal(await isActive(token), false, 'the password');
    const shown = (await supportSessions(idp.db, { sellerId: SELLER, limit: 50 })).find(
      (one) => one.sessionId === sessionId,
    );
    assert.deepEqual([shown?.endedBy, shown?.endedMs], ['sign-in', undefined]);
    const other = await begun('otto');
    await setAccountDisabled(idp.db, { email, disabledAt: 1 }, nothing);
    await setAccountDisabled(idp.db, { email, disabledAt: null }, nothing);
    assert.equal(await isActive(other.token), false, 'the account: it does not come back');
  });

  test("are begun by the operator's applications with the right, too, and by nobody else", async () => {
    const client = { kind: 'operator', metadata: ownApplication, createdAt: 1 } as const;
    await insertClient(idp.db, { ...client, id: 'helper', secret: 's', rights: ['operator:support'] });
    await insertClient(idp.db, { ...client, id: 'loader', secret: 's', rights: ['operator:market:write'] });
    const { token } = await begun('helper');
    assert.equal((await introspect(idp, token)).support, 'helper');
    await setClientDisabled(idp.db, { id: 'helper', disabledAt: 1 }, nothing);
    assert.equal(await isActive(token), false);
    const demo = (await accountByEmail(idp.db, 'demo@store.example'))?.id ?? '';
    for (const id of ['loader', 'demoseller', demo, owner, 'nobody', 'helper']) {
      const refused = await beginSupport(contextOf(id), asks);
      assert.ok(refused !== undefined && 'refused' in refused, id);
    }
    assert.equal(await beginSupport(contextOf(), { ...asks, sellerId: 'NOBODY' }), undefined);
  });

  test('are in the audit log with their reason, for the seller, and so is who ended them', async () => {
    const reason = `<b onclick="alert(1)">Ticket</b> 'x' "y"; DROP`;
    const first = await begun('olga', { reason });
    const second = await begun();
    await endSupport(contextOf('otto'), { sessionId: first.sessionId });
    await endSellerSupport(contextOf(owner), { sellerId: SELLER, sessionId: second.sessionId });
    const entered = async (sessionId: string) =>
      (await entriesOf(sessionId)).map(({ operation, who_type, who, seller_id }) => [
        operation,
        who_type,
        who,
        seller_id,
      ]);
    assert.deepEqual(await entered(first.sessionId), [
      ['beginSupport', 'operator', 'olga', SELLER],
      ['endSupport', 'operator', 'otto', SELLER],
    ]);
    assert.deepEqual((await entered(second.sessionId))[1], ['endSupport', 'member', owner, SELLER]);
    const [begin] = await entriesOf(first.sessionId);
    assert.equal(JSON.parse(begin?.details ?? '{}').reason, reason);
  });

  test('are ended by owners of their seller alone', async () => {
    const { token, sessionId } = await begun();
    const end = (id: string, sellerId = SELLER) => endSellerSupport(contextOf(id), { sellerId, sessionId });
    const manager = await person(idp.db, 'max', 'manager');
    const foreign = await person(idp.db, 'eve', 'owner', { sellerId: 'S2' });
    for (const [id, sellerId] of [
      [manager, SELLER],
      [foreign, SELLER],
      ['olga', SELLER],
      ['nobody', SELLER],
      [owner, 'S2'],
    ] as const) {
      const refused = await end(id, sellerId);
      assert.ok(refused !== undefined && 'refused' in refused, id);
    }
    assert.equal(await end(foreign, 'S2'), undefined, 'it is not a session of that seller');
    assert.equal(await isActive(token), true);
    const ended = await end(owner);
    assert.deepEqual(ended && 'endedBy' in ended && [ended.endedBy, ended.isLive], ['owner', false]);
    assert.equal(await isActive(token), false);
  });

  test('are listed the newest first, by page, and kept for 400 days', async () => {
    for (let n = 0; n < 5; n += 1) await begun('olga', { sellerId: 'S2', reason: `r${n}` });
    const first = await supportSessions(idp.db, { sellerId: 'S2', limit: 3 });
    const last = first.at(-1) ?? assert.fail();
    const rest = await supportSessions(idp.db, {
      sellerId: 'S2',
      limit: 9,
      before: { atMs: last.begunMs, id: last.sessionId },
    });
    assert.equal(new Set([...first, ...rest].map(({ reason }) => reason)).size, 5);
    assert.ok((await supportSessions(idp.db, { limit: 100 })).length > 5);
    await cleanUp(idp.db, nowMs + 400 * 86_400_000);
    assert.equal((await supportSessions(idp.db, { sellerId: 'S2', limit: 9 })).length, 5);
    await cleanUp(idp.db, nowMs + 401 * 86_400_000);
    assert.deepEqual(await supportSessions(idp.db, { limit: 9 }), []);
  });

  test('give another token to the same request, and the one before is of no use', async () => {
    const first = await begun('olga', { key: 'k1' });
    const again = await begun('olga', { key: 'k1' });
    assert.deepEqual([again.sessionId, again.isRepeated, first.isRepeated], [first.sessionId, true, false]);
    assert.deepEqual([await isActive(first.token), await isActive(again.token)], [false, true]);
    assert.equal((await entriesOf(first.sessionId)).length, 1);
    assert.notEqual((await begun('otto', { key: 'k1' })).sessionId, first.sessionId, 'keys are of their person');
    for (const more of [{ reason: 'other' }, { minutes: 5 }, { sellerId: 'S2' }])
      assert.deepEqual(await beginSupport(contextOf(), { ...asks, ...more, key: 'k1' }), { refused: 'key reused' });
    await endSupport(contextOf(), { sessionId: first.sessionId });
    const refused = await beginSupport(contextOf(), { ...asks, key: 'k1' });
    assert.ok(refused !== undefined && 'refused' in refused, 'it does not come back');
  });
});

withEngines('races of support sessions (decision 59)', (engine) => {
  let idp: TestIdp;
  let owner: string;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    owner = await person(idp.db, 'ann', 'owner');
    const account = { id: 'olga', email: 'olga@market.example', passwordHash: 'x', createdAt: 1 };
    await idp.db.transaction((tx) => insertOperator(tx, account, ['operator:support']));
  });
  after(() => idp.close());

  const contextOf = (id: string) => ({
    ...{ db: idp.db, nowMs: Date.now(), wakeMail: () => undefined },
    actor: { id, from: '192.0.2.1', requestId: 'r1' },
  });
  const asks = { sellerId: SELLER, reason: 'Ticket 4711', minutes: 60 };
  const count = async (operation: string, sessionId: string) =>
    (
      await idp.db.all('SELECT entry_id FROM audit_pending WHERE operation = $1 AND details LIKE $2', [
        operation,
        `%${sessionId}%`,
      ])
    ).length;

  test('begun eight times at once with one key: one session, one entry, one token that works', async () => {
    const given = await Promise.all(
      Array.from({ length: 8 }, () => beginSupport(contextOf('olga'), { ...asks, key: 'at once' })),
    );
    const begun = given.filter(isBegun);
    assert.equal(begun.length, 8);
    const [id, ...others] = new Set(begun.map(({ sessionId }) => sessionId));
    assert.deepEqual(others, []);
    assert.equal(await count('beginSupport', id ?? ''), 1);
    const active = await Promise.all(begun.map(async ({ token }) => (await introspect(idp, token)).active));
    assert.equal(active.filter(Boolean).length, 1);
  });

  test('ended by owner and operator at once, while it is begun again: one entry, and no token works', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `round ${round}`;
      const first = await beginSupport(contextOf('olga'), { ...asks, key });
      if (!isBegun(first)) assert.fail();
      const { sessionId } = first;
      const [, , , again] = await Promise.all([
        endSupport(contextOf('olga'), { sessionId }),
        endSellerSupport(contextOf(owner), { sellerId: SELLER, sessionId }),
        endSellerSupport(contextOf(owner), { sellerId: SELLER, sessionId }),
        beginSupport(contextOf('olga'), { ...asks, key }),
      ]);
      assert.equal(await count('endSupport', sessionId), 1);
      assert.equal((await introspect(idp, first.token)).active, false);
      if (isBegun(again)) assert.equal((await introspect(idp, again.token)).active, false);
    }
  });
});
