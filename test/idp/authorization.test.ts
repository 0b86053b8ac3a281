// run: without coverage

import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { createIdentity } from '../../src/identity/oidc.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import {
  type Application,
  authorizationUrl,
  connectable,
  connected,
  discover,
  redirectUri,
  refresh,
} from './delegated.ts';
import { basic, freshDb, introspect, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture('authorization at the default provider', (engine) => {
  let idp: TestIdp;
  let application: Application;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    application = await connectable(idp, { token_endpoint_auth_method: 'none' });
  });
  after(() => idp.close());

  const answerTo = async (params: Record<string, string | undefined>) =>
    new TestBrowser(idp.issuer).go((await authorizationUrl(application, params)).url);

  it('shows a page and never redirects for an unknown client or a redirect_uri that is not registered exactly', async () => {
    for (const params of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${redirectUri}/` },
      { redirect_uri: `${redirectUri}?more=1` },
      { redirect_uri: 'https://REPRICER.example/callback' },
      { redirect_uri: undefined },
    ]) {
      const page = await answerTo(params);
      assert.equal(page.status, 400, JSON.stringify(params));
      assert.equal(new URL(page.url).origin, idp.issuer);
      assert.match(page.text, /<h1>.+<\/h1>/);
      checkHeaders(page.headers);
    }
  });

  it('redirects to the application with an error and iss: no PKCE, plain, another response type, request objects', async () => {
    for (const [params, error] of [
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ request: 'x' }, 'request_not_supported'],
      [{ request_uri: 'https://x.example/' }, 'request_uri_not_supported'],
      [{ prompt: 'none' }, 'login_required'],
    ] as const) {
      const page = await answerTo(params as Record<string, string | undefined>);
      const back = new URL(page.url);
      assert.equal(`${back.origin}${back.pathname}`, redirectUri, JSON.stringify(params));
      const answer = new URLSearchParams(back.search || back.hash.slice(1));
      assert.equal(answer.get('error'), error, JSON.stringify(params));
      assert.equal(answer.get('iss'), idp.issuer);
    }
  });

  it('answers in the query: it rejects another response_mode and never shows a page of the library', async () => {
    for (const more of [{}, { scope: 'bogus' }, { request: 'x' }, { response_type: 'token' }] as const) {
      for (const response_mode of ['form_post', 'fragment', 'form_post.jwt', 'web_message', 'bogus']) {
        const { url } = await authorizationUrl(application, { response_mode, ...more });
        const response = await fetch(url, { redirect: 'manual' });
        const back = new URL(response.headers.get('location') ?? '', idp.issuer);
        assert.equal(`${back.origin}${back.pathname}`, redirectUri, `${response_mode} ${JSON.stringify(more)}`);
        const error = new URLSearchParams(back.search || back.hash.slice(1)).get('error') ?? '';
        assert.match(error, /^(unsupported_response_(mode|type)|invalid_request|request_not_supported)$/);
        const body = new URLSearchParams(new URL(url).search);
        assert.equal((await fetch(`${idp.issuer}/auth`, { method: 'POST', body })).status, 404);
      }
    }
    assert.match((await answerTo({ response_mode: 'query' })).text, /<h1>Sign in<\/h1>/);
    const discovery = await fetch(`${idp.issuer}/.well-known/openid-configuration`);
    const { response_modes_supported: modes } = (await discovery.json()) as Record<string, unknown>;
    assert.deepEqual(modes, ['query']);
  });

  it('matches the loopback redirect of a native application exactly, with its port', async () => {
    const native = await connectable(idp, {
      redirect_uris: ['http://127.0.0.1:4711/cb', 'com.example.app:/cb'],
      token_endpoint_auth_method: 'none',
    });
    const go = async (uri: string) =>
      new TestBrowser(idp.issuer).go((await authorizationUrl(native, { redirect_uri: uri })).url);
    assert.equal((await go('http://127.0.0.1:4712/cb')).status, 400);
    assert.equal((await go('http://127.0.0.1:4711/cb')).status, 200);
    const page = await go('com.example.app:/cb');
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' com\.example\.app:;/);
  });

  it('sends the command line back to any port of 127.0.0.1, and to nothing else', async () => {
    const application = {
      client: { client_id: 'seller-command-line' },
      auth: oauth.None(),
      server: await discover(idp),
    };
    const started = (uri: string) => authorizationUrl(application, { redirect_uri: uri });
    const go = async (uri: string) => new TestBrowser(idp.issuer).go((await started(uri)).url);
    for (const uri of ['http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback', 'http://127.0.0.1/callback'])
      assert.equal((await go(uri)).status, 200, uri);
    for (const uri of [
      ...['http://127.0.0.1:65536/callback', 'http://127.0.0.1:4711/other', 'http://127.0.0.1:4711/callback?a=1'],
      ...['http://localhost:4711/callback', 'http://[::1]:4711/callback', 'https://127.0.0.1:4711/callback'],
      ...[
        'http://127.0.0.1:4711@evil.example/callback',
        'http://127.0.0.1:/callback',
        'http://127.0.0.1.evil.example/callback',
      ],
    ])
      assert.equal((await go(uri)).status, 400, uri);
    const uri = 'http://127.0.0.1:41999/callback';
    const browser = new TestBrowser(idp.issuer);
    const consent = await browser.signIn(await browser.go((await started(uri)).url));
    assert.match(consent.text, /Connect Command line\?.*127\.0\.0\.1:41999/s);
    assert.doesNotMatch(consent.text, /Not verified by the operator/);
  });

  it('gives no registration the ports of the command line', async () => {
    const uri = 'http://127.0.0.1/callback';
    const other = await connectable(idp, {
      ...{ redirect_uris: [uri], token_endpoint_auth_method: 'none' },
      ...{ any_loopback_port: true, application_type: 'native' },
    });
    const statusOf = async (redirect_uri: string) =>
      (await new TestBrowser(idp.issuer).go((await authorizationUrl(other, { redirect_uri })).url)).status;
    assert.deepEqual([await statusOf(uri), await statusOf('http://127.0.0.1:4711/callback')], [200, 400]);
  });

  it('names the application, its rights and the seller on the sign-in and consent pages, which deny framing', async () => {
    const browser = new TestBrowser(idp.issuer);
    const { url } = await authorizationUrl(application, { login_hint: 'demo@store.example', nonce: 'habit' });
    const signIn = await browser.go(url);
    checkHeaders(signIn.headers);
    assert.match(signIn.text, /<html lang="en">/);
    assert.match(signIn.text, /<label for="email">.*<label for="password">/s);
    assert.match(signIn.text, /value="demo@store\.example"/);
    assert.match(signIn.text, /href="\/grants"/);
    const wrong = await browser.signIn(signIn, 'demo@store.example', 'wrong');
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /role="alert".*href="#password"/s);
    assert.match(wrong.text, /id="password"[^>]*aria-invalid="true" aria-describedby="problem"/);
    assert.match(wrong.text, /<title>Error: /);
    const consent = await browser.signIn(wrong);
    checkHeaders(consent.headers);
    for (const text of ['Example Repricer', application.client.client_id, 'repricer.example', 'A1DEMOSELLER']) {
      assert.ok(consent.text.includes(text), text);
    }
    assert.doesNotMatch(consent.text, /<img|<script/);
    assert.match(
      consent.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/repricer\.example;/,
    );
  });

  it('escapes the metadata of an application on the page', async () => {
    const name = '<b>"Bold" & Co\'s</b>';
    const rude = await connectable(idp, { client_name: name });
    const page = await new TestBrowser(idp.issuer).go((await authorizationUrl(rude)).url);
    assert.ok(!page.text.includes('<b>'));
    assert.match(page.text, /&lt;b&gt;&quot;Bold&quot; &amp; Co&#39;s/);
  });

  it('rejects forms of other sites and forms without the CSRF token', async () => {
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.go((await authorizationUrl(application)).url);
    const send = (body: string, headers: Record<string, string> = {}) =>
      browser.go(page.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    const fields = 'action=sign-in&email=demo%40store.example&password=demo';
    assert.equal((await send(fields)).status, 403);
    assert.equal((await send(`${fields}&csrf=wrong`)).status, 403);
    const token = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1];
    assert.equal((await send(`${fields}&csrf=${token}`, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await send('x'.repeat(20_000))).status, 413);
    const withoutCookies = await new TestBrowser(idp.issuer).go(page.url);
    assert.equal(withoutCookies.status, 400);
    assert.match(withoutCookies.text, /This page has expired/);
  });

  it('asks for consent but not for the password when a second application connects', async () => {
    const first = await connected(idp);
    const other = await connectable(idp, { client_name: 'Another One' });
    const page = await first.browser.go((await authorizationUrl(other)).url);
    assert.match(page.text, /Connect Another One\?/);
    const again = await first.browser.go((await authorizationUrl(first.application)).url);
    assert.match(again.text, /Connect Example Repricer\?/);
  });

  it('switches to another account, also at a forced sign-in, and keeps the grants of the first', async () => {
    const first = await connected(idp);
    const consent = await first.browser.go((await authorizationUrl(first.application)).url);
    const signIn = await first.browser.press(consent, 'name="action" value="switch"');
    assert.match(signIn.text, /<h1>Sign in<\/h1>/);
    const rival = await first.browser.signIn(signIn, 'rival@store.example');
    assert.match(rival.text, /A2DEMORIVAL/);
    const forced = await first.browser.go((await authorizationUrl(first.application, { prompt: 'login consent' })).url);
    assert.match(forced.text, /<h1>Sign in<\/h1>/);
    const back = await first.browser.signIn(forced, 'demo@store.example');
    assert.match(back.text, /A1DEMOSELLER/);
    assert.match((await first.browser.allow(back)).url, /^https:\/\/repricer\.example\/callback\?code=/);
    assert.equal((await introspect(idp, first.tokens.access_token)).active, true);
  });

  it('has its endpoints at the issuer, whatever the Host header', async () => {
    const open = await startTestIdp(idp.db, { demoAnywhere: true });
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ]) {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const url = `${open.issuer}/.well-known/openid-configuration`;
        request(url, { headers }, resolve).on('error', reject).end();
      });
      const text = (await response.toArray()).join('');
      assert.ok(!text.includes('evil'));
      assert.equal((JSON.parse(text) as { token_endpoint: string }).token_endpoint, `${open.issuer}/token`);
    }
    await open.close();
  });

  it('answers an unknown path with a readable 404', async () => {
    for (const path of ['/nothing', '/session/end', '/me', '/interaction/', '/reg/x']) {
      const response = await fetch(`${idp.issuer}${path}`);
      assert.equal(response.status, 404, path);
      checkHeaders(response.headers);
    }
  });

  it('sets cookies HttpOnly and SameSite, and Secure behind https', async () => {
    const safe = await startTestIdp(idp.db, { issuer: 'https://id.store.example' });
    const started = await authorizationUrl(application);
    for (const path of [`/auth${new URL(started.url).search}`, '/grants']) {
      const response = await fetch(`${safe.address}${path}`, { redirect: 'manual' });
      const cookies = response.headers.getSetCookie();
      assert.ok(cookies.length > 0);
      for (const cookie of cookies) assert.match(cookie, /samesite=lax; secure; httponly/i);
    }
    const discovery = await (await fetch(`${safe.address}/.well-known/openid-configuration`)).text();
    assert.match(discovery, /"token_endpoint":"https:\/\/id\.store\.example\/token"/);
    await safe.close();
  });

  it('keeps all addresses below the path of the issuer', async () => {
    const below = await startTestIdp(idp.db, { issuer: `${idp.issuer}/sign/in` });
    const response = await fetch(`${below.address}/sign/in/.well-known/openid-configuration`);
    const { issuer, authorization_endpoint: endpoint } = (await response.json()) as Record<string, string>;
    assert.deepEqual([issuer, endpoint], [below.issuer, `${below.issuer}/auth`]);
    const started = await authorizationUrl(application);
    const own = await fetch(`${below.address}/sign/in/auth${new URL(started.url).search}`, { redirect: 'manual' });
    assert.match(own.headers.get('location') ?? '', /^\/sign\/in\/interaction\//);
    assert.equal((await fetch(`${below.address}/sign/in/grants`)).status, 200);
    await below.close();
  });

  it('lists an application until the seller withdraws its access, which ends its tokens at once', async () => {
    const { application: connectedOne, tokens, browser } = await connected(idp, { client_name: 'Withdrawn One' });
    const other = await connected(idp, { client_name: 'Kept One' });
    const page = await browser.go('/grants');
    checkHeaders(page.headers);
    assert.match(page.text, /Withdrawn One/);
    assert.match(page.text, /Kept One/);
    const rivalBrowser = new TestBrowser(idp.issuer);
    const rival = await rivalBrowser.signIn(await rivalBrowser.go('/grants'), 'rival@store.example');
    assert.doesNotMatch(rival.text, /Withdrawn One/);
    const after = await browser.press(page, `value="${connectedOne.client.client_id}"`);
    assert.match(after.text, /The access of Withdrawn One has ended/);
    assert.doesNotMatch(after.text, /<h2>Withdrawn One/);
    assert.match(after.text, /Kept One/);
    assert.deepEqual(await introspect(idp, tokens.access_token), { active: false });
    assert.equal((await introspect(idp, other.tokens.access_token)).active, true);
    await assert.rejects(refresh(connectedOne, tokens.refresh_token ?? ''), { error: 'invalid_grant' });
  });

  it('tells the service alone which applications have a grant, with or without a valid token, as the page lists them', async () => {
    const [one, two] = [await connected(idp, { client_name: 'Asked One' }), await connected(idp)];
    const asked = [one, two].map(({ application: { client } }) => ({
      sellerId: 'A1DEMOSELLER',
      application: client.client_id,
    }));
    const [first, second] = asked as [(typeof asked)[0], (typeof asked)[0]];
    const elsewhere = { ...first, sellerId: 'A2DEMORIVAL' };
    const identity = createIdentity({
      issuer: idp.issuer,
      introspection: { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' },
    });
    const granted = async () => {
      const grants = await identity.grantedApplications([...asked, elsewhere]);
      assert.equal(grants.nameOf(first), 'Asked One');
      return [first, second, elsewhere].map(grants.isGranted);
    };
    assert.equal(await identity.knowsGrants(), true);
    assert.deepEqual(await granted(), [true, true, false]);
    // Its tokens end, its grant does not.
    await idp.db.run("DELETE FROM idp_record WHERE client_id = $1 AND kind <> 'Grant'", [first.application]);
    assert.deepEqual(await granted(), [true, true, false]);
    const page = await one.browser.go('/grants');
    assert.match(page.text, /<h2>Asked One/);
    await one.browser.press(page, `value="${first.application}"`);
    assert.deepEqual(await granted(), [false, true, false]);
    await idp.db.run("UPDATE idp_record SET expires_at = 1 WHERE client_id = $1 AND kind = 'Grant'", [
      second.application,
    ]);
    assert.deepEqual(await granted(), [false, false, false]);
    await identity.close();
  });

  it('tells the service alone who still works for a seller', async () => {
    const identity = createIdentity({
      issuer: idp.issuer,
      introspection: { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' },
    });
    const rows = await idp.db.all<{ id: string; seller_id: string }>(
      'SELECT id, seller_id FROM idp_member ORDER BY id',
    );
    const [own] = rows.filter((row) => row.seller_id === 'A1DEMOSELLER');
    assert.ok(own);
    const asked = [
      { sellerId: 'A1DEMOSELLER', memberId: own.id },
      { sellerId: 'A2DEMORIVAL', memberId: own.id },
      { sellerId: 'A1DEMOSELLER', memberId: 'nobody' },
    ];
    const isMember = async () => asked.map((await identity.enabledMembers(asked)) ?? (() => false));
    assert.deepEqual(await isMember(), [true, false, false]);
    await idp.db.run(
      'UPDATE idp_account SET disabled_at = 1 WHERE id = (SELECT account_id FROM idp_member WHERE id = $1)',
      [own.id],
    );
    assert.deepEqual(await isMember(), [false, false, false]);
    await idp.db.run('UPDATE idp_account SET disabled_at = NULL');
    await identity.close();
  });

  it('refuses to tell others which applications have a grant, and what is no list of applications', async () => {
    const ask = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${idp.issuer}/token/grants`, { method: 'POST', headers, body });
    const body = JSON.stringify({ applications: [] });
    const others = [{}, basic('seller-service', 'wrong'), basic('demoseller', 'demosellersecret')];
    for (const headers of others) assert.equal((await ask(body, headers)).status, 401);
    const own = basic(serviceClient.id, serviceClient.secret);
    for (const text of [
      '',
      '[]',
      '{}',
      '{"applications":[1]}',
      '{"applications":[{"sellerId":1}]}',
      `"${'x'.repeat(3e5)}"`,
    ])
      assert.equal((await ask(text, own)).status, 400, text.slice(0, 40));
    assert.deepEqual(await (await ask(body, own)).json(), { granted: [], names: {}, members: [] });
  });

  it('confirms a withdrawal only on the next page', async () => {
    const { application: one, browser } = await connected(idp, { client_name: 'Ended Once' });
    const id = one.client.client_id;
    const claim = /has ended/;
    assert.doesNotMatch((await browser.go(`/grants?withdrawn=${id}`)).text, claim);
    const page = await browser.go('/grants');
    const after = await browser.press(page, `value="${id}"`);
    assert.match(after.text, /The access of Ended Once has ended/);
    assert.doesNotMatch((await browser.go('/grants')).text, claim);
    assert.doesNotMatch((await browser.go(`/grants?withdrawn=${id}`)).text, claim);
    const again = await browser.press(page, `value="${id}"`);
    assert.equal(again.status, 200);
    assert.doesNotMatch(again.text, claim);
    const forged = await browser.go('/grants', { headers: { cookie: `_withdrawn=x.${id}` } });
    assert.doesNotMatch(forged.text, claim);
  });

  it('lets a seller sign in to the page of connected applications, and out', async () => {
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.signIn(await browser.go('/'), 'rival@store.example');
    assert.match(page.text, /No application has access/);
    const out = await browser.press(page, 'Sign out');
    assert.match(out.text, /You are signed out/);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/);
  });

  it('ends the tokens and sessions of a removed account', async () => {
    const out = { write: () => {} };
    const stdin = (async function* () {
      yield 'a long password\n';
    })();
    const args = ['add-account', '--email', 'Gone@Store.example', '--seller', 'A3GONE', '--password-stdin'];
    assert.equal(await runClientCommand(idp.db, args, out, { input: stdin }), 0);
    const started = await authorizationUrl(application);
    const browser = new TestBrowser(idp.issuer);
    const consent = await browser.signIn(await browser.go(started.url), 'gone@store.example', 'a long password');
    assert.match(consent.text, /A3GONE/);
    await runClientCommand(idp.db, ['remove', 'gone@store.example'], out);
    assert.equal((await browser.allow(consent)).status, 400);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/);
  });
});

function checkHeaders(headers: Headers): void {
  assert.equal(headers.get('x-frame-options'), 'DENY');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.match(headers.get('cache-control') ?? '', /no-store/);
}
