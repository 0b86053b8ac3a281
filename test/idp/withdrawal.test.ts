// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../src/domain/authorization/console-client.ts';
import { BASIC_RIGHTS, NAMED_RIGHTS } from '../../src/domain/authorization/rights.ts';
import type { MemberRole } from '../../src/domain/authorization/roles.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { insertMember } from '../../src/idp/members.ts';
import { changeRole } from '../../src/idp/team.ts';
import { withEngines } from '../db/engines.ts';
import { TestBrowser } from './browser.ts';
import { type Application, authorizationUrl, connectable, discover, exchange } from './delegated.ts';
import { freshDb, introspect, startTestIdp, type TestIdp } from './harness.ts';

const HOME = 'A1DEMOSELLER';
const COLLEAGUE = 'rival@store.example';
const READ = BASIC_RIGHTS[0];

withEngines('who gives and withdraws the access of applications (decision 52)', (engine) => {
  let idp: TestIdp;
  let owner: TestBrowser;
  /** An owner of another seller, who is an analyst of this one. */
  let colleague: TestBrowser;
  let memberId: string;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { consoleUrl: () => 'https://sellers.example/console' });
    owner = new TestBrowser(idp.issuer);
    await owner.signIn(await owner.go('/grants'));
    colleague = new TestBrowser(idp.issuer);
    await colleague.signIn(await colleague.go('/grants'), COLLEAGUE);
    const accountId = (await accountByEmail(idp.db, COLLEAGUE))?.id ?? '';
    const member = { sellerId: HOME, accountId, role: 'analyst', createdAt: Date.now() } as const;
    memberId = await idp.db.transaction((tx) => insertMember(tx, member));
  });
  after(async () => {
    await idp.close();
    await idp.db.close();
  });

  /** The access token that a browser's person gives an application at the seller. */
  async function given(browser: TestBrowser, application: Application): Promise<string> {
    const started = await authorizationUrl(application, { login_hint: HOME });
    const back = await browser.allow(await browser.go(started.url));
    return (await exchange(application, started, back.url)).access_token;
  }
  const isActive = async (token: string) => (await introspect(idp, token)).active;
  const grants = (browser: TestBrowser) => browser.go(`/grants?seller=${HOME}`);
  const lastEntries = async (count: number) => {
    const rows = await idp.db.all<{
      operation: string;
      seller_id: string;
      who_type: string;
      who: string;
      details: string;
    }>('SELECT operation, seller_id, who_type, who, details FROM audit_pending ORDER BY entry_id');
    return rows.slice(-count).map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as object }));
  };
  const setRole = async (role: MemberRole) => {
    assert.equal(await changeRole(idp.db, { sellerId: HOME, memberId, role, now: Date.now() }, async () => {}), 'done');
  };

  it('a member withdraws what it gave, and nothing else; the page says what is left', async () => {
    const shared = await connectable(idp, { client_name: 'Shared' });
    const ofOwner = await connectable(idp, { client_name: 'Of the owner' });
    const tokens = {
      own: await given(colleague, shared),
      owners: await given(owner, shared),
      other: await given(owner, ofOwner),
    };
    const page = await grants(colleague);
    assert.match(page.text, /You can withdraw the access that you gave; an owner can withdraw any/);
    assert.match(page.text, /demo@store\.example: last used <time.*rival@store\.example: last used <time/s);
    assert.match(page.text, /Withdraw access of Shared/);
    assert.match(page.text, /<h2>Of the owner<\/h2>/);
    assert.doesNotMatch(page.text, /Withdraw access of Of the owner/);
    const aimed = { ...page, text: page.text.replaceAll(shared.client.client_id, ofOwner.client.client_id) };
    await colleague.press(aimed, 'Withdraw access of Shared');
    assert.equal(await isActive(tokens.other), true, 'a forged form ends nothing');
    const ended = await colleague.press(page, 'Withdraw access of Shared');
    assert.match(ended.text, /The access that you gave Shared has ended\. It keeps the access that others/);
    assert.deepEqual(await Promise.all([tokens.own, tokens.owners].map(isActive)), [false, true]);
    assert.doesNotMatch((await grants(colleague)).text, /Withdraw access of Shared/);
    const details = { id: shared.client.client_id, grants: 1 };
    assert.deepEqual(await lastEntries(1), [
      { operation: 'withdraw application', seller_id: HOME, who_type: 'member', who: memberId, details },
    ]);
  });

  it('an owner withdraws what anybody of the seller gave; a lower role loses that at once', async () => {
    const application = await connectable(idp, { client_name: 'Ended by the owner' });
    const tokens = [await given(colleague, application), await given(owner, application)];
    await setRole('owner');
    const page = await grants(colleague);
    await setRole('manager');
    const other = await connectable(idp, { client_name: 'Owner only' });
    tokens.push(await given(owner, other));
    const aimed = { ...page, text: page.text.replaceAll(application.client.client_id, other.client.client_id) };
    await colleague.press(aimed, 'Withdraw access of Ended by the owner');
    assert.deepEqual(await Promise.all(tokens.map(isActive)), [true, true, true]);
    const ended = await owner.press(await grants(owner), 'Withdraw access of Ended by the owner');
    assert.match(ended.text, /The access of Ended by the owner has ended\./);
    assert.deepEqual(await Promise.all(tokens.map(isActive)), [false, false, true]);
    await setRole('analyst');
  });

  it('who gave which rights is in the audit log; the sign-in of the console is no such entry', async () => {
    const application = await connectable(idp, { client_name: 'Recorded' });
    await given(colleague, application);
    const details = { id: application.client.client_id, rights: BASIC_RIGHTS.slice(0, 2) };
    const entry = { operation: 'connect application', seller_id: HOME, who_type: 'member', who: memberId, details };
    assert.deepEqual(await lastEntries(1), [entry]);
    const server = await discover(idp);
    const seller = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server };
    const redirect = { redirect_uri: 'https://sellers.example/console/callback', scope: READ, login_hint: HOME };
    const started = await authorizationUrl(seller, redirect);
    assert.match((await colleague.allow(await colleague.go(started.url))).url, /code=/);
    await colleague.press(await grants(colleague), 'Withdraw access of Seller console');
    assert.deepEqual(await lastEntries(1), [entry]);
  });

  it('a role that has none of the requested rights cannot connect an application: the page says so', async () => {
    const application = await connectable(idp, { client_name: 'Price changer', scope: NAMED_RIGHTS[0] });
    const started = await authorizationUrl(application, { scope: NAMED_RIGHTS[0], login_hint: HOME });
    const page = await colleague.go(started.url);
    assert.equal(page.status, 200);
    assert.match(page.text, /Your role for this seller is analyst, which has none of the rights/);
    assert.doesNotMatch(page.text, /value="allow"|It will be able to/);
    const forged = { ...page, text: page.text.replace('value="deny">Deny', 'value="allow">Allow') };
    const count = (await idp.db.all("SELECT id FROM idp_record WHERE kind = 'Grant'")).length;
    const refused = await colleague.press(forged, 'name="action" value="allow"', { right: NAMED_RIGHTS[0] });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /You cannot connect it/);
    assert.equal((await idp.db.all("SELECT id FROM idp_record WHERE kind = 'Grant'")).length, count);
    assert.equal(new URL((await colleague.deny(page)).url).searchParams.get('error'), 'access_denied');
  });
});
