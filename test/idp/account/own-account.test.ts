import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { EMBEDDED_CONSOLE_CLIENT } from '../../../src/domain/authorization/console-client.ts';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { insertClient } from '../../../src/idp/clients.ts';
import { insertMember, membershipsOf } from '../../../src/idp/members.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { signInsOf } from '../../../src/idp/sign-in-attempts.ts';
import { configuredTransport } from '../../../src/mail/configured-transport.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { type MailServer, mailServer } from '../../delivery/mail-server.ts';
import { until } from '../../harness/until.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { type Application, authorizationUrl, connectable, discover, exchange, redirectUri } from '../delegated.ts';
import { forwardedFor, freshDb, introspect, startTestIdp, type TestIdp } from '../harness.ts';

const PASSWORD = 'amber kettle orbit lanes';
const EMAIL = 'ann@store.example';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

withEnginesInTorture("a person's own account", (engine) => {
  let idp: TestIdp;
  let server: MailServer;
  const from = 'accounts@store.example';
  before(async () => {
    server = await mailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;
    const transport = configuredTransport({ smtpUrl, from, dataDir: '/nonexistent', timeoutMs: 5_000, now: Date.now });
    idp = await startTestIdp(await freshDb(engine), {
      mail: { transport, from },
      consoleUrl: () => 'https://repricer.example',
    });
    const passwordHash = await hashPassword(PASSWORD);
    await insertAccount(idp.db, { id: 'ann', email: EMAIL, passwordHash, sellerId: 'S1', createdAt: 1 });
  });
  after(async () => {
    await idp.close();
    await server.close();
  });

  const browserAt = (address: string, device: string) =>
    new TestBrowser(idp.issuer, { ...forwardedFor(address), 'user-agent': device });
  const office = () => browserAt('203.0.113.7', FIREFOX);
  const phone = () => browserAt('198.51.100.9', SAFARI);
  const messages = () => server.received.filter(({ to }) => to.includes(EMAIL)).map(({ raw }) => String(raw));
  const isAskedToSignIn = ({ text }: PageView) => /<h1>Sign in<\/h1>/.test(text);

  let own: TestBrowser;
  let other: TestBrowser;

  it('a sign-in from a new device is told by e-mail: not the first one ever, nor another from a known one', async () => {
    own = office();
    await own.signIn(await own.go('/account'), EMAIL, PASSWORD);
    await own.signIn(await own.go('/sign-in/again?back=/account'), EMAIL, PASSWORD);
    other = phone();
    await other.signIn(await other.go('/account'), EMAIL, PASSWORD);
    await until('the message arrives', () => messages().length > 0);
    const [message = '', ...more] = messages();
    assert.deepEqual(more, []);
    assert.match(message, /Subject: A sign-in from a new device/);
    assert.match(message, /Device: Safari on iPhone/);
    assert.match(message, /Address: 198\.51\.100\.9/);
    assert.match(message, /Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    assert.match(message, /\/forgot/);
  });

  it('the page shows each session, marks this browser, and ends another one', async () => {
    const page = await own.go('/account/sessions');
    assert.match(page.text, /<h2>Firefox on Windows · this browser<\/h2>/);
    assert.match(page.text, /<h2>Safari on iPhone<\/h2>\n<p class="small soft">Address 198\.51\.100\.9<br>Signed in /);
    assert.equal(page.text.match(/>Sign out<\/button>/g)?.length, 2, 'the account, and the other session');
    const ended = await own.press(page, 'aria-label="Sign out Safari on iPhone');
    assert.match(ended.text, /The session was ended/);
    assert.doesNotMatch(ended.text, /<h2>Safari on iPhone/);
    assert.ok(isAskedToSignIn(await other.go('/account')));
    assert.ok(!isAskedToSignIn(await own.go('/account')));
    const entries = await idp.db.all<{ operation: string; who: string }>('SELECT operation, who FROM audit_pending');
    assert.deepEqual(
      entries.map(({ operation, who }) => [operation, who]),
      [['end session', 'ann']],
    );
  });

  it('failures are recorded, those for unknown addresses without the address', async () => {
    const stranger = browserAt('192.0.2.5', FIREFOX);
    const form = await stranger.go('/account');
    await stranger.signIn(form, 'my-secret-password@typed.example', 'wrong');
    await stranger.signIn(form, EMAIL, 'wrong');
    const [known, unknown] = await signInsOf(idp.db, { limit: 2 });
    assert.deepEqual([known?.outcome, known?.accountId, known?.email], ['wrong password', 'ann', EMAIL]);
    assert.deepEqual([unknown?.outcome, unknown?.accountId], ['wrong password', undefined]);
    assert.match(unknown?.typed ?? '', /^[\w-]{16}$/);
    assert.doesNotMatch(JSON.stringify(await idp.db.all('SELECT * FROM idp_sign_in_attempt')), /secret-password/);
    const { text } = await own.go('/account/sessions');
    assert.match(text, /<p>Wrong password<\/p><p class="small soft">.* · Firefox on Windows · 192\.0\.2\.5<\/p>/);
    assert.doesNotMatch(text, new RegExp(unknown?.id ?? ''));
  });

  let console: Application;
  const silently = async (browser: TestBrowser) =>
    browser.go((await authorizationUrl(console, { scope: 'seller-api:pricing:read', prompt: 'none' })).url);

  it('signing out everywhere ends every session and the access of the console at once', async () => {
    console = { client: { client_id: EMBEDDED_CONSOLE_CLIENT }, auth: oauth.None(), server: await discover(idp) };
    const request = await authorizationUrl(console, { redirect_uri: redirectUri, scope: 'seller-api:pricing:read' });
    const back = await own.allow(await own.go(request.url));
    const { access_token: token } = await exchange(console, request, back.url);
    assert.equal((await introspect(idp, token)).active, true);
    const page = await own.press(await own.go('/account/sessions'), 'Sign out everywhere');
    assert.match(page.text, /You are signed out/);
    assert.equal((await introspect(idp, token)).active, false);
    assert.match((await silently(own)).url, /error=login_required/);
    assert.deepEqual(await idp.db.all("SELECT id FROM idp_record WHERE kind = 'Session' AND account_id = 'ann'"), []);
  });

  it('the download has everything about the person, and no secret', async () => {
    const application = await connectable(idp);
    const request = await authorizationUrl(application);
    const back = await own.allow(await own.signIn(await own.go(request.url), EMAIL, PASSWORD));
    const tokens = await exchange(application, request, back.url);
    await insertMember(idp.db, { sellerId: 'S2', accountId: 'ann', role: 'owner', createdAt: 2 });
    await insertAccount(
      idp.db,
      { id: 'bob', email: 'bob@x.example', passwordHash: 'x', sellerId: 'S2', createdAt: 1 },
      'analyst',
    );
    const file = await own.go('/account/data/download');
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="my-data\.json"$/);
    const data = JSON.parse(file.text) as Record<string, Record<string, unknown>[]> & {
      profile: Record<string, unknown>;
    };
    assert.equal(data.profile.email, EMAIL);
    assert.deepEqual(
      data.memberships?.map(({ sellerId, role }) => [sellerId, role]),
      [
        ['S1', 'owner'],
        ['S2', 'owner'],
      ],
    );
    assert.equal(data.sessions?.length, 1);
    assert.equal(data.sessions?.[0]?.device, 'Firefox on Windows');
    assert.equal(data.signIns?.filter(({ outcome }) => outcome === 'wrong password').length, 1);
    assert.equal(data.knownBrowsers?.length, 2);
    assert.ok(
      data.grants?.some(({ clientId, rights }) => clientId === application.client.client_id && Array.isArray(rights)),
    );
    assert.doesNotMatch(file.text, /bob@x\.example|argon2|scrypt|sha256/);
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '']) assert.ok(!file.text.includes(secret));
  });

  it('the account is not deleted while the person is the only owner of a seller with other members', async () => {
    const form = await own.go('/account/delete');
    assert.match(form.text, /Nobody else works for S1:/);
    const refused = await own.press(form, 'Delete my account', { email: EMAIL });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /the only owner of seller S2/);
    assert.equal((await membershipsOf(idp.db, 'ann')).length, 2, 'nothing of it was deleted');
  });

  it('deletion needs the typed address; it ends the sign-in and its grants, and the audit log has the id only', async () => {
    await idp.db.run("UPDATE idp_member SET role = 'owner' WHERE account_id = 'bob'");
    const memberIds = (await membershipsOf(idp.db, 'ann')).map(({ id }) => id);
    const form = await own.go('/account/delete');
    assert.equal((await own.press(form, 'Delete my account', { email: 'bob@x.example' })).status, 400);
    for (const [index, createdBy] of memberIds.entries())
      await insertClient(idp.db, {
        ...({ id: `erp${index}`, kind: 'seller', sellerId: `S${index + 1}`, secret: 's', metadata: {} } as const),
        ...{ createdBy, createdAt: 1 },
      });
    await idp.db.run('DELETE FROM audit_pending');
    const done = await own.press(form, 'Delete my account', { email: ` ${EMAIL.toUpperCase()}` });
    assert.equal(done.url, `${idp.issuer}/account/deleted`);
    assert.ok(isAskedToSignIn(await own.go('/account')));
    for (const id of ['ann', ...memberIds])
      assert.deepEqual(await idp.db.all('SELECT kind FROM idp_record WHERE account_id = $1', [id]), []);
    const entries = await idp.db.all<{ who: string; seller_id: string }>(
      'SELECT * FROM audit_pending ORDER BY seller_id',
    );
    assert.deepEqual(
      entries.map(({ who, seller_id }) => [who, seller_id]),
      [
        [memberIds[0], 'S1'],
        [memberIds[1], 'S2'],
      ],
    );
    assert.ok(!JSON.stringify(entries).includes(EMAIL));
    const ends = await idp.db.all<{ client_id: string }>(
      "SELECT client_id FROM idp_client_secret WHERE client_id LIKE 'erp%' AND expires_at IS NOT NULL",
    );
    assert.deepEqual(
      ends.map(({ client_id }) => client_id),
      ['erp1'],
      'where other people can create another secret',
    );
    await until('the person is told', () =>
      messages().some((text) => text.includes('Subject: Your account was deleted')),
    );
    const again = await own.signIn(await own.go('/account'), EMAIL, PASSWORD);
    assert.equal(again.status, 400);
  });
});
