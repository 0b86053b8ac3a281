import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { runClientCommand } from '../../src/idp/commands.ts';
import { acceptInvitation } from '../../src/idp/invitation-acceptance.ts';
import { invitationLink, invitationOfLink, invite, openInvitations } from '../../src/idp/invitations.ts';
import { insertMember, membersOf } from '../../src/idp/members.ts';
import { withEngines } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import type { TestBrowser } from './browser.ts';
import { type Application, authorizationUrl, connected, discover, exchange, insecure, refresh } from './delegated.ts';
import { basic, freshDb, introspect, postForm, serviceClient, startTestIdp, type TestIdp } from './harness.ts';
import { makerOf } from './people.ts';

const SELLER = 'A1DEMOSELLER';
const CONSOLE = 'https://sellers.example/console';
const NO_TOKEN = { active: false };
const IDP_CACHE_MS = 30_000;
const introspection = { clientId: serviceClient.id, clientSecret: serviceClient.secret, method: 'basic' } as const;

withEngines('a seller that the operator has disabled (decision 55)', (engine) => {
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
  const ownTokenIfAny = async () => ((await (await askOwn('demoseller')).json()) as oauth.JsonObject).access_token;
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

  /** The token of an invitation that an owner sends. */
  async function invitationTo(email: string): Promise<string> {
    const [owner] = (await membersOf(idp.db, SELLER)).filter(({ role }) => role === 'owner');
    const nowMs = Date.now();
    await invite(idp.db, { sellerId: SELLER, email, role: 'analyst' }, makerOf(owner?.id ?? '', nowMs));
    const [open] = await openInvitations(idp.db, SELLER, nowMs);
    return (await invitationLink(idp.db, open?.id ?? '', nowMs))?.token ?? assert.fail();
  }

  async function asked<T>(question: (identity: ReturnType<typeof createIdentity>) => Promise<T>): Promise<T> {
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

  it('what people and applications ask for while it is being disabled is not live afterwards', async () => {
    await run('enable-seller', SELLER);
    const invitation = await invitationTo('late@y.example');
    const accept = () =>
      acceptInvitation(idp.db, invitation, { passwordHash: 'x' }, { nowMs: Date.now(), from: '::1' });
    const consent = async () => {
      const started = await authorizationUrl(delegated.application, { login_hint: SELLER });
      const back = await delegated.browser.allow(await delegated.browser.go(started.url));
      return (await exchange(delegated.application, started, back.url)).access_token;
    };
    const given: string[] = [];
    const attempt = (ask: () => Promise<unknown>) =>
      ask().then(
        (token) => void (typeof token === 'string' && given.push(token)),
        () => undefined,
      );
    const attempts = () => [accept, consent, ...Array.from({ length: 5 }, () => ownTokenIfAny)].map(attempt);
    let nowMs = 0;
    const identity = createIdentity({ issuer: idp.issuer, introspection, monotonic: () => nowMs });
    for (const token of [own, console]) assert.ok(await identity.callerOf(token));
    const early = attempts();
    await until('the first token is there', () => given.length > 0);
    const [disabled] = await Promise.all([run('disable-seller', SELLER), ...early, ...attempts()]);
    assert.equal(disabled.code, 0);

    const tokens = [...given, own, console];
    for (const token of tokens) assert.deepEqual(await introspect(idp, token), NO_TOKEN);
    await Promise.all(attempts());
    assert.equal(given.length, tokens.length - 2);
    assert.equal(await invitationOfLink(idp.db, invitation, Date.now()), undefined);
    nowMs += IDP_CACHE_MS;
    for (const token of tokens) assert.equal(await identity.callerOf(token), undefined);
    await identity.close();
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
