import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { generateSync } from 'otplib';
import { type Db, violatedConstraint } from '../../../src/db/db.ts';
import { insertAccount, removeAccount, setPassword } from '../../../src/idp/accounts.ts';
import { addPasskey } from '../../../src/idp/factors/factor-changes.ts';
import { changeFactors, factorsOf, hasFactor, type SecondFactorSetting } from '../../../src/idp/factors/factors.ts';
import { beginHalfSignIn, findHalfSignIn, finishHalfSignIn } from '../../../src/idp/factors/half-sign-in.ts';
import { useChallenge } from '../../../src/idp/factors/passkey-challenge.ts';
import { insertPasskey, recordPasskeyUse, removePasskey } from '../../../src/idp/factors/passkeys.ts';
import { countRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from '../../../src/idp/factors/recovery-codes.ts';
import { secondStepOf } from '../../../src/idp/factors/second-step-rule.ts';
import {
  insertTotp,
  newTotpSetup,
  readTotpSetup,
  removeTotp,
  stepOfCode,
  useTotp,
} from '../../../src/idp/factors/totp.ts';
import { ownDataOf } from '../../../src/idp/own-data.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { freshDb } from '../harness.ts';
import { ownerOf } from './person.ts';

const key = 'ab'.repeat(32);
const now = 1_800_000_000_000;
const secret = 'CDWVVEKN5AD5E3MEUZOMGEKQMK3GYSRP';
/** Another implementation than ours shows the code: the library in the place of the phone. */
const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) });
const count = (results: readonly boolean[]) => results.filter(Boolean).length;

