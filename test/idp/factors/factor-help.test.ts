import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Db } from '../../../src/db/db.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { insertAccount, setAccountDisabled } from '../../../src/idp/accounts.ts';
import { addApp, removeApp } from '../../../src/idp/factors/factor-changes.ts';
import { approveFactorHelp, askForFactorHelp, stopFactorHelp } from '../../../src/idp/factors/factor-help.ts';
import { factorHelpOf } from '../../../src/idp/factors/factor-help-table.ts';
import { passHelpDays } from '../../../src/idp/factors/factor-help-watch.ts';
import { factorsOf, hasFactor } from '../../../src/idp/factors/factors.ts';
import { secondStepOf } from '../../../src/idp/factors/second-step-rule.ts';
import { insertMember } from '../../../src/idp/members.ts';
import { createLog } from '../../../src/log/log.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { freshDb } from '../harness.ts';
import { codeAt, ownerOf, SECRET } from './person.ts';

const start = 1_800_000_000_000;
const log = createLog('silent');

withEngines('help with lost factors', (engine) => {
  const testOnce = testOnSqliteOrInTorture(engine);
  let db: Db;
  let people = 0;
  before(async () => {
    db = await freshDb(engine);
  });

  async function person(sellerId = `S${people}`): Promise<string> {
    people += 1;
    const id = `person-${people}`;
    const account = { id, email: `${id}@store.example`, passwordHash: 'x', sellerId, createdAt: start };
    await db.transaction((tx) => insertAccount(tx, account));
    return id;
  }

  async function personWithApp(): Promise<string> {
    const id = await person();
    await addAppTo(id, start);
    return id;
  }

  const addAppTo = (id: string, now: number) =>
    addApp(ownerOf(db, id, now), { secret: SECRET, sealed: '' }, codeAt(now));
  let ticks = 0;
  /** Later than all before, so that e-mails have an order. */
  const soon = () => {
    ticks += 1;
    return start + ticks;
  };
  const step = (accountId: string, now = soon()) => ({ accountId, now, from: '192.0.2.1' });
  const ask = (accountId: string, now = start) => db.transaction((tx) => askForFactorHelp(tx, step(accountId, now)));
  const stop = (accountId: string) => db.transaction((tx) => stopFactorHelp(tx, step(accountId)));
  const operator = (id: string) => ({ type: 'operator', id }) as const;
  const approve = (accountId: string, id: string) =>
    db.transaction((tx) => approveFactorHelp(tx, { ...step(accountId), who: operator(id) }));
  const passDays = (now: number) => passHelpDays({ db, log, now: () => now, wakeMail: () => undefined });
  const isKept = async (id: string) => hasFactor(await factorsOf(db, id));
  const rule = async (id: string) => (await secondStepOf(db, { id, demo: false }, 'optional')).rule;
  const mails = async (id: string) => {
    const sql = "SELECT facts FROM idp_mail WHERE account_id = $1 AND kind = 'factor help' ORDER BY created_at, id";
    return (await db.all<{ facts: string }>(sql, [id])).map(({ facts }) => JSON.parse(facts) as { news: string });
  };
  const newsTo = async (id: string) => (await mails(id)).map(({ news }) => news);
  const entries = async (sellerId: string) =>
    (
      await db.all<{ operation: string; who_type: string; seller_id: string }>(
        'SELECT operation, who_type, seller_id FROM audit_pending WHERE seller_id = $1 ORDER BY entry_id',
        [sellerId],
      )
    ).map(({ operation, who_type }) => `${who_type}: ${operation}`);

  test('factors are removed after three days with an e-mail each; then new ones must be set up', async () => {
    const id = await personWithApp();
    assert.equal(await ask(id), 'asked');
    assert.equal(await ask(id), 'asked already');
    for (const day of [1, 2]) {
      await passDays(start + day * DAY_MS - 1);
      assert.equal((await newsTo(id)).length, day);
      await passDays(start + day * DAY_MS);
      assert.equal(await isKept(id), true);
    }
    await passDays(start + 3 * DAY_MS - 1);
    assert.equal(await rule(id), 'ask');
    await passDays(start + 3 * DAY_MS);
    assert.deepEqual(await newsTo(id), ['asked', 'waits', 'waits', 'removed']);
    assert.deepEqual(await factorsOf(db, id), { passkeys: [], app: undefined, codesLeft: 0 });
    assert.equal(await rule(id), 'set up');
    assert.equal(await ask(id, start + 3 * DAY_MS), 'no factor');
    await addAppTo(id, start + 4 * DAY_MS);
    assert.equal(await factorHelpOf(db, id), undefined);
    await removeApp(ownerOf(db, id, start + 5 * DAY_MS));
    assert.equal(await rule(id), 'none', 'help is over with the first new factor');
  });

  testOnce('days in which the provider did not run do not count', async () => {
    const id = await personWithApp();
    await ask(id);
    await passDays(start + 10 * DAY_MS);
    await passDays(start + 10 * DAY_MS + 1);
    assert.deepEqual(await newsTo(id), ['asked', 'waits']);
    assert.equal(await isKept(id), true);
    assert.equal((await factorHelpOf(db, id))?.nextAt, start + 11 * DAY_MS);
    await stop(id);
  });

  testOnce('a request that is stopped removes nothing, at no time', async () => {
    const id = await personWithApp();
    await ask(id);
    assert.equal(await stop(id), true);
    assert.equal(await stop(id), false);
    for (const day of [1, 2, 3, 4]) await passDays(start + day * DAY_MS);
    assert.equal(await isKept(id), true);
    assert.deepEqual(await newsTo(id), ['asked', 'stopped']);
    assert.equal(await ask(id, start + 5 * DAY_MS), 'asked', 'the person can ask again');
    await stop(id);
  });

  test('two different operators remove the factors at once; one alone never does, however often', async () => {
    const id = await personWithApp();
    assert.equal(await approve(id, 'one'), 'no request');
    await ask(id);
    assert.equal(await approve(id, 'one'), 'another operator has to approve');
    assert.equal(await approve(id, 'one'), 'another operator has to approve');
    assert.equal(await isKept(id), true);
    assert.equal(await approve(id, 'two'), 'removed');
    assert.equal(await approve(id, 'two'), 'no request');
    assert.equal(await rule(id), 'set up');
  });

  testOnce('an operator who asks for a person needs another one', async () => {
    const id = await personWithApp();
    await db.transaction((tx) => askForFactorHelp(tx, { ...step(id), who: operator('one') }));
    assert.equal(await approve(id, 'one'), 'another operator has to approve');
    assert.equal(await approve(id, 'two'), 'removed');
  });

  test('of two operators who approve at the same moment, one is the second', async () => {
    const id = await personWithApp();
    await ask(id);
    const answers = await Promise.all([approve(id, 'one'), approve(id, 'two')]);
    assert.deepEqual(answers.sort(), ['another operator has to approve', 'removed']);
  });

  test('of a stop and the removal at the same moment, one happens', async () => {
    const id = await personWithApp();
    await ask(id);
    await approve(id, 'one');
    const [isStopped, approval] = await Promise.all([stop(id), approve(id, 'two')]);
    assert.equal(isStopped, approval === 'no request');
    assert.equal(await isKept(id), isStopped);
  });

  testOnce(
    'the other owners of each seller are told, nobody else; each seller has the entries of the audit log',
    async () => {
      const id = await personWithApp();
      const sellerId = `S${people - 1}`;
      const [owner, analyst, stranger] = [await person('other-1'), await person('other-2'), await person('other-3')];
      await db.transaction(async (tx) => {
        await insertMember(tx, { sellerId, accountId: owner, role: 'owner', createdAt: start });
        await insertMember(tx, { sellerId, accountId: analyst, role: 'analyst', createdAt: start });
        await insertMember(tx, { sellerId: 'second', accountId: id, role: 'manager', createdAt: start });
      });
      await ask(id);
      await approve(id, 'one');
      await approve(id, 'two');
      assert.deepEqual(await newsTo(owner), ['asked', 'removed']);
      assert.deepEqual([await newsTo(analyst), await newsTo(stranger)], [[], []]);
      const recorded = [
        'member: ask for help with lost factors',
        'operator: vouch for help with lost factors',
        'operator: remove lost factors',
      ];
      assert.deepEqual(await entries(sellerId), recorded);
      assert.deepEqual(await entries('second'), recorded);
      assert.deepEqual(await entries('other-3'), []);
    },
  );

  testOnce('nothing happens to a disabled account until it is enabled', async () => {
    const id = await personWithApp();
    await ask(id);
    const set = (disabledAt: number | null) =>
      setAccountDisabled(db, { email: `${id}@store.example`, disabledAt }, () => undefined);
    await set(start);
    for (const day of [1, 2, 3, 4, 5]) await passDays(start + day * DAY_MS);
    assert.equal(await approve(id, 'one'), 'no such account');
    assert.equal(await isKept(id), true);
    await set(null);
    for (const day of [6, 7, 8]) await passDays(start + day * DAY_MS);
    assert.equal(await isKept(id), false);
  });
});
