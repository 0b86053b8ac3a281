// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import {
  EMBEDDED_CONSOLE_CLIENT,
  EMBEDDED_OPERATOR_CONSOLE_CLIENT,
} from '../../src/domain/authorization/console-client.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { insertMember } from '../../src/idp/members.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { type Application, authorizationUrl, connectable, discover, insecure } from './delegated.ts';
import { addApp, codeAt } from './factors/person.ts';
import { freshDb, introspect, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

const EMAIL = 'olga@operator.example';
const PASSWORD = 'a long enough password';
const READ = 'operator:sellers:read';
const redirectUri = 'https://sellers.example/operator-console/callback';

withEnginesInTorture("an operator's account (decision 55)", (engine) => {
  let idp: TestIdp;
  let desk: Application;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => 'https://sellers.example/console' });
    desk = { client: { client_id: EMBEDDED_OPERATOR_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
    assert.equal((await command('create-operator', '--email', EMAIL, '--rights', `${READ} operator:support`)).code, 0);
  });
  after(() => idp.close());

  async function command(...args: string[]) {
    const out = { text: '', write: (text: string) => (out.text += text) };
    const input = (async function* () {
      yield `${PASSWORD}\n`;
    })();
    const stdin = args[0] === 'create-operator' ? ['--password-stdin'] : [];
    const code = await runClientCommand(idp.db, [...args, ...stdin], out, { input });
    return { code, text: out.text };
  }

  const started = (app: Application, redirect_uri: string, scope: string) =>
    authorizationUrl(app, { redirect_uri, scope });

  it('must set up a second factor at its first sign-in, whatever IDP_SECOND_FACTOR says', async () => {
    const browser = new TestBrowser(idp.issuer);
    const { url } = await started(desk, redirectUri, READ);
    const page = await browser.signIn(await browser.go(url), EMAIL, PASSWORD);
    assert.match(page.text, /second-app|Authenticator app/);
    assert.doesNotMatch(page.url, /operator-console\/callback/);
    await addApp(idp, (await accountByEmail(idp.db, EMAIL))?.id ?? '');
  });

  let signed: TestBrowser;

  it('signs in to the operator console with the rights that it has, loses what is taken away, and all when it is disabled', async () => {
    signed = new TestBrowser(idp.issuer);
    const asked = 'operator:market:write operator:admin';
    const { url, state, verifier } = await started(desk, redirectUri, asked);
    const step = await signed.signIn(await signed.go(url), EMAIL, PASSWORD);
    const back = await signed.press(step, 'name="action" value="second-code"', { code: codeAt(Date.now()) });
    const { server, client, auth } = desk;
    const params = oauth.validateAuthResponse(server, client, new URL(back.url), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...[server, client, auth, params, redirectUri, verifier, insecure],
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer);
    const token = tokens.access_token;
    assert.equal(tokens.refresh_token, undefined);
    const claims = await introspect(idp, token);
    assert.deepEqual([claims.active, claims.rights, claims.seller_id], [true, [READ, 'operator:support'], undefined]);
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    const claimRules = { operatorClients: 'all', operatorConsole: EMBEDDED_OPERATOR_CONSOLE_CLIENT } as const;
    const identity = createIdentity({ issuer: idp.issuer, introspection, claimRules });
    const caller = await identity.callerOf(token);
    assert.deepEqual([[...(caller?.rights ?? [])], caller?.sellerId], [[READ, 'operator:support'], undefined]);
    await identity.close();

    // The next token comes without a page, as long as the session lasts (decision 55).
    const renewed = await authorizationUrl(desk, { redirect_uri: redirectUri, scope: asked, prompt: 'none' });
    const next = new URL((await signed.go(renewed.url)).url);
    const code = oauth.validateAuthResponse(server, client, next, renewed.state);
    const again = await oauth.authorizationCodeGrantRequest(
      ...[server, client, auth, code, redirectUri, renewed.verifier, insecure],
    );
    const renewal = await oauth.processAuthorizationCodeResponse(server, client, again);
    assert.deepEqual((await introspect(idp, renewal.access_token)).rights, [READ, 'operator:support']);
    const stranger = await new TestBrowser(idp.issuer).go(renewed.url);
    assert.match(stranger.url, /error=login_required/);

    // The session of the operator console is of no use elsewhere.
    const other = await connectable(idp);
    const uri = 'https://repricer.example/callback';
    const elsewhere = await signed.go((await started(other, uri, 'seller-api:pricing:read')).url);
    assert.equal(elsewhere.status, 403);
    assert.match(elsewhere.text, /operator console only/);
    // A person with an account for each goes on with the other one; the session stays until then.
    const [, another = ''] = /<a href="([^"]+)">Sign in with another account/.exec(elsewhere.text) ?? [];
    assert.match((await signed.go(another.replaceAll('&amp;', '&'))).text, /<h1>Sign in<\/h1>/);
    const silent = await authorizationUrl(other, { redirect_uri: uri, prompt: 'none' });
    assert.match((await signed.go(silent.url)).url, /repricer\.example\/callback\?error=/);
    for (const path of ['/grants', '/account/team']) {
      const refused = await signed.go(path);
      assert.equal(refused.status, 403, path);
      assert.match(
        refused.text,
        /<h1>You cannot do this<\/h1>\s*<p>This is an account of the marketplace&#39;s operator/,
      );
    }
    const { text } = await signed.go('/account');
    const links = [...text.matchAll(/<a href="([^"]+)"[^>]*>/g)].map(([, href]) => href);
    for (const href of links)
      assert.doesNotMatch(href ?? '', /grants|team|applications|console/, 'a link that refuses operators');
    assert.ok(links.includes('/account/sessions'));
    assert.equal((await signed.go('/account/security')).status, 200, 'its own factors');

    assert.equal((await command('set-operator-rights', EMAIL, '--rights', READ)).code, 0);
    assert.deepEqual((await introspect(idp, token)).rights, [READ]);
    assert.equal((await command('disable', EMAIL)).code, 0);
    assert.deepEqual(await introspect(idp, token), { active: false });
    assert.match((await signed.go(renewed.url)).url, /error=login_required/, 'the session is gone, too');
    assert.equal((await command('enable', EMAIL)).code, 0);
    assert.match((await signed.go(renewed.url)).url, /error=login_required/);
  });

  it('cannot sign in anywhere else: not to an application, the seller console, or the pages of sellers', async () => {
    const application = await connectable(idp);
    const console: Application = { ...desk, client: { client_id: EMBEDDED_CONSOLE_CLIENT } };
    for (const [app, uri] of [
      [application, 'https://repricer.example/callback'],
      [console, 'https://sellers.example/console/callback'],
    ] as const) {
      const browser = new TestBrowser(idp.issuer);
      const { url } = await started(app, uri, 'seller-api:pricing:read');
      const refused = await browser.signIn(await browser.go(url), EMAIL, PASSWORD);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /can sign in to the operator console only/);
    }
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.signIn(await browser.go('/grants'), EMAIL, PASSWORD);
    assert.equal(page.status, 403);
    assert.match((await browser.go('/grants')).text, /<h1>Sign in<\/h1>/);
  });

  it("is never a seller's: that one cannot sign in to the operator console, and no address has both", async () => {
    const browser = new TestBrowser(idp.issuer);
    const { url } = await started(desk, redirectUri, READ);
    const refused = await browser.signIn(await browser.go(url));
    assert.equal(refused.status, 403);
    assert.match(refused.text, /Your account is a seller/);
    const both = await command('create-operator', '--email', 'demo@store.example', '--rights', READ);
    assert.equal(both.code, 1);
    assert.match(both.text, /never both/);
    const accountId = (await accountByEmail(idp.db, EMAIL))?.id ?? '';
    const member = { sellerId: 'A1DEMOSELLER', accountId, role: 'owner', createdAt: 1 } as const;
    await assert.rejects(
      idp.db.transaction((tx) => insertMember(tx, member)),
      /cannot be a seller's member/,
    );
    for (const rights of ['', 'operator:everything', `${READ} x`])
      assert.equal((await command('create-operator', '--email', 'x@y.example', '--rights', rights)).code, 2, rights);
  });
});
