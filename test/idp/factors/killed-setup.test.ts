import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../../src/db/migrate.ts';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { addApp, newRecoveryCodes } from '../../../src/idp/factors/factor-changes.ts';
import { factorsOf } from '../../../src/idp/factors/factors.ts';
import {
  beginHalfSignIn,
  findHalfSignIn,
  finishHalfSignIn,
  markPassed,
} from '../../../src/idp/factors/half-sign-in.ts';
import { idpMigrations } from '../../../src/idp/migrations.ts';
import { startProcess } from '../../db/child-process.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { isTorture, rounds } from '../../harness/scale.ts';
import { codeAt, ownerOf, SECRET } from './person.ts';

const accountId = 'person';
const place = '/interaction/a';

/** Another process that sets up an app, as the page does. `at` is where it stops and says so: in the transaction, or after it. */
const settingUp = (config: object, halfId: string, code: string, now: number, at: 'inside' | 'after') => `
const { openDb } = await load('src/db/open.ts');
const { addApp } = await load('src/idp/factors/factor-changes.ts');
const { markPassed } = await load('src/idp/factors/half-sign-in.ts');
const db = await openDb(${JSON.stringify(config)});
const stop = () => { console.log('stopped'); return new Promise((_, reject) => setTimeout(reject, 60_000)); };
const owner = { db, accountId: '${accountId}', key: '${'ab'.repeat(32)}', now: ${now}, isRequired: true, record: async () => {} };
const half = { id: '${halfId}', accountId: '${accountId}', place: '${place}', isPassed: false };
await addApp(owner, { secret: '${SECRET}', sealed: '' }, '${code}', async (tx) => {
  await markPassed(tx, half);
  if ('${at}' === 'inside') await stop();
});
await stop();`;

withEnginesInTorture('a provider that is killed while a person sets up a factor', (engine) => {
  for (const round of rounds(1, 10))
    for (const at of isTorture ? (['inside', 'after'] as const) : (['inside'] as const))
      test(`the person goes on: killed ${at} the transaction, round ${round}`, async () => {
        const database = await engine.fresh();
        const db = await database.open();
        await migrate(db, idpMigrations);
        const now = Date.now();
        const account = { id: accountId, email: 'a@store.example', passwordHash: 'x', sellerId: 'S1', createdAt: now };
        await db.transaction((tx) => insertAccount(tx, account));
        const halfId = await beginHalfSignIn(db, accountId, place, now);
        const { child, lines, ended } = startProcess(settingUp(database.config, halfId, codeAt(now), now, at));
        const line = await lines.next();
        assert.equal(line.value, 'stopped', line.done ? await ended : '');
        child.kill('SIGKILL');
        await ended;

        const half = await findHalfSignIn(db, halfId, place, now);
        assert.ok(half, 'the password need not be typed again');
        const isSetUp = at === 'after';
        assert.equal(half.isPassed, isSetUp);
        const { app, codesLeft } = await factorsOf(db, accountId);
        assert.deepEqual([app !== undefined, codesLeft], isSetUp ? [true, 10] : [false, 0]);
        const owner = ownerOf(db, accountId, now);
        const outcome = isSetUp
          ? await newRecoveryCodes(owner)
          : await addApp(owner, { secret: SECRET, sealed: '' }, codeAt(now), (tx) => markPassed(tx, half));
        assert.equal('codes' in outcome && outcome.codes?.length, 10);
        assert.equal((await findHalfSignIn(db, halfId, place, now))?.isPassed, true);
        assert.equal(await finishHalfSignIn(db, halfId), true);
      });
});
