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
  });
});
