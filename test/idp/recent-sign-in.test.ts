import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { ageSignIns } from './age-sign-ins.ts';
import { TestBrowser } from './browser.ts';
import { authorizationUrl, connected, discover, exchange, redirectUri, refresh } from './delegated.ts';
import { freshDb, introspect, startTestIdp, type TestIdp } from './harness.ts';

withEnginesInTorture('the time of a sign-in', (engine) => {
  let idp: TestIdp;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => 'https://repricer.example' });
  });
  after(() => idp.close());

  const signInTimeOf = async (token: string) => Number((await introspect(idp, token)).auth_time);

  it('is auth_time in introspection, and the same after refreshes', async () => {
    const { application, tokens } = await connected(idp);
    const first = await signInTimeOf(tokens.access_token);
    assert.ok(Math.abs(first - Date.now() / 1000) < 30, `${first}`);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await refresh(application, tokens.refresh_token ?? '');
    const third = await refresh(application, second.refresh_token ?? '');
    for (const { access_token } of [second, third]) assert.equal(await signInTimeOf(access_token), first);
  });

  it('is absent in a token that stands for no person', async () => {
    const headers = { authorization: `Basic ${btoa('demoseller:demosellersecret')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const response = await fetch(`${idp.issuer}/token`, { method: 'POST', headers, body });
    const { access_token: token } = (await response.json()) as { access_token: string };
    assert.equal((await introspect(idp, token)).auth_time, undefined);
  });

  it('stays in a silent renewal; prompt=login makes it later', async () => {
    const server = await discover(idp);
    const app = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server };
    const browser = new TestBrowser(idp.issuer);
    const parameters = { redirect_uri: redirectUri, scope: 'seller-api:pricing:read' };
    const begin = (more: object = {}) => authorizationUrl(app, { ...parameters, ...more });
    const interactive = await begin();
    const back = await browser.allow(await browser.signIn(await browser.go(interactive.url)));
    assert.match(back.url, /code=/);
    await ageSignIns(idp, 3600);

    const silent = await begin({ prompt: 'none' });
    const renewed = await exchange(app, silent, (await browser.go(silent.url)).url);
    const age = Date.now() / 1000 - (await signInTimeOf(renewed.access_token));
    assert.ok(age > 3590 && age < 3700, `${age}`);

    const again = await begin({ prompt: 'login' });
    const confirmed = await browser.allow(await browser.signIn(await browser.go(again.url)));
    const tokens = await exchange(app, again, confirmed.url);
    assert.ok(Date.now() / 1000 - (await signInTimeOf(tokens.access_token)) < 30);
  });

  it('signing in again keeps what the browser is signed in to, gives a new cookie, and leads back', async () => {
    const server = await discover(idp);
    const app = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server };
    const browser = new TestBrowser(idp.issuer);
    const request = await authorizationUrl(app, { redirect_uri: redirectUri, scope: 'seller-api:pricing:read' });
    await browser.allow(await browser.signIn(await browser.go(request.url)));
    const sessions = () =>
      idp.db.all<{ id: string }>("SELECT id FROM idp_record WHERE kind = 'Session' ORDER BY created_at DESC");
    const before = await sessions();
    const page = await browser.go('/sign-in/again?back=/grants');
    assert.match(page.text, /more than 10 minutes ago/);
    assert.match(page.text, /value="demo@store.example"/);
    assert.match((await browser.signIn(page)).url, /\/grants$/);
    const afterwards = await sessions();
    assert.equal(afterwards.length, before.length);
    assert.notDeepEqual(afterwards, before);
    const silent = await authorizationUrl(app, {
      ...{ redirect_uri: redirectUri, scope: 'seller-api:pricing:read', prompt: 'none' },
    });
    assert.match((await browser.go(silent.url)).url, /code=/, 'the console is still signed in');
  });

  it('a wrong password does not renew it, and no address leads out of the provider', async () => {
    const browser = new TestBrowser(idp.issuer);
    await browser.signIn(await browser.go('/grants'));
    await ageSignIns(idp, 3600);
    const wrong = await browser.signIn(await browser.go('/sign-in/again'), 'demo@store.example', 'wrong');
    assert.equal(wrong.status, 400);
    const rows = await idp.db.all<{ payload: string }>("SELECT payload FROM idp_record WHERE kind = 'Session'");
    const isOld = (text: string) =>
      (JSON.parse(text.replaceAll('\u0001', '')) as { loginTs: number }).loginTs < Date.now() / 1000 - 600;
    assert.ok(rows.every(({ payload }) => isOld(payload)));
    for (const back of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/a/../..//evil', '/%2f/evil']) {
      const page = await browser.go(`/sign-in/again?back=${encodeURIComponent(back)}`);
      assert.match(page.text, /action="\/sign-in\/again\?back=%2Fgrants"/, back);
    }
  });
});
