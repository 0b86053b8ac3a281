import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { NAMED_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { cleanUp } from '../../src/idp/cleanup.ts';
import { insertClient } from '../../src/idp/clients.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { secretsOf } from '../../src/idp/stored-secrets.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { basic, freshDb, introspect, postForm, startTestIdp, type TestIdp } from './harness.ts';
import { person, SELLER } from './people.ts';

withEnginesInTorture('npm run client', (engine) => {
  const run = async (db: TestIdp['db'], ...args: string[]) => {
    let text = '';
    const code = await runClientCommand(db, args, { write: (piece: string) => (text += piece) });
    return { code, text };
  };

  it('adds, lists and removes applications of a seller and of the operator, whose secrets work', async () => {
    const db = await freshDb(engine);
    const idp = await startTestIdp(db, { demo: false });
    for (const [args, facts] of [
      [['--seller', 'A9SELLER', '--name', 'Own'], { seller_id: 'A9SELLER' }],
      [['--operator'], { scope: 'operator:market:write' }],
    ] as const) {
      const { code, text } = await run(db, 'add', ...args);
      assert.equal(code, 0);
      const [, id = ''] = /client_id +(\w+)/.exec(text) ?? [];
      const [, secret = ''] = /client_secret +([0-9a-f]{64})/.exec(text) ?? [];
      const answer = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(id, secret));
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const found = await introspect(idp, token);
      for (const [name, value] of Object.entries(facts)) assert.equal(found[name], value);
      const listed = (await run(db, 'list')).text;
      assert.match(listed, new RegExp(id));
      assert.ok(!listed.includes(secret));
      assert.equal((await run(db, 'remove', id)).code, 0);
      assert.deepEqual(await introspect(idp, token), { active: false });
      assert.equal((await run(db, 'remove', id)).code, 1);
    }
    await idp.close();
  });

  it('adds the client of the command line, which is verified, has no secret and is not removed for want of use', async () => {
    const db = await freshDb(engine);
    const { code, text } = await run(db, 'add', '--command-line');
    assert.equal(code, 0);
    assert.match(text, /client_id +seller-command-line\n/);
    assert.doesNotMatch(text, /client_secret/);
    assert.match((await run(db, 'list')).text, /seller-command-line +dynamic +- +Command line .*enabled, verified/);
    assert.match((await run(db, 'add', '--command-line')).text, /an application "seller-command-line" already/);
    assert.equal((await run(db, 'add', '--command-line', '--id', 'other', '--name', 'Shop')).code, 0);
    assert.equal((await run(db, 'add', '--command-line', '--rights', NAMED_RIGHTS[0])).code, 2);
    assert.equal((await run(db, 'add', '--command-line', '--operator')).code, 2);
    await cleanUp(db, Date.now() + 1000 * DAY_MS);
    assert.match((await run(db, 'list')).text, /seller-command-line/);
    assert.equal((await run(db, 'remove', 'seller-command-line', '--yes')).code, 0);
  });

  it('ends the secrets of a person whom it gives a lower role, or removes, after 24 hours', async () => {
    const db = await freshDb(engine);
    const creator = await person(db, 'dev', 'developer');
    await person(db, 'boss', 'owner');
    const client = { id: 'erp', kind: 'seller', sellerId: SELLER, metadata: {}, secret: 's', createdAt: 1 } as const;
    await insertClient(db, { ...client, createdBy: creator });
    const lowered = await run(db, 'set-role', 'dev@x.example', '--role', 'analyst');
    assert.match(lowered.text, /end in 24 hours: erp/);
    const expiresAt = async () => (await secretsOf(db, 'erp'))[0]?.expiresAt ?? 0;
    assert.ok(Math.abs((await expiresAt()) - Date.now() - DAY_MS) < 60_000);
    await db.run('UPDATE idp_client_secret SET expires_at = NULL');
    assert.equal((await run(db, 'remove', 'dev@x.example')).code, 0);
    assert.ok(Math.abs((await expiresAt()) - Date.now() - DAY_MS) < 60_000);
  });

  it('says when tokens follow a change: within IDP_CACHE_SECONDS, or at once without a cache', async () => {
    const db = await freshDb(engine);
    await run(db, 'add', '--seller', SELLER, '--id', 'erp', '--rights', NAMED_RIGHTS[0]);
    await run(db, 'add', '--operator', '--id', 'desk');
    await run(db, 'create-operator', '--email', 'olga@x.example', '--rights', 'operator:support');
    for (const [cacheSeconds, expected] of [
      [7, /within 7 seconds/],
      [1, /within 1 second[^s]/],
      [0, /at once/],
      [undefined, /within 30 seconds/],
    ] as const)
      for (const args of [
        ['disable-seller', SELLER],
        ['rights', 'erp', '--remove', NAMED_RIGHTS[0]],
        ['set-operator-rights', 'desk', '--rights', 'operator:support'],
        ['set-operator-rights', 'olga@x.example', '--rights', 'operator:support'],
      ]) {
        let text = '';
        const given = cacheSeconds === undefined ? {} : { cacheSeconds };
        assert.equal(await runClientCommand(db, args, { write: (piece) => (text += piece) }, given), 0, text);
        assert.match(text, expected, args.join(' '));
        await run(db, 'enable-seller', SELLER);
        await run(db, 'rights', 'erp', '--add', NAMED_RIGHTS[0]);
      }
    assert.doesNotMatch((await run(db, 'help')).text, /30 seconds/);
  });

  it('adds a sign-in with a new password', async () => {
    const db = await freshDb(engine);
    const idp = await startTestIdp(db, { demo: false });
    const { text } = await run(db, 'add-account', '--email', 'Some@Where.example', '--seller', 'A9');
    const [, password = ''] = /password +([0-9a-f]{24})/.exec(text) ?? [];
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.signIn(await browser.go('/grants'), 'some@where.example', password);
    assert.match(page.text, /Seller <strong>A9</);
    assert.equal((await run(db, 'add-account', '--email', 'some@where.example', '--seller', 'A9')).code, 1);
    await idp.close();
  });

  it('docs/demo.md names the demo clients and sign-ins that exist, with their sellers', async () => {
    const idp = await startTestIdp(await freshDb(engine));
    const guide = readFileSync(new URL('../../docs/demo.md', import.meta.url), 'utf8');
    const rows = [...guide.matchAll(/^\| seller `(\w+)` \| `(\w+)` \/ `(\w+)` \| `(\S+)` \/ `(\w+)` \|$/gm)];
    assert.deepEqual(
      rows.map(([, sellerId]) => sellerId),
      ['A1DEMOSELLER', 'A2DEMORIVAL', 'A3DEMONEW'],
    );
    for (const [, sellerId, client = '', secret = '', email = '', password] of rows) {
      const answer = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(client, secret));
      const { access_token: token } = (await answer.json()) as { access_token: string };
      assert.equal((await introspect(idp, token)).seller_id, sellerId);
      const browser = new TestBrowser(idp.issuer);
      const page = await browser.signIn(await browser.go('/grants'), email, password);
      assert.match(page.text, new RegExp(`Seller <strong>${sellerId}<`));
    }
    await idp.close();
  });

  it('removes the demo, which does not come back', async () => {
    const db = await freshDb(engine);
    await (await startTestIdp(db)).close();
    const { code, text } = await run(db, 'remove-demo', '--yes');
    assert.equal(code, 0);
    assert.match(text, /demonew.*demoseller.*new@store\.example.*rival@store\.example/);
    assert.deepEqual(await run(db, 'remove-demo'), { code: 0, text: 'There is no demo to remove.\n' });
    await (await startTestIdp(db, { demo: false })).close();
    await (await startTestIdp(db, { demo: true })).close();
    assert.doesNotMatch((await run(db, 'list')).text, /demo/);
  });

  it('rejects the id of the service and of another application', async () => {
    const db = await freshDb(engine);
    assert.equal((await run(db, 'add', '--seller', 'A9', '--id', 'mine')).code, 0);
    for (const [id, message] of [
      ['seller-service', /"seller-service" is reserved/],
      ['service', /"service" is reserved/],
      ['mine', /an application "mine" already/],
    ] as const) {
      for (const kind of [['--operator'], ['--seller', 'A8']]) {
        const { code, text } = await run(db, 'add', ...kind, '--id', id);
        assert.equal(code, 1, id);
        assert.match(text, message);
        assert.doesNotMatch(text, /client_secret/);
      }
    }
    assert.doesNotMatch((await run(db, 'list')).text, /service|A8/);
  });

  it('reports wrong arguments', async () => {
    const db = await freshDb(engine);
    for (const [args, message] of [
      [[], /npm run client -- add/],
      [['fly'], /no command "fly"/],
      [['constructor'], /no command "constructor".*npm run client -- add/s],
      [['toString'], /no command "toString".*npm run client -- add/s],
      [['__proto__'], /no command "__proto__".*npm run client -- add/s],
      [['add'], /either --seller ID or --operator/],
      [['add', '--seller', 'A1', '--operator'], /either/],
      [['add', '--seller', 'a b'], /--seller must be/],
      [['add', '--sellr', 'A1'], /--sellr/],
      [['add', '--seller', 'A1', 'more'], /"more"/],
      [['add-account', '--email', 'x', '--seller', 'A1'], /--email/],
      [['add-account', '--email', 'x@y.example'], /--seller/],
      [['remove'], /needs an id/],
    ] as const) {
      const { code, text } = await run(db, ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(text, message);
    }
    assert.equal((await run(db, 'help')).code, 0);
  });
});
