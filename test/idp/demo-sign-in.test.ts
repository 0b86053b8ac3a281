import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { OPERATOR_RIGHTS } from '../../src/domain/authorization/operator-rights.ts';
import { accountByEmail, accountByPassword } from '../../src/idp/accounts.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { demoSignIn } from '../../src/idp/demo-data.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { operatorRightsOf } from '../../src/idp/operator/operator-people.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { authorizationUrl, connectable } from './delegated.ts';
import { basic, forwardedFor, freshDb, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

const SHOWN = /This is a demo\. Sign in with <code>demo@store\.example<\/code> and the password <code>demo<\/code>/;

withEnginesInTorture("the demo's sign-in on the sign-in page", (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
  });
  after(() => idp.close());

  const pageFor = (headers: Record<string, string> = {}, at = idp) => new TestBrowser(at.issuer, headers).go('/grants');
  const run = (args: string[], input = '') =>
    runClientCommand(idp.db, args, { write: () => undefined }, { input: Readable.from([input]) });

  test('stands above the form, of an authorization and of the connected applications, and works', async () => {
    const { url } = await authorizationUrl(await connectable(idp));
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.go(url);
    assert.match(page.text, SHOWN);
    assert.match((await browser.signIn(page, 'demo@store.example', 'wrong')).text, SHOWN, 'also after a mistake');
    const grants = await pageFor();
    assert.match(grants.text, SHOWN);
    assert.doesNotMatch((await browser.signIn(await browser.go('/grants'))).text, /This is a demo/);
  });

  test('is shown only where it is accepted: not to other machines', async () => {
    const elsewhere = await pageFor(forwardedFor('203.0.113.5'));
    assert.equal(elsewhere.status, 200, elsewhere.text);
    assert.doesNotMatch(elsewhere.text, /This is a demo|demo@store/);
  });

  test('is not shown once its password is another, while it is disabled, and when it is removed', async () => {
    assert.equal(await run(['disable', 'demo@store.example']), 0);
    assert.doesNotMatch((await pageFor()).text, /This is a demo|demo@store/);
    assert.equal(await run(['enable', 'demo@store.example']), 0);
    assert.match((await pageFor()).text, SHOWN);
    assert.equal(await run(['set-password', 'demo@store.example'], 'another one'), 0);
    assert.doesNotMatch((await pageFor()).text, /This is a demo|demo@store/);
    assert.equal(await run(['remove-demo', '--yes']), 0);
    assert.doesNotMatch((await pageFor()).text, /This is a demo|demo@store/);
    // An account of the operator's own with the same address is not the demo's.
    assert.equal(
      await run(
        ['add-account', '--email', 'demo@store.example', '--seller', 'A1', '--password-stdin'],
        'a longer one here',
      ),
      0,
    );
    assert.doesNotMatch((await pageFor()).text, /This is a demo|demo@store/);
  });

  test('works in a store of the release before, whose hash of its password is an old one', async () => {
    const store = await (await engine.fresh()).open();
    const until = idpMigrations.findIndex(({ name }) => name.endsWith('old hashes'));
    await migrate(store, idpMigrations.slice(0, until));
    await store.run(
      `INSERT INTO idp_account (id, email, password, seller_id, demo, created_at) VALUES ('D', 'demo@store.example', $1, 'A1DEMOSELLER', 1, 1)`,
      ['scrypt$32768$8$1$A92FYmy_BK8V3gDzWuY2gA$S2isVsQUX6gZ5gMx2aPijaGBNo3IYiDGwkFYHLt5wG8'],
    );
    await migrate(store, idpMigrations);
    const { email, password } = (await demoSignIn(store)) ?? { email: '', password: '' };
    assert.equal((await accountByPassword(store, email, password))?.id, 'D');
    assert.match(
      (await store.get<{ password: string }>('SELECT password FROM idp_account'))?.password ?? '',
      /^argon2id/,
    );
    await store.close();
  });

  test('of the operator has all operator rights; a public demo lets it change nobody', async () => {
    const consoleUrl = () => 'https://sellers.example/console';
    for (const demoAnywhere of [false, true]) {
      const demo = await startTestIdp(await freshDb(engine), { consoleUrl, demoAnywhere });
      const actor = (await accountByEmail(demo.db, 'operator@store.example'))?.id ?? '';
      assert.deepEqual(await operatorRightsOf(demo.db, actor), OPERATOR_RIGHTS.toSorted());
      const ask = async (operation: string, asks: object) => {
        const response = await fetch(`${demo.issuer}/token/operator`, {
          method: 'POST',
          headers: { ...basic(serviceClient.id, serviceClient.secret), 'content-type': 'application/json' },
          body: JSON.stringify({ operation, asks, actor: { id: actor, from: '127.0.0.1', requestId: 'r' } }),
        });
        return { status: response.status, text: await response.text() };
      };
      assert.equal((await ask('listSellers', { after: '', limit: 10 })).status, 200);
      const changed = await ask('changeSeller', { sellerId: 'A1DEMOSELLER', isDisabled: true });
      assert.equal(changed.status, demoAnywhere ? 409 : 200, changed.text);
      if (demoAnywhere) assert.match(changed.text, /public demo changes no sellers/);
      const invited = await ask('inviteOperator', { email: 'x@y.example', rights: ['operator:admin'], held: [] });
      assert.match(invited.text, demoAnywhere ? /public demo/ : /You cannot give a right/);
      await demo.close();
    }
  });

  test('is on no page of a provider without a demo', async () => {
    const live = await startTestIdp(await freshDb(engine), { demo: false });
    assert.doesNotMatch((await pageFor({}, live)).text, /This is a demo|demo@store/);
    await live.close();
  });
});
