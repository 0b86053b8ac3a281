import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS, NAMED_RIGHTS, SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import {
  type Application,
  authorizationUrl,
  connectable,
  discover,
  exchange,
  insecure,
  redirectUri,
} from './delegated.ts';
import { freshDb, introspect, register, startTestIdp, type TestIdp } from './harness.ts';

const [READ, , NOTIFY] = BASIC_RIGHTS;
const [CHANGE, , COSTS] = NAMED_RIGHTS;
const BASIC = BASIC_RIGHTS.join(' ');
const ALL = SELLER_RIGHTS.join(' ');
const OFFLINE = 'offline_access';

withEnginesInTorture('rights by name only at the default provider (decision 51)', (engine) => {
  let idp: TestIdp;
  /** Signed in once: each sign-in costs two password hashes. */
  let browser: TestBrowser;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => 'https://sellers.example/console' });
    browser = new TestBrowser(idp.issuer);
    await browser.signIn(await browser.go('/grants'));
  });
  after(() => idp.close());

  /** The consent page of a request with this scope. */
  async function asked(application: Application, params: Record<string, string | undefined>) {
    const started = await authorizationUrl(application, params);
    return { browser, started, page: await browser.go(started.url) };
  }

  /** What the seller gave, as the token response and introspection tell it. */
  async function granted(application: Application, scope: string | undefined, ticked?: readonly string[]) {
    const { browser, started, page } = await asked(application, { scope });
    const tokens = await exchange(application, started, (await browser.allow(page, ticked)).url);
    assert.equal((await introspect(idp, tokens.access_token)).scope, tokens.scope);
    return { tokens, browser };
  }

  const errorOf = (url: string) => new URL(url, idp.issuer).searchParams.get('error');

  it('a registration has them only by name', async () => {
    const redirect_uris = [redirectUri];
    const scopeOf = async (scope?: string) => (await register(idp, { redirect_uris, scope })).body.scope;
    assert.equal(await scopeOf(), `${BASIC} ${OFFLINE}`);
    assert.equal(await scopeOf(OFFLINE), `${OFFLINE} ${BASIC}`);
    assert.equal(await scopeOf(CHANGE), `${CHANGE} ${OFFLINE}`);
    assert.equal(await scopeOf(ALL), `${ALL} ${OFFLINE}`);
  });

  it('a request that names no right never asks for them, also of an application that may have them', async () => {
    const application = await connectable(idp, { scope: ALL });
    for (const scope of [undefined, '', OFFLINE, BASIC, `${BASIC} ${OFFLINE}`]) {
      const { page } = await asked(application, { scope });
      assert.doesNotMatch(page.text, /Give these only if it needs them/);
      for (const right of NAMED_RIGHTS) assert.ok(!page.text.includes(`value="${right}"`), `${scope}: ${right}`);
      const { tokens } = await granted(application, scope);
      assert.equal(String(tokens.scope).replace(` ${OFFLINE}`, ''), BASIC);
    }
  });

  it('a form cannot give a right that the request did not name', async () => {
    const application = await connectable(idp, { scope: ALL });
    for (const right of [...NAMED_RIGHTS, 'operator:market:write', OFFLINE]) {
      const { browser, started, page } = await asked(application, { scope: BASIC });
      const back = await browser.press(page, 'name="action" value="allow"', { right });
      assert.equal((await exchange(application, started, back.url)).scope, BASIC);
    }
  });

  it('an application that registered only such rights has to name them: otherwise invalid_scope', async () => {
    const application = await connectable(idp, { scope: CHANGE });
    for (const scope of [undefined, OFFLINE, BASIC]) {
      const { url } = await authorizationUrl(application, { scope });
      assert.equal(errorOf((await new TestBrowser(idp.issuer).go(url)).url), 'invalid_scope');
    }
    assert.equal((await granted(application, CHANGE, [CHANGE])).tokens.scope, CHANGE);
  });

  it('a request for one that the application did not register is invalid_scope', async () => {
    const application = await connectable(idp);
    for (const scope of [CHANGE, ALL, `${BASIC} ${COSTS}`, `${OFFLINE} ${CHANGE}`]) {
      const { url } = await authorizationUrl(application, { scope });
      assert.equal(errorOf((await new TestBrowser(idp.issuer).go(url)).url), 'invalid_scope', scope);
    }
  });

  it('they stand apart on the consent page, unticked; the basic ones are ticked', async () => {
    const application = await connectable(idp, { scope: ALL });
    const { page } = await asked(application, { scope: `${ALL} ${OFFLINE}` });
    const [usual = '', apart = ''] = page.text.split('Give these only if it needs them');
    for (const right of BASIC_RIGHTS) assert.match(usual, new RegExp(`value="${right}" checked`));
    for (const right of NAMED_RIGHTS) {
      assert.ok(!usual.includes(right));
      assert.match(apart, new RegExp(`value="${right}" aria-`));
    }
    for (const words of [/Change your prices/, /Change your price limits/, /See your costs/, /See your account/])
      assert.match(apart, words);
    assert.match(usual, /Stay connected/);
    assert.ok(!page.text.includes(`value="${OFFLINE}"`), 'no box of its own');
  });

  it('the seller gives some of the requested rights: exactly those, now and after a refresh', async () => {
    const application = await connectable(idp, { scope: ALL });
    for (const [ticked, scope] of [
      [undefined, `${BASIC} ${OFFLINE}`],
      [[READ], `${READ} ${OFFLINE}`],
      [[COSTS, NOTIFY], `${NOTIFY} ${COSTS} ${OFFLINE}`],
      [SELLER_RIGHTS, `${ALL} ${OFFLINE}`],
    ] as const) {
      const { tokens } = await granted(application, `${ALL} ${OFFLINE}`, ticked);
      assert.equal(tokens.scope, scope);
      const { client, auth, server } = application;
      const renew = async (more: Record<string, string>, token = tokens.refresh_token ?? '') => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, auth, token, {
          ...insecure,
          additionalParameters: more,
        });
        return oauth.processRefreshTokenResponse(server, client, answer);
      };
      if (scope !== `${ALL} ${OFFLINE}`)
        await assert.rejects(
          renew({ scope: ALL }),
          (error) => (error as oauth.ResponseBodyError).error === 'invalid_scope',
        );
      assert.equal((await renew({})).scope, scope);
    }
  });

  it('without a right only Deny is possible: the page comes back with a message', async () => {
    const application = await connectable(idp, { scope: ALL });
    const { browser, page } = await asked(application, { scope: `${READ} ${CHANGE} ${OFFLINE}` });
    for (const ticked of [[], [OFFLINE], [NOTIFY], [COSTS]]) {
      const again = await browser.allow(page, ticked);
      assert.equal(again.status, 400);
      assert.match(again.text, /role="alert".*Choose what it will be able to do, or press Deny/s);
      assert.doesNotMatch(again.text, / checked/);
    }
    assert.equal(errorOf((await browser.deny(page)).url), 'access_denied');
  });

  it('the seller’s list of connected applications has what was given, not what was asked for', async () => {
    const application = await connectable(idp, { scope: ALL, client_name: 'Half trusted' });
    const { browser } = await granted(application, ALL, [READ, CHANGE]);
    const [, entry = ''] = (await browser.go('/grants')).text.split('<h2>Half trusted</h2>');
    assert.match(entry, /See your prices and fees.*Change your prices/s);
    assert.doesNotMatch(entry.split('</ul>')[0] ?? '', /costs|notification/);
  });

  it('the console gets every right of the owner; a silent sign-in never widens its grant', async () => {
    const app = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
    const redirect_uri = 'https://sellers.example/console/callback';
    const scopeOf = async (started: { state: string; verifier: string }, back: string) => {
      const params = oauth.validateAuthResponse(app.server, app.client, new URL(back), started.state);
      const answer = await oauth.authorizationCodeGrantRequest(
        ...[app.server, app.client, app.auth, params, redirect_uri, started.verifier, insecure],
      );
      return (await oauth.processAuthorizationCodeResponse(app.server, app.client, answer)).scope;
    };
    for (const [scope, given] of [
      [ALL, ALL],
      [BASIC, BASIC],
      [`${BASIC} ${COSTS}`, `${BASIC} ${COSTS}`],
    ] as const) {
      const { browser, started, page } = await asked(app, { scope, redirect_uri });
      assert.doesNotMatch(page.text, /type="checkbox"/);
      assert.equal(await scopeOf(started, (await browser.allow(page)).url), given);
      for (const _ of [1, 2]) {
        const silent = await authorizationUrl(app, { scope: ALL, redirect_uri, prompt: 'none' });
        assert.equal(await scopeOf(silent, (await browser.go(silent.url)).url), given);
      }
    }
  });
});