withEngines('stored factors', (engine) => {
  const testOnce = testOnSqliteOrInTorture(engine);
  let db: Db;
  let people = 0;
  before(async () => {
    db = await freshDb(engine);
  });

  async function person(): Promise<string> {
    people += 1;
    const id = `person-${people}`;
    const email = `${id}@store.example`;
    await insertAccount(db, { id, email, passwordHash: 'x', sellerId: 'S1', createdAt: now });
    return id;
  }

  const passkey = (accountId: string, id: string, signCount = 0) => ({
    ...{
      id,
      accountId,
      name: 'Laptop',
      publicKey: 'AA',
      signCount,
      transports: ['internal', 'hybrid'],
      createdAt: now,
    },
  });

  const withApp = async () => {
    const accountId = await person();
    const step = Math.floor(now / 30_000) - 10;
    await changeFactors(db, accountId, (tx) => insertTotp(tx, key, { accountId, secret, step }, now));
    return accountId;
  };

  testOnce("what follows a right password: demo accounts never must, the operator's people always", async () => {
    const [without, withOne] = [await person(), await withApp()];
    const kinds = { seller: {}, demo: { demo: true }, operator: { kind: 'operator' } } as const;
    const rules: Record<SecondFactorSetting, Record<keyof typeof kinds, [without: string, withOne: string]>> = {
      off: { seller: ['none', 'none'], demo: ['none', 'none'], operator: ['set up', 'ask'] },
      optional: { seller: ['none', 'ask'], demo: ['none', 'ask'], operator: ['set up', 'ask'] },
      required: { seller: ['set up', 'ask'], demo: ['none', 'ask'], operator: ['set up', 'ask'] },
    };
    for (const setting of ['off', 'optional', 'required'] as const)
      for (const kind of ['seller', 'demo', 'operator'] as const) {
        const rule = async (id: string) => (await secondStepOf(db, { id, demo: false, ...kinds[kind] }, setting)).rule;
        assert.deepEqual([await rule(without), await rule(withOne)], rules[setting][kind], `${setting} ${kind}`);
      }
  });

  testOnce(
    'ten recovery codes are stored as hashes and work in capitals, with spaces, and for their owner only',
    async () => {
      const [owner, other] = [await person(), await person()];
      const codes = await replaceRecoveryCodes(db, owner, now);
      assert.equal(new Set(codes).size, 10);
      for (const code of codes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      const rows = JSON.stringify(await db.all('SELECT * FROM idp_recovery_code'));
      assert.ok(codes.every((code) => !rows.includes(code) && !rows.includes(code.replaceAll('-', ''))));
      const [first = ''] = codes;
      assert.equal(await useRecoveryCode(db, other, first, now), false);
      assert.equal(await useRecoveryCode(db, owner, first.toUpperCase().replaceAll('-', ' '), now), true);
      assert.equal(await useRecoveryCode(db, owner, first, now), false);
      assert.equal(await countRecoveryCodes(db, owner), 9);
    },
  );

  test('of 30 simultaneous uses of a recovery code one succeeds', async () => {
    const owner = await person();
    const [code = ''] = await replaceRecoveryCodes(db, owner, now);
    const uses = await Promise.all(Array.from({ length: 30 }, () => useRecoveryCode(db, owner, code, now)));
    assert.equal(count(uses), 1);
  });

  testOnce('new recovery codes end the old ones', async () => {
    const owner = await person();
    const [old = ''] = await replaceRecoveryCodes(db, owner, now);
    await replaceRecoveryCodes(db, owner, now);
    assert.equal(await useRecoveryCode(db, owner, old, now), false);
    assert.equal(await countRecoveryCodes(db, owner), 10);
  });

  test('of 30 simultaneous uses of a code of the app one succeeds, and no earlier step counts afterwards', async () => {
    const accountId = await withApp();
    const use = (ms: number) => useTotp(db, key, { accountId, code: codeAt(ms), now });
    assert.equal(count(await Promise.all(Array.from({ length: 30 }, () => use(now)))), 1);
    assert.equal(await use(now), false);
    assert.equal(await use(now - 30_000), false);
    assert.equal(await use(now + 30_000), true);
    assert.equal(await use(now + 90_000), false, 'too far ahead');
  });

  testOnce(
    'a code of the app counts one step early or late, in two groups of digits, and nothing else does',
    async () => {
      const step = Math.floor(now / 30_000);
      for (const [typed, expected] of [
        [codeAt(now), step],
        [codeAt(now - 30_000), step - 1],
        [codeAt(now + 30_000), step + 1],
        [codeAt(now).replace(/^.../, '$& '), step],
        [codeAt(now - 60_000), undefined],
        ['', undefined],
        ['12345', undefined],
        ['abcdef', undefined],
      ] as const)
        assert.equal(await stepOfCode(secret, typed, now), expected, typed);
      assert.equal(await stepOfCode(secret, codeAt(now), now, step + 1_000), undefined, 'after the clock was set back');
    },
  );

  testOnce(
    "the secret of the app is sealed for its account: a copy in another person's row does not work",
    async () => {
      const [owner, other] = [await withApp(), await withApp()];
      const rows = JSON.stringify(await db.all('SELECT * FROM idp_totp'));
      assert.ok(!rows.includes(secret));
      const row = await db.get<{ secret: string }>('SELECT secret FROM idp_totp WHERE account_id = $1', [owner]);
      await db.run('UPDATE idp_totp SET secret = $2 WHERE account_id = $1', [other, row?.secret ?? '']);
      assert.equal(await useTotp(db, key, { accountId: other, code: codeAt(now), now }), false);
      assert.equal(await useTotp(db, 'cd'.repeat(32), { accountId: owner, code: codeAt(now), now }), false);
      assert.equal(await useTotp(db, key, { accountId: owner, code: codeAt(now), now }), true);
    },
  );

  testOnce('the setup of an app is for one account and one hour', async () => {
    const setup = await newTotpSetup(key, 'a', now);
    assert.match(setup.secret, /^[A-Z2-7]{32}$/);
    assert.deepEqual(readTotpSetup(key, 'a', setup.sealed, now + 3_600_000), setup);
    assert.equal(readTotpSetup(key, 'a', setup.sealed, now + 3_600_001), undefined);
    assert.equal(readTotpSetup(key, 'b', setup.sealed, now), undefined);
    assert.equal(readTotpSetup(key, 'a', `${setup.sealed.slice(0, -4)}AAAA`, now), undefined);
    assert.equal(readTotpSetup(key, 'a', '', now), undefined);
  });

  testOnce('a second app is refused', async () => {
    const accountId = await withApp();
    await assert.rejects(
      changeFactors(db, accountId, (tx) => insertTotp(tx, key, { accountId, secret, step: 1 }, now)),
      (error) => violatedConstraint(error) === 'unique',
    );
  });

  test('a counter of 0 stays usable; a counter that does not rise is a copy', async () => {
    const accountId = await person();
    await insertPasskey(db, passkey(accountId, 'synced'));
    await insertPasskey(db, passkey(accountId, 'key', 5));
    assert.equal(await recordPasskeyUse(db, 'synced', 0, now), true);
    assert.equal(await recordPasskeyUse(db, 'synced', 0, now), true);
    const uses = await Promise.all(Array.from({ length: 10 }, () => recordPasskeyUse(db, 'key', 6, now)));
    assert.equal(count(uses), 1);
    assert.equal(await recordPasskeyUse(db, 'key', 6, now), false);
  });

  test("nobody removes another person's passkey, and no two people have one", async () => {
    const [owner, other] = [await person(), await person()];
    await insertPasskey(db, passkey(owner, 'mine'));
    assert.equal(await removePasskey(db, other, 'mine'), undefined);
    await assert.rejects(
      (async () => insertPasskey(db, passkey(other, 'mine')))(),
      (error) => violatedConstraint(error) === 'unique',
    );
    assert.equal(await removePasskey(db, owner, 'mine'), 'Laptop');
  });

  test('of two changes that each remove one of two factors, the later one sees the other: recovery codes end', async () => {
    const accountId = await withApp();
    await insertPasskey(db, passkey(accountId, `two-${accountId}`));
    await replaceRecoveryCodes(db, accountId, now);
    const results = await Promise.allSettled([
      changeFactors(db, accountId, async (tx, before) => (await removeTotp(tx, accountId)) && hasFactor(before)),
      changeFactors(db, accountId, async (tx) => removePasskey(tx, accountId, `two-${accountId}`)),
    ]);
    // PostgreSQL may ask the second one to repeat.
    if (results.some(({ status }) => status === 'rejected'))
      await changeFactors(db, accountId, async (tx) => {
        await removeTotp(tx, accountId);
        await removePasskey(tx, accountId, `two-${accountId}`);
      });
    assert.deepEqual(await factorsOf(db, accountId), { passkeys: [], app: undefined, codesLeft: 0 });
  });

  test('of ten browsers that set up a first factor at once, after the password alone, one does', async () => {
    const accountId = await person();
    const owner = ownerOf(db, accountId, now);
    const add = (n: number) => {
      const created = { name: 'Phone', publicKey: 'AA', signCount: 0, transports: [] };
      return addPasskey(owner, { ...created, id: `first-${accountId}-${n}` }, () => Promise.resolve());
    };
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => add(n)));
    assert.equal(outcomes.filter((outcome) => !('problem' in outcome)).length, 1);
    assert.equal((await factorsOf(db, accountId)).passkeys.length, 1);
  });

  test('half a sign-in counts at its place, for ten minutes, once, and ends with a new password', async () => {
    const accountId = await person();
    const begin = () => beginHalfSignIn(db, accountId, '/interaction/a', now);
    const id = await begin();
    const stored = JSON.stringify(await db.all("SELECT * FROM idp_record WHERE kind = 'HalfSignIn'"));
    assert.ok(!stored.includes(id));
    assert.equal((await findHalfSignIn(db, id, '/interaction/a', now))?.accountId, accountId);
    assert.equal(await findHalfSignIn(db, id, '/interaction/b', now), undefined);
    assert.equal(await findHalfSignIn(db, 'other', '/interaction/a', now), undefined);
    assert.equal(await findHalfSignIn(db, id, '/interaction/a', now + 600_000), undefined);
    assert.equal(count(await Promise.all(Array.from({ length: 10 }, () => finishHalfSignIn(db, id)))), 1);
    assert.equal(await findHalfSignIn(db, id, '/interaction/a', now), undefined);
    const second = await begin();
    await setPassword(db, { email: `${accountId}@store.example`, passwordHash: 'y' }, () => undefined);
    assert.equal(await findHalfSignIn(db, second, '/interaction/a', now), undefined);
  });

  test('of 10 uses of a challenge at once one succeeds', async () => {
    assert.equal(count(await Promise.all(Array.from({ length: 10 }, () => useChallenge(db, 'a-challenge', now)))), 1);
  });

  testOnce('an account takes its factors with it', async () => {
    const accountId = await withApp();
    await insertPasskey(db, passkey(accountId, `gone-${accountId}`));
    await replaceRecoveryCodes(db, accountId, now);
    await removeAccount(db, `${accountId}@store.example`);
    assert.deepEqual(await factorsOf(db, accountId), { passkeys: [], app: undefined, codesLeft: 0 });
  });

  testOnce('what a person downloads names the factors, and has no key, code or hash', async () => {
    const accountId = await withApp();
    await insertPasskey(db, { ...passkey(accountId, `own-${accountId}`), publicKey: 'the-public-key' });
    const codes = await replaceRecoveryCodes(db, accountId, now);
    const { factors } = (await ownDataOf(db, accountId, now)) as { factors: object };
    const added = { addedAt: new Date(now).toISOString(), lastUsedAt: null };
    assert.deepEqual(factors, {
      passkeys: [{ name: 'Laptop', ...added }],
      authenticatorApp: added,
      recoveryCodesLeft: 10,
    });
    const text = JSON.stringify(await ownDataOf(db, accountId, now));
    for (const kept of ['the-public-key', `own-${accountId}`, secret, ...codes]) assert.ok(!text.includes(kept));
  });

  testOnce('nothing is changed for an account that is not there', async () => {
    assert.equal(await changeFactors(db, 'nobody', async () => true), undefined);
  });
});
