// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { type PageView, TestBrowser } from './browser.ts';
import { type Application, authorizationUrl, connectable, discover, insecure } from './delegated.ts';
import { freshDb, introspect, postForm, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture("the console's client at the default provider (decision 46)", (engine) => {
  let idp: TestIdp;
  let app: Application;
  let consoleUrl = 'https://sellers.example/console';
  let passedMs = 0;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), {
      consoleUrl: () => consoleUrl,
      now: () => Date.now() + passedMs,
    });
    app = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
  });
  after(() => idp.close());

  const callback = () => `${consoleUrl}/callback`;
  const started = (params: Record<string, string> = {}) =>
    authorizationUrl(app, { redirect_uri: callback(), scope: SELLER_RIGHTS.join(' '), ...params });

  /** Signs in and consents; the browser is then signed in at the provider, and the console has a token. */
  async function signedIn(email?: string) {
    const browser = new TestBrowser(idp.issuer);
    const request = await started();
    const consent = await browser.signIn(await browser.go(request.url), email);
    const back = await browser.allow(consent);
    return { browser, consent, tokens: await exchanged(request, back) };
  }

  async function exchanged({ state, verifier }: { state: string; verifier: string }, back: PageView) {
    const { server, client, auth } = app;
    const params = oauth.validateAuthResponse(server, client, new URL(back.url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...[server, client, auth, params, callback(), verifier, insecure],
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  }

  /** What `prompt=none` answers at the redirect URI: a token, or the error. */
  async function silently(browser: TestBrowser): Promise<{ token: string } | { error: string | null }> {
    const request = await started({ prompt: 'none' });
    const back = await browser.go(request.url);
    assert.ok(back.url.startsWith(`${callback()}?`), back.url);
    const answer = new URL(back.url).searchParams;
    assert.equal(answer.get('iss'), idp.issuer);
    assert.equal(answer.get('state'), request.state);
    if (answer.has('error')) return { error: answer.get('error') };
    return { token: (await exchanged(request, back)).access_token };
  }

  const isActive = async (token: string) => (await introspect(idp, token)).active;

  it('is public, needs no registration, and gets all seller rights and no refresh token, also when it asks for one', async () => {
    const { tokens, consent } = await signedIn();
    assert.match(consent.text, /Connect Seller console\?/);
    // It counts as the seller's own application (decision 38), so the usual text would be wrong.
    assert.doesNotMatch(consent.text, /does not see your own destinations/);
    assert.match(consent.text, /All your destinations/);
    assert.equal(tokens.refresh_token, undefined);
    assert.equal(tokens.expires_in, 900);
    assert.equal(tokens.scope, SELLER_RIGHTS.join(' '));
    const claims = await introspect(idp, tokens.access_token);
    assert.equal(claims.client_id, EMBEDDED_CONSOLE_CLIENT);
    assert.equal(claims.seller_id, 'A1DEMOSELLER');
    // For its menu. Other applications do not get the person's address.
    assert.deepEqual(claims.console_person, { email: 'demo@store.example', role: 'owner', sellerCount: 1 });

    const browser = new TestBrowser(idp.issuer);
    const greedy = await started({ scope: 'offline_access' });
    const back = await browser.allow(await browser.signIn(await browser.go(greedy.url)));
    assert.equal((await exchanged(greedy, back)).refresh_token, undefined);
  });

  it('needs PKCE, and has exactly one redirect URI, which follows PUBLIC_URL', async () => {
    const pageFor = async (params: Record<string, string>) =>
      new TestBrowser(idp.issuer).go((await started(params)).url);
    assert.equal((await pageFor({})).status, 200);
    const without = await started();
    const url = new URL(without.url);
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    assert.match((await new TestBrowser(idp.issuer).go(url.href)).url, /error=invalid_request/);
    for (const uri of [
      `${consoleUrl}`,
      `${callback()}/`,
      `${callback()}?a=b`,
      'http://127.0.0.1:8080/console/callback',
    ])
      assert.equal((await pageFor({ redirect_uri: uri })).status, 400, uri);
    const before = callback();
    consoleUrl = 'https://moved.example/console';
    assert.equal((await pageFor({})).status, 200);
    assert.equal((await pageFor({ redirect_uri: before })).status, 400);
    consoleUrl = 'https://sellers.example/console';
  });

  it('cannot be created, listed or removed by hand, and no other grant type works for it', async () => {
    const out = { text: '', write: (text: string) => (out.text += text) };
    assert.equal(await runClientCommand(idp.db, ['add', '--operator', '--id', EMBEDDED_CONSOLE_CLIENT], out), 1);
    assert.match(out.text, /reserved/);
    const answer = await postForm(`${idp.issuer}/token`, {
      grant_type: 'client_credentials',
      client_id: EMBEDDED_CONSOLE_CLIENT,
    });
    assert.equal(answer.status, 400);
  });

  it('prompt=none without a session is login_required, without a consent in this session consent_required', async () => {
    const browser = new TestBrowser(idp.issuer);
    assert.deepEqual(await silently(browser), { error: 'login_required' });
    await browser.signIn(await browser.go('/grants'));
    assert.deepEqual(await silently(browser), { error: 'consent_required' });
  });

  it('prompt=none reuses session and grant without a page; without it consent is asked each time', async () => {
    const { browser, tokens } = await signedIn();
    const again = await silently(browser);
    assert.ok('token' in again && again.token !== tokens.access_token);
    assert.equal(await isActive(again.token), true);
    assert.equal(await isActive(tokens.access_token), true);
    assert.match((await browser.go((await started()).url)).text, /Connect Seller console\?/);
    const signIn = await browser.go((await started({ prompt: 'login' })).url);
    assert.match((await browser.signIn(signIn)).text, /Connect Seller console\?/);
  });

  it('prompt=none of any other client is consent_required, also right after a consent', async () => {
    const { browser } = await signedIn();
    const other = await connectable(idp, { token_endpoint_auth_method: 'none' });
    const first = await authorizationUrl(other, { scope: BASIC_RIGHTS.join(' ') });
    const back = await browser.allow(await browser.go(first.url));
    assert.match(back.url, /code=/);
    const { url } = await authorizationUrl(other, { scope: BASIC_RIGHTS.join(' '), prompt: 'none' });
    assert.match((await browser.go(url)).url, /error=consent_required/);
    // Nor does another client get a code for the console's redirect URI.
    const mixed = await authorizationUrl(other, { redirect_uri: callback(), prompt: 'none' });
    assert.equal((await browser.go(mixed.url)).status, 400);
  });

  it('prompt=none with another prompt, or for more than was granted, gives no code', async () => {
    const browser = new TestBrowser(idp.issuer);
    const less = await started({ scope: 'seller-api:pricing:read' });
    await browser.allow(await browser.signIn(await browser.go(less.url)));
    assert.deepEqual(await silently(browser), { error: 'consent_required' });
    const both = await browser.go((await started({ prompt: 'none consent' })).url);
    assert.match(both.url, /error=invalid_request/);
  });

  it('lists the grant with its dates, and withdrawing it ends the token and the reuse', async () => {
    const { browser } = await signedIn();
    const renewed = await silently(browser);
    assert.ok('token' in renewed);
    const grants = await browser.go('/grants');
    assert.match(grants.text, /<h2>Seller console<\/h2>.*Connected since.*last used/s);
    const after = await browser.press(grants, 'Withdraw access of Seller console');
    assert.match(after.text, /The access of Seller console has ended/);
    assert.doesNotMatch(after.text, /<h2>Seller console<\/h2>/);
    assert.equal(await isActive(renewed.token), false);
    assert.deepEqual(await silently(browser), { error: 'consent_required' });
  });

  it('the grant is listed as long as it can be reused: 8 hours from its last use', async () => {
    const { browser } = await signedIn('new@store.example');
    try {
      for (const _ of [1, 2]) {
        passedMs += 7 * HOUR_MS;
        assert.ok('token' in (await silently(browser)), 'each use prolongs it');
      }
      passedMs += 7 * HOUR_MS;
      assert.match((await browser.go('/grants')).text, /<h2>Seller console<\/h2>/);
      passedMs += 2 * HOUR_MS;
      assert.doesNotMatch((await browser.go('/grants')).text, /<h2>Seller console<\/h2>/);
      assert.deepEqual(await silently(browser), { error: 'consent_required' });
    } finally {
      passedMs = 0;
    }
  });

  it('a new consent replaces the grant of this browser, and that of another browser stays', async () => {
    const [here, elsewhere] = [await signedIn('rival@store.example'), await signedIn('rival@store.example')];
    const request = await started();
    await exchanged(request, await here.browser.allow(await here.browser.go(request.url)));
    assert.equal(await isActive(here.tokens.access_token), false);
    assert.equal(await isActive(elsewhere.tokens.access_token), true);
    assert.ok('token' in (await silently(here.browser)));
    assert.ok('token' in (await silently(elsewhere.browser)));
  });

  it('signing in as somebody else does not lead the console from one seller to the other', async () => {
    const { browser, tokens } = await signedIn();
    const request = await started({ prompt: 'login' });
    await browser.signIn(await browser.go(request.url), 'rival@store.example');
    assert.deepEqual(await silently(browser), { error: 'consent_required' });
    assert.equal(await isActive(tokens.access_token), false);
  });

  it('a sign-out page asks first; its button ends the session and the access of the console, and leads back', async () => {
    const { browser, tokens } = await signedIn();
    const page = await browser.go('/sign-out');
    assert.equal(page.status, 200);
    assert.match(page.text, /<h1>Sign out\?<\/h1>.*A1DEMOSELLER/s);
    assert.equal(page.text.match(/<button/g)?.length, 1);
    for (const [name, value] of [
      ['x-frame-options', /^DENY$/],
      ['content-security-policy', /frame-ancestors 'none'/],
    ] as const)
      assert.match(page.headers.get(name) ?? '', value);
    assert.ok('token' in (await silently(browser)), 'looking at the page signs nobody out');
    const forged = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    assert.equal((await browser.go('/sign-out', { ...forged, body: 'csrf=guessed' })).status, 403);
    const foreign = { ...forged.headers, 'sec-fetch-site': 'cross-site' };
    assert.equal((await browser.go('/sign-out', { ...forged, headers: foreign, body: '' })).status, 403);

    const signedOut = await browser.press(page, 'Sign out');
    assert.match(signedOut.text, /You are signed out/);
    assert.ok(signedOut.text.includes(`href="${consoleUrl}"`));
    assert.equal(await isActive(tokens.access_token), false);
    assert.deepEqual(await silently(browser), { error: 'login_required' });
    assert.match((await browser.go('/sign-out')).text, /You are signed out/);
  });
});
