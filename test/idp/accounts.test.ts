import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { authorizationUrl, connectable, connected, discover, exchange, refresh } from './delegated.ts';
import { basic, freshDb, introspect, postForm, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

const PASSWORD = 'a long password';
const CONSOLE = 'https://sellers.example/console';

withEnginesInTorture('the people of a seller, and their sign-ins', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => CONSOLE });
    assert.equal((await run(['add-account', '--email', 'anna@store.example', '--seller', 'A1DEMOSELLER'])).code, 0);
  });
  after(() => idp.close());

  type Entry = { operation: string; details: unknown };
  const run = async (args: string[], input: Readable & { isTTY?: boolean } = Readable.from([])) => {
    let text = '';
    const entries: Entry[] = [];
    const record = async (_tx: unknown, operation: string, details: unknown) =>
      void entries.push({ operation, details });
    const all = args[0] === 'add-account' ? [...args, '--password-stdin'] : args;
    const stdin = args[0] === 'add-account' ? Readable.from([`${PASSWORD}\n`]) : input;
    const out = { write: (piece: string) => (text += piece) };
    return { code: await runClientCommand(idp.db, all, out, { input: stdin, record }), text, entries };
  };
  const typed = (text: string) => Object.assign(Readable.from([text]), { isTTY: true });
  const grantsOf = async (email: string, password: string) => {
    const browser = new TestBrowser(idp.issuer);
    return { browser, page: await browser.signIn(await browser.go('/grants'), email, password) };
  };
  const isActive = async (token: string) => (await introspect(idp, token)).active;
  /** Whether the service would let the application have destinations (decision 38). */
  const isGranted = async (application: string) => {
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    const identity = createIdentity({ issuer: idp.issuer, introspection });
    const asked = { sellerId: 'A1DEMOSELLER', application };
    const grants = await identity.grantedApplications([asked]);
    await identity.close();
    return grants.isGranted(asked);
  };

  it('shows everybody of a seller all of its connected applications, and who connected them', async () => {
    const { application, tokens, browser } = await connected(idp, { client_name: 'Colleague <One>' });
    const id = application.client.client_id;
    const { browser: annas, page } = await grantsOf('anna@store.example', PASSWORD);
    assert.match(page.text, /<h2>Colleague &lt;One&gt;<\/h2>.*?<time[^>]*>[\d-]+<\/time> by demo@store\.example/s);
    const own = await browser.go('/grants');
    assert.match(own.text, /<h2>Colleague &lt;One&gt;/);
    assert.doesNotMatch(own.text, / by demo@store/);
    const { page: rivals } = await grantsOf('rival@store.example', 'demo');
    assert.match(rivals.text, /No application has access/);

    // She connects it, too: then both are named, and withdrawing ends the access of the application, not only her part.
    const again = await authorizationUrl(application);
    const back = await annas.allow(await annas.go(again.url));
    const herTokens = await exchange(application, again, back.url);
    assert.match((await annas.go('/grants')).text, /by you and demo@store\.example/);
    const after = await annas.press(await annas.go('/grants'), `value="${id}"`);
    assert.match(after.text, /The access of Colleague &lt;One&gt; has ended/);
    for (const { access_token: token } of [tokens, herTokens]) assert.equal(await isActive(token), false);
    assert.doesNotMatch((await browser.go('/grants')).text, /<h2>Colleague/);
    assert.equal(await isGranted(id), false);
  });

  it('nobody withdraws an application from another seller, or signs a colleague out of the console', async () => {
    const { application, tokens, browser } = await connected(idp, { client_name: 'Kept' });
    const { browser: rivals, page } = await grantsOf('rival@store.example', 'demo');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const post = (by: TestBrowser, token: string, clientId: string) =>
      by.go('/grants/withdraw', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrf: token, client_id: clientId }).toString(),
      });
    assert.doesNotMatch((await post(rivals, csrf, application.client.client_id)).text, /has ended/);
    assert.equal(await isActive(tokens.access_token), true);

    const { browser: annas } = await grantsOf('anna@store.example', PASSWORD);
    const console = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
    const params = { redirect_uri: `${CONSOLE}/callback`, scope: BASIC_RIGHTS.join(' ') };
    for (const one of [browser, annas])
      assert.match((await one.allow(await one.go((await authorizationUrl(console, params)).url))).url, /code=/);
    const before = await annas.go('/grants');
    const [, consoleItem = ''] = /<h2>Seller console<\/h2>(.*?)<\/form>/s.exec(before.text) ?? [];
    assert.match(consoleItem, /Connected since/);
    assert.doesNotMatch(consoleItem, /demo@store/);
    assert.match((await annas.press(before, `value="${EMBEDDED_CONSOLE_CLIENT}"`)).text, /Seller console has ended/);
    assert.match((await browser.go('/grants')).text, /<h2>Seller console/);
  });

  it('set-password: the new one works, the old one and open sessions do not, applications keep their access', async () => {
    await run(['add-account', '--email', 'paul@store.example', '--seller', 'A1DEMOSELLER']);
    const application = await connectable(idp, { client_name: 'Kept by Paul' });
    const started = await authorizationUrl(application);
    const { browser } = await grantsOf('paul@store.example', PASSWORD);
    const tokens = await exchange(application, started, (await browser.allow(await browser.go(started.url))).url);
    // Somebody who knows the old password has signed in to an authorization, and waits with its next step.
    const waiting = new TestBrowser(idp.issuer);
    const consent = await waiting.signIn(await waiting.go(started.url), 'paul@store.example', PASSWORD);

    const { code, text, entries } = await run(
      ['set-password', 'Paul@Store.example'],
      Readable.from(['the next one\n']),
    );
    assert.equal(code, 0, text);
    assert.doesNotMatch(text, /the next one/);
    assert.deepEqual(entries, [
      { operation: 'client set-password', details: { email: 'Paul@Store.example', sellerId: 'A1DEMOSELLER' } },
    ]);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/);
    assert.equal((await waiting.allow(consent)).status, 400);
    assert.match((await grantsOf('paul@store.example', PASSWORD)).page.text, /You are not signed in/);
    assert.match((await grantsOf('paul@store.example', 'the next one')).page.text, /<h2>Kept by Paul/);
    assert.equal(await isActive(tokens.access_token), true);
    await refresh(application, tokens.refresh_token ?? '');

    for (const [args, input, status, message] of [
      [['set-password', 'nobody@store.example'], 'long enough', 1, /There is no sign-in "nobody@store\.example"/],
      [['set-password', 'paul@store.example'], 'short', 2, /at least 12 characters/],
      [['set-password', 'paul@store.example'], 'paul and some words', 2, /Leave out your e-mail address/],
      [['set-password', 'paul@store.example'], 'Password123456', 2, /most common passwords/],
      [['set-password', 'paul@store.example', 'as an argument'], '', 2, /takes no argument/],
    ] as const) {
      const refused = await run([...args], Readable.from([input]));
      assert.equal(refused.code, status);
      assert.match(refused.text, message);
      assert.deepEqual(refused.entries, []);
    }
  });

  it('set-password asks twice on a terminal and never shows what is typed', async () => {
    const terminal = (...lines: string[]) => {
      const modes: boolean[] = [];
      const input = new PassThrough();
      const setRawMode = (mode: boolean) => void modes.push(mode);
      for (const line of lines) input.write(line);
      return Object.assign(input, { isTTY: true, setRawMode, modes });
    };
    const first = terminal('typed by hånd\r', 'typed by hånd\r');
    const { code, text } = await run(['set-password', 'anna@store.example'], first);
    assert.equal(code, 0, text);
    assert.doesNotMatch(text, /typed/);
    assert.deepEqual([first.modes[0], first.modes.at(-1)], [true, false], 'the terminal echoes nothing meanwhile');
    assert.match((await grantsOf('anna@store.example', 'typed by hånd')).page.text, /signed in as anna/);
    for (const [input, message] of [
      [terminal('typed by hånd\r', 'typed otherwise\r'), /The two passwords differ\. Nothing was changed/],
      [terminal('typed\u0003'), /Nothing was changed/],
    ] as const) {
      const refused = await run(['set-password', 'anna@store.example'], input);
      assert.equal(refused.code, 1);
      assert.match(refused.text, message);
    }
    assert.equal((await run(['set-password', 'anna@store.example'], Readable.from([PASSWORD]))).code, 0);
  });

  it('disable: an application gets and keeps no access until enable, and is told why', async () => {
    const { application, tokens, browser } = await connected(idp, {
      client_name: 'Paused',
      token_endpoint_auth_method: 'none',
    });
    const id = application.client.client_id;
    const { code, entries } = await run(['disable', id]);
    assert.equal(code, 0);
    assert.deepEqual(entries, [{ operation: 'client disable', details: { id } }]);
    assert.deepEqual(await introspect(idp, tokens.access_token), { active: false });
    assert.equal(await isGranted(id), false, 'its destinations are suspended');
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', client_id: id };
    const refused = await postForm(`${idp.issuer}/token`, form);
    assert.equal(refused.status, 401);
    assert.deepEqual(await refused.json(), {
      error: 'invalid_client',
      error_description: 'the operator has disabled this application',
    });
    const page = await browser.go((await authorizationUrl(application)).url);
    assert.equal(page.status, 400);
    assert.match(page.text, /the operator has disabled this application/);
    assert.match((await browser.go('/grants')).text, /<h2>Paused<\/h2>.*?It has no access now/s);
    assert.match((await run(['list'])).text, new RegExp(`${id}.*disabled since 20`));

    assert.deepEqual((await run(['enable', id])).entries, [{ operation: 'client enable', details: { id } }]);
    assert.equal(await isActive(tokens.access_token), true);
    assert.equal(await isGranted(id), true);
    await refresh(application, tokens.refresh_token ?? '');
    for (const command of ['disable', 'enable']) assert.equal((await run([command, 'unknown'])).code, 1);
    await run(['disable', id]);
    const after = await browser.press(await browser.go('/grants'), `value="${id}"`);
    assert.match(after.text, /The access of the application has ended/);
  });

  it("disable: a seller's own application has no tokens until enable", async () => {
    const ask = () =>
      postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic('demonew', 'demonewsecret'));
    const { access_token: token } = (await (await ask()).json()) as { access_token: string };
    await run(['disable', 'demonew']);
    const refused = await ask();
    assert.equal(refused.status, 401);
    assert.match(await refused.text(), /"invalid_client".*has disabled this application/);
    assert.equal(await isActive(token), false);
    await run(['enable', 'demonew']);
    assert.equal((await ask()).status, 200);
    assert.equal(await isActive(token), true);
  });

  it('disable: nobody signs in to a disabled sign-in, and only who knows its password is told so', async () => {
    await run(['add-account', '--email', 'eve@store.example', '--seller', 'A1DEMOSELLER']);
    const application = await connectable(idp, { client_name: 'Through Eve' });
    const started = await authorizationUrl(application);
    const { browser } = await grantsOf('eve@store.example', PASSWORD);
    const tokens = await exchange(application, started, (await browser.allow(await browser.go(started.url))).url);

    const { text, entries } = await run(['disable', 'eve@store.example']);
    assert.match(text, /Disabled eve@store\.example.*no access while it is disabled.*Through Eve \(/s);
    assert.deepEqual(entries, [
      { operation: 'client disable', details: { email: 'eve@store.example', sellerId: 'A1DEMOSELLER' } },
    ]);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/);
    const { page } = await grantsOf('eve@store.example', PASSWORD);
    assert.equal(page.status, 403);
    assert.match(page.text, /This sign-in is disabled\. Ask the operator/);
    assert.match((await grantsOf('eve@store.example', 'wrong password')).page.text, /is not right/);
    assert.equal(await isActive(tokens.access_token), false);
    assert.equal(await isGranted(application.client.client_id), false);
    await assert.rejects(refresh(application, tokens.refresh_token ?? ''), { error: 'invalid_grant' });

    const again = await run(['disable', 'eve@store.example']);
    assert.match(again.text, /^eve@store\.example is disabled already: nothing was changed\.\n$/);
    await run(['enable', 'eve@store.example']);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/, 'her session does not come back');
    assert.match((await grantsOf('eve@store.example', PASSWORD)).page.text, /<h2>Through Eve/);
    assert.equal(await isActive(tokens.access_token), true);
    await refresh(application, tokens.refresh_token ?? '');
  });

  it('enable changes nothing about a sign-in or an application that is not disabled: sessions go on', async () => {
    const { browser } = await grantsOf('anna@store.example', PASSWORD);
    for (const name of ['anna@store.example', 'demonew']) {
      const { code, text, entries } = await run(['enable', name]);
      assert.deepEqual([code, text, entries], [0, `${name} is not disabled: nothing was changed.\n`, []]);
    }
    assert.match((await browser.go('/grants')).text, /<h1>Connected applications<\/h1>/);
  });

  it('remove lists what a sign-in connected and asks on a terminal; elsewhere it needs --yes', async () => {
    await run(['add-account', '--email', 'gone@store.example', '--seller', 'A1DEMOSELLER']);
    const application = await connectable(idp, { client_name: 'Depends' });
    const started = await authorizationUrl(application);
    const { browser } = await grantsOf('gone@store.example', PASSWORD);
    const tokens = await exchange(application, started, (await browser.allow(await browser.go(started.url))).url);
    for (const input of [Readable.from(['y\n']), typed('n\n'), typed('\n'), typed('')]) {
      const { code, text, entries } = await run(['remove', 'gone@store.example'], input);
      assert.equal(code, 1, text);
      assert.match(
        text,
        /act for seller A1DEMOSELLER because gone@.*\n {2}Depends \(\w+\), connected since 20.*Nothing was removed/s,
      );
      assert.deepEqual(entries, []);
    }
    assert.equal(await isActive(tokens.access_token), true);
    const { code, text, entries } = await run(['remove', 'gone@store.example'], typed('y\n'));
    assert.equal(code, 0, text);
    assert.deepEqual(entries, [
      { operation: 'client remove', details: { email: 'gone@store.example', sellerId: 'A1DEMOSELLER' } },
    ]);
    assert.equal(await isActive(tokens.access_token), false);
    // One that connected nothing is removed without a question, and --yes needs no terminal.
    await run(['add-account', '--email', 'gone@store.example', '--seller', 'A1DEMOSELLER']);
    assert.equal((await run(['remove', 'gone@store.example'])).code, 0);
    await run(['add-account', '--email', 'gone@store.example', '--seller', 'A1DEMOSELLER']);
    const other = await grantsOf('gone@store.example', PASSWORD);
    await other.browser.allow(await other.browser.go((await authorizationUrl(application)).url));
    assert.equal((await run(['remove', 'gone@store.example', '--yes'])).code, 0);
  });
});
