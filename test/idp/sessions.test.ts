import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import { accountById, insertAccount, removeAccount } from '../../src/idp/accounts.ts';
import { adapterOver } from '../../src/idp/adapter.ts';
import { cleanUp, endSessions } from '../../src/idp/cleanup.ts';
import { currentRequest } from '../../src/idp/current-request.ts';
import { deviceIdOf, recordDevice } from '../../src/idp/devices.ts';
import { changePassword } from '../../src/idp/password-change.ts';
import { digest } from '../../src/idp/secrets.ts';
import { endOneSession, sessionsOf } from '../../src/idp/sessions.ts';
import { failureBudget, insertAttempt, signInsOf } from '../../src/idp/sign-in-attempts.ts';
import { createLog } from '../../src/log/log.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { freshDb } from './harness.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 1);
const facts = { device: 'Firefox on Windows', address: '203.0.113.1' };

withEngines('sessions and sign-ins of a person', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let db: Db;
  let people = 0;
  before(async () => {
    db = await freshDb(engine);
  });
  after(() => db.close());

  async function person(): Promise<string> {
    people += 1;
    const id = `person-${people}`;
    const account = { id, email: `${id}@x.example`, passwordHash: 'x', sellerId: `S${people}`, createdAt: NOW };
    await db.transaction((tx) => insertAccount(tx, account));
    return id;
  }

  const sessions = () =>
    adapterOver(db, { refreshGraceSeconds: 0, now: () => NOW, log: createLog('silent') })('Session');
  /** As the library stores a session at the end of an authorization. */
  const store = (accountId: string, uid: string, cookie = `cookie of ${uid}`) =>
    sessions().upsert(cookie, { uid, accountId, loginTs: NOW / 1000, jti: cookie }, 3600);
  const uidsOf = async (accountId: string) => (await sessionsOf(db, accountId, NOW)).map(({ id }) => id);

  it('one session ends alone, and a request that still has it does not store it again', async () => {
    const id = await person();
    await store(id, 'a');
    await store(id, 'b');
    assert.equal(await db.transaction((tx) => endOneSession(tx, { id: digest('a'), accountId: id })), true);
    await store(id, 'a');
    // A new sign-in in the browser gives the session another cookie, and keeps its uid.
    await store(id, 'a', 'another cookie');
    await store(id, 'b');
    assert.deepEqual(await uidsOf(id), [digest('b')]);
    assert.equal(await db.transaction((tx) => endOneSession(tx, { id: digest('a'), accountId: id })), false);
  });

  once('nobody ends the session of another person', async () => {
    const [own, other] = [await person(), await person()];
    await store(other, 'c');
    assert.equal(await db.transaction((tx) => endOneSession(tx, { id: digest('c'), accountId: own })), false);
    await store(other, 'c');
    assert.deepEqual(await uidsOf(other), [digest('c')]);
  });

  it('signing out everywhere ends every session, also those that requests store at that moment', async () => {
    const id = await person();
    const uids = Array.from({ length: 10 }, (_, index) => `race-${index}`);
    for (const uid of uids) await store(id, uid);
    const [renewals, end] = [
      () => uids.map((uid) => store(id, uid)),
      () => db.transaction((tx) => endSessions(tx, id)),
    ];
    await Promise.all([...renewals(), end(), ...renewals()]);
    assert.deepEqual(await uidsOf(id), []);
    await store(id, 'a later sign-in');
    assert.equal((await uidsOf(id)).length, 1);
  });

  it('a browser is known by its cookie to the person alone; of simultaneous first sign-ins one is the first', async () => {
    const [id, other] = [await person(), await person()];
    const use = (accountId: string, token: string) =>
      db.transaction((tx) => recordDevice(tx, { accountId, deviceId: deviceIdOf(token, accountId), nowMs: NOW }));
    const first = await Promise.all(['x', 'y', 'z'].map((token) => use(id, token)));
    assert.deepEqual(first.toSorted(), ['first', 'new', 'new']);
    assert.equal(await use(id, 'x'), 'known');
    assert.equal(await use(other, 'x'), 'first');
    const stored = JSON.stringify(await db.all('SELECT * FROM idp_device'));
    assert.ok(!stored.includes('"x"') && !stored.includes(digest('x')));
  });

  once('sign-ins are paged by time, of one person or of all', async () => {
    const [id, other] = [await person(), await person()];
    for (let n = 0; n < 7; n += 1)
      await insertAttempt(db, {
        atMs: NOW + (n >> 1),
        accountId: n === 3 ? other : id,
        outcome: 'signed in',
        ...facts,
      });
    await insertAttempt(db, { atMs: NOW, typed: 'hash', outcome: 'wrong password', ...facts });
    for (const [query, expected] of [
      [{ accountId: id }, 6],
      [{}, 8],
    ] as const) {
      const seen: { atMs: number; id: string; accountId: string | undefined }[] = [];
      for (;;) {
        const page = await signInsOf(db, { ...query, before: seen.at(-1), limit: 2 });
        if (page.length === 0) break;
        seen.push(...page);
      }
      assert.equal(new Set(seen.map((one) => one.id)).size, expected);
      assert.deepEqual(
        seen.map(({ atMs }) => atMs),
        seen.map(({ atMs }) => atMs).toSorted((a, b) => b - a),
      );
      assert.ok('accountId' in query ? seen.every(({ accountId }) => accountId === id) : true);
    }
    await cleanUp(db, NOW + 89 * DAY_MS);
    assert.equal((await signInsOf(db, { limit: 100 })).length, 8);
    await cleanUp(db, NOW + 91 * DAY_MS);
    assert.deepEqual(await signInsOf(db, { limit: 100 }), []);
  });

  it('a person who is removed leaves no sign-in, session or browser, and a request at that moment stores none', async () => {
    const id = await person();
    const traces = async () => {
      const found: unknown[] = [];
      for (const table of ['idp_sign_in', 'idp_sign_in_attempt', 'idp_device', 'idp_record'])
        found.push(...(await db.all(`SELECT account_id FROM ${table} WHERE account_id = $1`, [id])));
      return found;
    };
    await store(id, 'gone');
    await db.transaction((tx) => recordDevice(tx, { accountId: id, deviceId: 't', nowMs: NOW }));
    await insertAttempt(db, { atMs: NOW, accountId: id, outcome: 'signed in', ...facts });
    assert.equal((await traces()).length, 4);
    await removeAccount(db, `${id}@x.example`);
    await store(id, 'gone');
    assert.deepEqual(await traces(), []);
  });

  it('of a sign-in and a new password at the same time, no session is left, and only a stored one is listed', async () => {
    for (const turn of [1, 2, 3, 4]) {
      const id = await person();
      const { passwordKey } = (await accountById(db, id)) ?? assert.fail();
      const signIn = { accountId: id, passwordKey, listed: { id: `s${turn}`, deviceId: `d${turn}` } };
      const stored = () => currentRequest.run({ facts: () => facts, signIn }, () => store(id, `uid of ${id}`));
      const change = { operation: 'reset password', passwordHash: 'new', nowMs: NOW, facts: {} } as const;
      const both = [stored, () => changePassword(db, id, change)];
      const results = await Promise.allSettled((turn % 2 === 0 ? both : both.toReversed()).map((start) => start()));
      const isRefused = results.some(({ status }) => status === 'rejected');
      assert.deepEqual(await uidsOf(id), []);
      assert.equal((await signInsOf(db, { accountId: id, limit: 9 })).length, isRefused ? 0 : 1);
    }
  });
});

it('at most 1,000 failures an hour are stored', () => {
  let ms = 0;
  const mayStore = failureBudget(() => ms);
  const stored = () => Array.from({ length: 1_200 }, mayStore).filter(Boolean).length;
  assert.equal(stored(), 1_000);
  ms += 3_600_000;
  assert.equal(stored(), 1_000);
});
