// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { migrate } from '../../src/db/migrate.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS } from '../../src/domain/authorization/rights.ts';
import type { MemberRole } from '../../src/domain/authorization/roles.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { grantsOfMember } from '../../src/idp/member-possessions.ts';
import { insertMember, type Member, membershipsOf } from '../../src/idp/members.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { changeRole, removeMember } from '../../src/idp/team.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { type PageView, TestBrowser } from './browser.ts';
import {
  type Application,
  authorizationUrl,
  connectable,
  discover,
  exchange,
  insecure,
  redirectUri,
  refresh,
} from './delegated.ts';
import { freshDb, introspect, startTestIdp, type TestIdp } from './harness.ts';

const DEMO = 'demo@store.example';
const HOME = 'A1DEMOSELLER';
const OTHER = 'A2DEMORIVAL';
const consoleUrl = 'https://sellers.example/console';

withEnginesInTorture('members of sellers at the default provider (decision 52)', (engine) => {
  let idp: TestIdp;
  let seller: Application;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => consoleUrl });
    seller = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
    await join(DEMO, OTHER, 'manager');
  });
  after(() => idp.close());

  const personId = async (email: string) => (await accountByEmail(idp.db, email))?.id ?? '';

  async function join(email: string, sellerId: string, role: MemberRole): Promise<string> {
    const accountId = await personId(email);
    return idp.db.transaction((tx) => insertMember(tx, { sellerId, accountId, role, createdAt: Date.now() }));
  }

  async function memberAt(email: string, sellerId: string): Promise<Member> {
    const found = (await membershipsOf(idp.db, await personId(email))).find((member) => member.sellerId === sellerId);
    assert.ok(found);
    return found;
  }

  async function withRole(member: Member, role: MemberRole): Promise<void> {
    const change = { sellerId: member.sellerId, memberId: member.id, role, now: Date.now() };
    assert.equal(await changeRole(idp.db, change, async () => {}), 'done');
  }

  const started = (params: Record<string, string> = {}) =>
    authorizationUrl(seller, { redirect_uri: `${consoleUrl}/callback`, scope: BASIC_RIGHTS.join(' '), ...params });

  async function tokenOf({ state, verifier }: { state: string; verifier: string }, back: PageView): Promise<string> {
    const { server, client, auth } = seller;
    const params = oauth.validateAuthResponse(server, client, new URL(back.url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...[server, client, auth, params, `${consoleUrl}/callback`, verifier, insecure],
    );
    return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token;
  }

  /** The claims of the token that a silent sign-in gets, or the error. */
  async function silently(browser: TestBrowser, hint?: string): Promise<Record<string, unknown>> {
    const request = await started({ prompt: 'none', ...(hint !== undefined && { login_hint: hint }) });
    const back = await browser.go(request.url);
    const answer = new URL(back.url).searchParams;
    if (answer.has('error')) return { error: answer.get('error') };
    const claims = await introspect(idp, await tokenOf(request, back));
    assert.equal(answer.get('seller_id'), claims.seller_id);
    return claims;
  }

  const choose = (browser: TestBrowser, page: PageView, member: string) =>
    browser.press({ ...page, text: formOf(page, member) }, 'name="action" value="choose"');

  /** Signs in to the console at one seller. */
  async function opened(browser: TestBrowser, sellerId: string, params: Record<string, string> = {}) {
    const request = await started(params);
    let page = await browser.go(request.url);
    if (page.text.includes('<h1>Sign in</h1>')) page = await browser.signIn(page, DEMO);
    if (page.text.includes('Choose a seller')) page = await choose(browser, page, (await memberAt(DEMO, sellerId)).id);
    if (page.text.includes('value="allow"')) page = await browser.allow(page);
    return introspect(idp, await tokenOf(request, page));
  }

  it('a person with several sellers chooses one at sign-in; the token names the seller and the member', async () => {
    const browser = new TestBrowser(idp.issuer);
    const request = await started();
    const page = await browser.signIn(await browser.go(request.url), DEMO);
    assert.match(page.text, /Choose a seller/);
    const member = await memberAt(DEMO, OTHER);
    const consent = await choose(browser, page, member.id);
    assert.match(consent.text, new RegExp(`<strong>${OTHER}</strong>`));
    const claims = await introspect(idp, await tokenOf(request, await browser.allow(consent)));
    assert.equal(claims.seller_id, OTHER);
    assert.equal(claims.sub, member.id);
  });

  it('one browser serves several sellers at the same time: login_hint names the seller of a silent sign-in', async () => {
    const browser = new TestBrowser(idp.issuer);
    assert.equal((await opened(browser, HOME)).seller_id, HOME);
    assert.equal((await opened(browser, OTHER)).seller_id, OTHER);
    const hints = [HOME, OTHER, HOME, OTHER, OTHER, HOME];
    const claims = await Promise.all(hints.map((hint) => silently(browser, hint)));
    assert.deepEqual(
      claims.map(({ seller_id }) => seller_id),
      hints,
    );
    assert.equal((await silently(browser, OTHER)).sub, (await memberAt(DEMO, OTHER)).id);
  });

  it('a silent sign-in without a seller, or with one that the person does not work for, is account_selection_required', async () => {
    const browser = new TestBrowser(idp.issuer);
    await opened(browser, HOME);
    for (const hint of [undefined, 'A3DEMONEW', 'no-such-seller'])
      assert.deepEqual(await silently(browser, hint), { error: 'account_selection_required' });
    const only = new TestBrowser(idp.issuer);
    const request = await started();
    await only.allow(await only.signIn(await only.go(request.url), 'new@store.example'));
    assert.equal((await silently(only)).seller_id, 'A3DEMONEW');
    assert.deepEqual(await silently(only, HOME), { error: 'account_selection_required' });
  });

  it('prompt=select_account asks again, and the console keeps its access to each seller', async () => {
    const browser = new TestBrowser(idp.issuer);
    await opened(browser, HOME);
    await opened(browser, OTHER);
    const request = await started({ prompt: 'select_account', login_hint: HOME });
    const page = await browser.go(request.url);
    assert.match(page.text, /Choose a seller/);
    const back = await choose(browser, page, (await memberAt(DEMO, HOME)).id);
    assert.equal((await introspect(idp, await tokenOf(request, back))).seller_id, HOME);
    const out = await browser.go(`${idp.issuer}/sign-out`);
    await browser.press(out, 'Sign out');
    assert.deepEqual(await silently(browser, OTHER), { error: 'login_required' });
  });

  it('the id of a member of somebody else chooses nothing', async () => {
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.signIn(await browser.go((await started()).url), DEMO);
    const stranger = await memberAt('rival@store.example', OTHER);
    const own = (await memberAt(DEMO, OTHER)).id;
    const forged = { ...page, text: formOf(page, own).replace(own, stranger.id) };
    const again = await browser.press(forged, 'name="action" value="choose"');
    assert.match(again.text, /Choose a seller/);
    const consent = await choose(browser, again, own);
    const allowed = { ...consent, text: consent.text.replaceAll(own, stranger.id) };
    assert.match((await browser.allow(allowed)).text, /value="allow"/);
  });

  async function connectedBy(email: string, sellerId: string, scope: string) {
    const app = await connectable(idp, { scope });
    const request = await authorizationUrl(app, { scope, login_hint: sellerId, redirect_uri: redirectUri });
    const browser = new TestBrowser(idp.issuer);
    const consent = await browser.signIn(await browser.go(request.url), email);
    const back = await browser.allow(consent, scope.split(' '));
    return { app, consent, tokens: await exchange(app, request, back.url) };
  }

  const WIDE = `${BASIC_RIGHTS.join(' ')} seller-api:pricing:write seller-api:account:read offline_access`;

  it('a grant has the rights of the member who gives it, and no more', async () => {
    const { tokens, consent } = await connectedBy(DEMO, OTHER, WIDE);
    const expected = `${BASIC_RIGHTS.join(' ')} seller-api:pricing:write offline_access`;
    assert.equal(tokens.scope, expected);
    const claims = await introspect(idp, tokens.access_token);
    assert.equal(claims.scope, expected);
    assert.ok(!('console_person' in claims));
    assert.doesNotMatch(consent.text, /members, applications/);
  });

  it('a lower role cuts the grants that the member gave, for good; a higher one never widens them', async () => {
    const member = await memberAt(DEMO, OTHER);
    const { app, tokens } = await connectedBy(DEMO, OTHER, WIDE);
    const scopeOf = async (token: string) => (await introspect(idp, token)).scope;
    await withRole(member, 'analyst');
    const analyst = 'seller-api:pricing:read seller-api:notifications:read offline_access';
    assert.equal(await scopeOf(tokens.access_token), analyst);
    await withRole(member, 'owner');
    assert.equal(await scopeOf(tokens.access_token), analyst);
    const renewed = await refresh(app, tokens.refresh_token ?? '');
    assert.equal(await scopeOf(renewed.access_token), analyst);
    await withRole(member, 'manager');
  });

  it('the grants of a removed member end at once, and do not come back with a new membership', async () => {
    const email = 'new@store.example';
    await join(email, OTHER, 'developer');
    const { app, tokens } = await connectedBy(email, OTHER, WIDE);
    assert.equal((await introspect(idp, tokens.access_token)).active, true);
    const { id: memberId, sellerId } = await memberAt(email, OTHER);
    const removal = { sellerId, memberId, now: Date.now() };
    assert.equal(await removeMember(idp.db, removal, async () => {}), 'done');
    assert.equal((await introspect(idp, tokens.access_token)).active, false);
    await join(email, OTHER, 'owner');
    assert.equal((await introspect(idp, tokens.access_token)).active, false);
    await assert.rejects(refresh(app, tokens.refresh_token ?? ''), { error: 'invalid_grant' });
  });

  it('an owner who removes a member takes over its grants: their tokens go on, in the name of the owner', async () => {
    const email = 'new@store.example';
    const leaving = await memberAt(email, OTHER).catch(async () => {
      await join(email, OTHER, 'owner');
      return memberAt(email, OTHER);
    });
    const { app, tokens } = await connectedBy(email, OTHER, WIDE);
    const owner = await memberAt('rival@store.example', OTHER);
    const grants = new Set((await grantsOfMember(idp.db, leaving.id, Date.now())).map(({ id }) => id));
    assert.equal(grants.size, 1);
    const change = { sellerId: OTHER, actorId: owner.id, memberId: leaving.id, now: Date.now() };
    const takeOver = { grants, secrets: new Set<string>() };
    assert.equal(await removeMember(idp.db, { ...change, takeOver }, async () => {}), 'done');
    const claims = await introspect(idp, tokens.access_token);
    assert.deepEqual([claims.active, claims.sub, claims.seller_id], [true, owner.id, OTHER]);
    const renewed = await refresh(app, tokens.refresh_token ?? '');
    assert.equal((await introspect(idp, renewed.access_token)).sub, owner.id);
    // A refresh token that is used again still ends the grant.
    await assert.rejects(refresh(app, tokens.refresh_token ?? ''), { error: 'invalid_grant' });
    assert.equal((await introspect(idp, renewed.access_token)).active, false);
  });

  it('an account of the release before is the owner of its seller, with the id that its grants and tokens have', async () => {
    const db = await (await engine.fresh()).open();
    const at = idpMigrations.findIndex(({ name }) => name === '0007 members');
    await migrate(db, idpMigrations.slice(0, at));
    await db.run(
      "INSERT INTO idp_account (id, email, password, seller_id, demo, created_at) VALUES ('a1', 'a@x', 'h', 'S1', 0, 5)",
    );
    await migrate(db, idpMigrations);
    const [member] = await membershipsOf(db, 'a1');
    assert.deepEqual(
      { ...member },
      { id: 'a1', sellerId: 'S1', accountId: 'a1', email: 'a@x', role: 'owner', createdAt: 5, isDisabled: false },
    );
    await db.close();
  });
});

/** The form of the page that contains this text. */
function formOf({ text }: PageView, content: string): string {
  const forms = [...text.matchAll(/<form method="post".*?<\/form>/gs)].map(([form]) => form);
  const found = forms.find((form) => form.includes(content));
  assert.ok(found, text);
  return found;
}
