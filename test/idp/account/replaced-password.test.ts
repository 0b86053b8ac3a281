import assert from 'node:assert/strict';
import { it } from 'node:test';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { changePassword } from '../../../src/idp/password-change.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recording } from '../../db/recorded-statements.ts';
import { TestBrowser } from '../browser.ts';
import { authorizationUrl, connectable } from '../delegated.ts';
import { freshDb, startTestIdp } from '../harness.ts';

const PASSWORD = 'amber kettle orbit lanes';
const EMAIL = 'ann@store.example';

withEnginesInTorture('a password that is replaced while it is being checked', (engine) => {
  it('signs nobody in: at a page, at an authorization, nor before the second step', async (t) => {
    const store = await freshDb(engine);
    const passwordHash = await hashPassword(PASSWORD);
    await insertAccount(store, { id: 'ann', email: EMAIL, passwordHash, sellerId: 'S1', createdAt: 1 });
    let isReplacing = false;
    const { db } = recording(store, async ({ sql }) => {
      // The first statement after the check of the password.
      if (!isReplacing || !sql.includes('FROM idp_totp')) return;
      isReplacing = false;
      const change = { operation: 'reset password', passwordHash: 'another', nowMs: Date.now(), facts: {} } as const;
      assert.ok(await changePassword(store, 'ann', change));
    });
    const idp = await startTestIdp(db);
    t.after(() => idp.close());
    const application = await connectable(idp);
    const hasApp = "INSERT INTO idp_totp (account_id, secret, last_step, created_at) VALUES ('ann', 'x', 1, 1)";
    for (const prepare of ['', hasApp]) {
      const place = prepare === '' ? '/account' : (await authorizationUrl(application)).url;
      if (prepare !== '') await store.run(prepare);
      for (const url of [place, (await authorizationUrl(application)).url]) {
        await store.run('UPDATE idp_account SET password = $1', [passwordHash]);
        const browser = new TestBrowser(idp.issuer);
        const page = await browser.go(url);
        isReplacing = true;
        const answer = await browser.signIn(page, EMAIL, PASSWORD);
        assert.equal(answer.status, 403, answer.text);
        assert.match(answer.text, /the password was changed meanwhile/);
        assert.match((await browser.go('/account')).text, /<h1>Sign in<\/h1>/);
        const left = "SELECT kind FROM idp_record WHERE kind = 'HalfSignIn' OR kind = 'Session' AND account_id = 'ann'";
        assert.deepEqual(await store.all(left), []);
      }
    }
    assert.deepEqual(await store.all("SELECT id FROM idp_sign_in_attempt WHERE outcome = 'signed in'"), []);
  });

  it('leaves no session also when it is replaced just before, or just after, the session is stored', async (t) => {
    const store = await freshDb(engine);
    const passwordHash = await hashPassword(PASSWORD);
    await insertAccount(store, { id: 'ann', email: EMAIL, passwordHash, sellerId: 'S1', createdAt: 1 });
    let isReplacing = false;
    const replace = async () => {
      const change = { operation: 'reset password', passwordHash: 'another', nowMs: Date.now(), facts: {} } as const;
      assert.ok(await changePassword(store, 'ann', change));
    };
    const { db } = recording(store, async ({ sql, params: [kind] }) => {
      // The library has read who signed in, and stores the session next.
      if (!isReplacing || kind !== 'Interaction' || !sql.startsWith('DELETE FROM idp_record')) return;
      isReplacing = false;
      await replace();
    });
    const idp = await startTestIdp(db);
    t.after(() => idp.close());
    const application = await connectable(idp);
    const listed = async () =>
      (await store.all("SELECT id FROM idp_sign_in_attempt WHERE outcome = 'signed in'")).length;
    const before = new TestBrowser(idp.issuer);
    const page = await before.go((await authorizationUrl(application)).url);
    isReplacing = true;
    const refused = await before.signIn(page, EMAIL, PASSWORD);
    assert.equal(refused.status, 403, refused.text);
    assert.match(refused.text, /the password was changed meanwhile/);
    assert.equal(isReplacing, false);
    assert.match((await before.go('/account')).text, /<h1>Sign in<\/h1>/);
    assert.equal(await listed(), 0);
    await store.run('UPDATE idp_account SET password = $1', [passwordHash]);
    const after = new TestBrowser(idp.issuer);
    const consent = await after.signIn(await after.go((await authorizationUrl(application)).url), EMAIL, PASSWORD);
    assert.match(consent.text, /Allow/);
    assert.equal(await listed(), 1);
    await replace();
    assert.notEqual((await after.press(consent, 'Allow')).status, 200);
    assert.match((await after.go('/account')).text, /<h1>Sign in<\/h1>/);
    const left = "SELECT kind FROM idp_record WHERE kind IN ('Session', 'Grant', 'AuthorizationCode')";
    assert.deepEqual(await store.all(`${left} AND account_id IS NOT NULL`), []);
  });
});
