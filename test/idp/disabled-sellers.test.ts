import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { insertMember } from '../../src/idp/members.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import type { TestBrowser } from './browser.ts';
import { type Application, authorizationUrl, connected, discover, insecure, refresh } from './delegated.ts';
import { basic, freshDb, introspect, postForm, serviceClient, startTestIdp, type TestIdp } from './harness.ts';

const SELLER = 'A1DEMOSELLER';
const CONSOLE = 'https://sellers.example/console';
const NO_TOKEN = { active: false };

withEnginesInTorture('a seller that the operator has disabled (decision 55)', (engine) => {
  let idp: TestIdp;
  let delegated: Awaited<ReturnType<typeof connected>>;
  let own: string;
  let console: string;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => CONSOLE });
    delegated = await connected(idp);
    own = await ownToken('demoseller');
    console = await consoleToken(delegated.browser);
  });
  after(() => idp.close());

  const run = async (...args: string[]) => {
    let text = '';
    const entries: [string, unknown][] = [];
    const record = async (_tx: unknown, operation: string, details: unknown) => void entries.push([operation, details]);
    const code = await runClientCommand(idp.db, args, { write: (piece: string) => (text += piece) }, { record });
    return { code, text, entries };
  };

  const askOwn = (id: string) =>
    postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(id, `${id}secret`));
  const ownToken = async (id: string) => String(((await (await askOwn(id)).json()) as oauth.JsonObject).access_token);

  const consoleApp = async (): Promise<Application> => ({
    ...{ client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) },
  });
  const consoleRequest = async (params: Record<string, string> = {}) =>
    authorizationUrl(await consoleApp(), {
      redirect_uri: `${CONSOLE}/callback`,
      scope: BASIC_RIGHTS.join(' '),
      ...params,
    });

  async function consoleToken(browser: TestBrowser): Promise<string> {
    const request = await consoleRequest();
    const back = await browser.allow(await browser.go(request.url));
    const { server, client, auth } = await consoleApp();
    const params = oauth.validateAuthResponse(server, client, new URL(back.url), request.state);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...[server, client, auth, params, `${CONSOLE}/callback`, request.verifier, insecure],
    );
    return (await oauth.processAuthorizationCodeResponse(server, client, answer)).access_token;
  }

  const silentError = async (params: Record<string, string> = {}) => {
    const { url } = await consoleRequest({ prompt: 'none', ...params });
    return new URL((await delegated.browser.go(url)).url).searchParams.get('error');
  };

  async function asked<T>(question: (identity: ReturnType<typeof createIdentity>) => Promise<T>): Promise<T> {
    const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;
    const identity = createIdentity({ issuer: idp.issuer, introspection });
    const answer = await question(identity);
    await identity.close();
    return answer;
  }

  const actives = () =>
    Promise.all(
      [own, delegated.tokens.access_token, console].map(async (token) => (await introspect(idp, token)).active),
    );

  it('its own, delegated and console tokens end, nobody signs in to it, and all are told why, until it is enabled', async () => {
    const rival = await ownToken('demorival');
    assert.deepEqual(await actives(), [true, true, true]);
    const disabled = await run('disable-seller', SELLER);
    assert.deepEqual([disabled.code, disabled.entries], [0, [['client disable-seller', { sellerId: SELLER }]]]);

    for (const token of [own, delegated.tokens.access_token, console])
      assert.deepEqual(await introspect(idp, token), NO_TOKEN);
    assert.equal((await introspect(idp, rival)).active, true);
    const refused = await askOwn('demoseller');
    assert.equal(refused.status, 401);
    assert.deepEqual(await refused.json(), {
      error: 'invalid_client',
      error_description: 'the operator has disabled this seller',
    });
    await assert.rejects(refresh(delegated.application, delegated.tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
    for (const params of [{}, { login_hint: SELLER }])
      assert.equal(await silentError(params), 'account_selection_required');
    const page = await delegated.browser.go((await consoleRequest()).url);
    assert.match(page.text, /The operator of the marketplace has disabled this seller: <strong>A1DEMOSELLER</);
    assert.doesNotMatch(page.text, /value="allow"|value="choose"/);

    const application = { sellerId: SELLER, application: delegated.application.client.client_id };
    assert.deepEqual(await asked((identity) => identity.disabledSellers()), new Set([SELLER]));
    assert.equal(
      (await asked((identity) => identity.grantedApplications([application]))).isGranted(application),
      false,
    );
    const { text } = await run('list');
    assert.match(text, /demoseller .*seller disabled\n/);
    assert.match(text, /demo@store\.example .*seller disabled\n/);
    assert.match(text, /demorival .*enabled\n/);
    assert.match((await run('disable-seller', SELLER)).text, /is disabled already: nothing was changed/);

    const enabled = await run('enable-seller', SELLER);
    assert.deepEqual(enabled.entries, [['client enable-seller', { sellerId: SELLER }]]);
    assert.deepEqual(await actives(), [true, true, true]);
    assert.equal(await silentError(), null);
    assert.deepEqual(await asked((identity) => identity.disabledSellers()), new Set());
    await refresh(delegated.application, delegated.tokens.refresh_token ?? '');
    for (const command of ['disable-seller', 'enable-seller']) assert.equal((await run(command, 'A0NOBODY')).code, 1);
  });

  it('a person who works for another seller too gets that one by choice only, on the page that tells why', async () => {
    const account = await accountByEmail(idp.db, 'demo@store.example');
    const member = { sellerId: 'A2DEMORIVAL', accountId: account?.id ?? '', role: 'manager', createdAt: 1 } as const;
    await idp.db.transaction((tx) => insertMember(tx, member));
    await run('disable-seller', SELLER);
    assert.equal(await silentError({ login_hint: SELLER }), 'account_selection_required');
    const page = await delegated.browser.go((await consoleRequest({ login_hint: SELLER })).url);
    assert.match(page.text, /has disabled this seller: <strong>A1DEMOSELLER</);
    const consent = await delegated.browser.press(page, 'name="action" value="choose"');
    assert.match(consent.text, /<strong>A2DEMORIVAL<\/strong>/);
    assert.match(consent.text, /value="allow"/);
  });

  it('a seller whose only application was added by a command can be disabled', async () => {
    const { text } = await run('add', '--seller', 'A9NEW', '--id', 'a9new');
    const [, secret = ''] = /client_secret +(\w+)/.exec(text) ?? [];
    assert.equal((await run('disable-seller', 'A9NEW')).code, 0);
    const refused = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic('a9new', secret));
    assert.equal(refused.status, 401);
  });

  it('only the service learns which sellers are disabled', async () => {
    const answer = await fetch(`${idp.issuer}/token/sellers`, {
      method: 'POST',
      headers: { ...basic('demoseller', 'demosellersecret'), 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(answer.status, 401);
  });
});
