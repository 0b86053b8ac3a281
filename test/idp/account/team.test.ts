import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertClient } from '../../../src/idp/clients.ts';
import { invite, openInvitations } from '../../../src/idp/invitations.ts';
import { membersOf } from '../../../src/idp/members.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { secretsOf } from '../../../src/idp/stored-secrets.ts';
import { configuredTransport } from '../../../src/mail/configured-transport.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { type MailServer, mailServer } from '../../delivery/mail-server.ts';
import { until } from '../../harness/until.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { freshDb, startTestIdp, type TestIdp } from '../harness.ts';
import { makerOf, person, rolesOf, SELLER } from '../people.ts';

const PASSWORD = 'amber kettle orbit lanes';
const OTHER = 'S2';

/*
 * The pages are the same on both engines; team.test.ts and invitations.test.ts run the rules on both. Signing in is slow, so each
 * person does it once.
 */
withEnginesInTorture('the Team page (decision 52)', (engine) => {
  let idp: TestIdp;
  let server: MailServer;
  let passwordHash: string;
  let offsetMs = 0;
  const from = 'accounts@store.example';
  const ids: Record<string, string> = {};
  const browsers: Record<string, TestBrowser> = {};

  before(async () => {
    passwordHash = await hashPassword(PASSWORD);
    server = await mailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;
    const transport = configuredTransport({ smtpUrl, from, dataDir: '/nonexistent', timeoutMs: 5_000, now: Date.now });
    const db = await freshDb(engine);
    idp = await startTestIdp(db, { mail: { transport, from }, now: () => Date.now() + offsetMs });
    ids.ann = await person(db, 'ann', 'owner', { passwordHash });
    ids.max = await person(db, 'max', 'manager', { passwordHash });
    ids.ada = await person(db, 'ada', 'analyst');
    ids.eve = await person(db, 'eve', 'owner', { sellerId: OTHER, passwordHash });
    ids.bob = await person(db, 'bob', 'manager', { sellerId: OTHER });
    for (const name of ['ann', 'max', 'eve']) browsers[name] = await signedIn(name);
  });
  after(async () => {
    await idp.close();
    await server.close();
  });

  async function signedIn(name: string, browser = new TestBrowser(idp.issuer)): Promise<TestBrowser> {
    const page = await browser.signIn(await browser.go('/account/team'), `${name}@x.example`, PASSWORD);
    assert.match(page.text, /<h1>Team<\/h1>/);
    return browser;
  }

  const browserOf = (name: string): TestBrowser => browsers[name] ?? assert.fail(name);
  const idOf = (name: string): string => ids[name] ?? assert.fail(name);

  /** Sends a form as a page of this person would, whatever it names. */
  async function post(name: string, path: string, fields: Record<string, string>): Promise<PageView> {
    const browser = browserOf(name);
    const { text } = await browser.go('/account/team');
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return browser.go(`/account/team/${path}`, { method: 'POST', body, headers });
  }

  async function mailedLink(email: string): Promise<string> {
    const messages = () => server.received.filter(({ to }) => to.includes(email));
    await until('the invitation arrives', () => messages().length > 0);
    const text = String(messages().at(-1)?.raw).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return /\/invitation\?token=[\w-]{43}/.exec(text)?.[0] ?? assert.fail(text);
  }

  it('shows owners everybody, and others themselves and the owners', async () => {
    await idp.db.run("UPDATE idp_account SET signed_in_at = $1 WHERE id = 'person-max'", [Date.UTC(2026, 10, 5)]);
    const { text } = await browserOf('ann').go('/account/team');
    for (const name of ['ann', 'max', 'ada']) assert.match(text, new RegExp(`${name}@x\\.example`));
    assert.match(text, /Analyst/);
    assert.match(text, /Member since <time datetime="1970-01-01/);
    assert.match(text, /last sign-in <time datetime="2026-11-05/);
    assert.doesNotMatch(text, /eve@|bob@/);
    const own = await browserOf('max').go('/account/team');
    assert.match(own.text, /Manager: prices/);
    assert.match(own.text, /ann@x\.example/);
    assert.doesNotMatch(own.text, /ada@|Invite|eve@/);
  });

  it('never shows or changes the members and invitations of another seller, by any page or id', async () => {
    const invited = { sellerId: SELLER, email: 'secret@y.example', role: 'analyst' } as const;
    assert.equal(await invite(idp.db, invited, makerOf(idOf('ann'), Date.now())), 'invited');
    const [open] = await openInvitations(idp.db, SELLER, Date.now());
    const before = [await rolesOf(idp.db), await rolesOf(idp.db, OTHER)];
    const pages: PageView[] = [];
    for (const query of [`?seller=${SELLER}`, '/invite?seller=S1'])
      pages.push(await browserOf('eve').go(`/account/team${query}`));
    for (const name of ['ann', 'max', 'ada']) {
      for (const path of ['member', 'remove'])
        pages.push(await browserOf('eve').go(`/account/team/${path}?member=${idOf(name)}&seller=${SELLER}`));
      for (const seller of [SELLER, OTHER]) {
        const named = { seller, member: idOf(name), role: 'analyst' };
        for (const path of ['role', 'transfer', 'remove']) pages.push(await post('eve', path, named));
      }
    }
    for (const seller of [SELLER, OTHER])
      pages.push(await post('eve', 'withdraw', { seller, invitation: open?.id ?? '' }));
    pages.push(await post('eve', 'invite', { seller: SELLER, email: 'spy@y.example', role: 'owner' }));
    assert.equal(pages.length, 29);
    for (const page of pages) assert.doesNotMatch(page.text, /(ann|max|ada|secret)@/, page.url);
    assert.deepEqual([await rolesOf(idp.db), await rolesOf(idp.db, OTHER)], before);
    assert.equal((await openInvitations(idp.db, SELLER, Date.now())).length, 1);
  });

  it('lets only owners change it', async () => {
    const before = await rolesOf(idp.db);
    for (const [path, fields] of [
      ['role', { member: idOf('max'), role: 'owner' }],
      ['transfer', { member: idOf('ada') }],
      ['remove', { member: idOf('ada') }],
      ['invite', { email: 'friend@y.example', role: 'owner' }],
      ['withdraw', { invitation: 'x' }],
    ] as const)
      assert.equal((await post('max', path, { seller: SELLER, ...fields })).status, 403, path);
    for (const path of ['invite', `member?member=${idOf('ada')}`, `remove?member=${idOf('ada')}`])
      assert.equal((await browserOf('max').go(`/account/team/${path}`)).status, 403, path);
    assert.deepEqual(await rolesOf(idp.db), before);
  });

  it('asks for another sign-in before a change when the last one is older than 10 minutes', async () => {
    offsetMs = 11 * 60_000;
    for (const path of ['invite', `member?member=${idOf('max')}`, `remove?member=${idOf('max')}`])
      assert.match((await browserOf('ann').go(`/account/team/${path}`)).text, /<h1>Sign in<\/h1>/);
    const named = { seller: SELLER, member: idOf('max'), role: 'analyst', email: 'late@y.example' };
    for (const path of ['role', 'transfer', 'remove', 'invite'])
      assert.match((await post('ann', path, named)).text, /<h1>Sign in<\/h1>/, path);
    assert.match((await browserOf('ann').go('/account/team')).text, /<h1>Team<\/h1>/);
    offsetMs = 0;
    assert.equal((await rolesOf(idp.db)).max, 'manager');
  });

  it('changes a role, and keeps the last owner', async () => {
    const page = await browserOf('ann').go(`/account/team/member?member=${idOf('ada')}`);
    const changed = await browserOf('ann').press(page, 'Change role', { role: 'developer' });
    assert.match(changed.text, /The role was changed/);
    assert.equal((await rolesOf(idp.db)).ada, 'developer');
    const alone = await browserOf('ann').go(`/account/team/remove?member=${idOf('ann')}`);
    assert.match((await browserOf('ann').press(alone, 'Leave the team')).text, /a seller always has an owner/);
    const entry = await idp.db.get<{ who: string; details: string; seller_id: string }>(
      "SELECT who, details, seller_id FROM audit_pending WHERE operation = 'team role'",
    );
    assert.deepEqual([entry?.who, entry?.seller_id], [idOf('ann'), SELLER]);
    assert.deepEqual(JSON.parse(entry?.details ?? ''), { email: 'ada@x.example', role: 'developer' });
  });

  it('lists the secrets that give more than a new role, and does with each what the owner chooses', async () => {
    for (const clientId of ['kept-app', 'ended-app']) {
      const metadata = { client_name: clientId };
      const client = { id: clientId, kind: 'seller', sellerId: SELLER, metadata, secret: 's', createdAt: 1 } as const;
      await insertClient(idp.db, { ...client, name: clientId, createdBy: idOf('ada') });
    }
    const page = await browserOf('ann').go(`/account/team/member?member=${idOf('ada')}`);
    const asked = await browserOf('ann').press(page, 'Change role', { role: 'analyst' });
    assert.equal((await rolesOf(idp.db)).ada, 'developer', 'nothing changes before the owner chose');
    for (const name of ['kept-app', 'ended-app']) assert.ok(asked.text.includes(name), asked.text);
    const kept = (await secretsOf(idp.db, 'kept-app'))[0]?.id;
    const changed = await browserOf('ann').press(asked, 'Change role', { [`secret.${kept}`]: 'take' });
    assert.match(changed.text, /The role was changed/);
    assert.equal((await rolesOf(idp.db)).ada, 'analyst');
    assert.equal((await secretsOf(idp.db, 'kept-app'))[0]?.createdBy, idOf('ann'));
    assert.notEqual((await secretsOf(idp.db, 'ended-app'))[0]?.expiresAt, null);
    const entries = await idp.db.all<{ details: string }>(
      "SELECT details FROM audit_pending WHERE operation = 'team role' ORDER BY entry_id",
    );
    const settled = { secretsTakenOver: ['kept-app'], secretsEnded: ['ended-app'] };
    const expected = { email: 'ada@x.example', role: 'analyst', ...settled };
    assert.deepEqual(JSON.parse(entries.at(-1)?.details ?? ''), expected);
  });

  it('invites a new person, who proves the address by the link and chooses a password', async () => {
    const email = 'newcomer@y.example';
    const form = await browserOf('ann').go('/account/team/invite');
    const sent = await browserOf('ann').press(form, 'Send invitation', { email, role: 'manager' });
    assert.match(sent.text, /The invitation is on its way/);
    assert.match(sent.text, /newcomer@y\.example/);
    const link = await mailedLink(email);
    const browser = new TestBrowser(idp.issuer);
    const page = await browser.go(link);
    assert.equal(page.url, `${idp.issuer}/invitation`);
    assert.match(page.text, /Choose a password for <strong>newcomer@y\.example<\/strong>/);
    const weak = await browser.press(page, 'Join the team', { password: 'short' });
    assert.match(weak.text, /at least 12 characters/);
    const done = await browser.press(weak, 'Join the team', { password: 'violet harbour ninety spoons' });
    assert.equal(done.url, `${idp.issuer}/invitation/done`);
    assert.equal((await rolesOf(idp.db)).newcomer, 'manager');
    assert.match((await browser.go('/account/team')).text, /<h1>Sign in<\/h1>/, 'a link signs nobody in');
    const again = await new TestBrowser(idp.issuer).go(link);
    assert.equal(again.status, 400);
    assert.match(again.text, /This invitation does not work/);
    assert.ok(!idp.logged().includes(link.slice(-43)), 'no log line has the token');
    const stored = await idp.db.all('SELECT * FROM idp_link');
    assert.ok(!JSON.stringify(stored).includes(link.slice(-43)), 'no row has the token');
  });

  it('invites a person with a sign-in, who accepts with that sign-in only, and tells a member that it is one', async () => {
    const email = 'eve@x.example';
    const form = await browserOf('ann').go('/account/team/invite');
    await browserOf('ann').press(form, 'Send invitation', { email, role: 'analyst' });
    const link = await mailedLink(email);
    const wrong = await browserOf('max').go(link);
    assert.match(wrong.text, /you are signed in as max@x\.example/);
    assert.doesNotMatch(wrong.text, /<form/);
    const token = /name="csrf" value="([^"]+)"/.exec((await browserOf('max').go('/account/team')).text)?.[1] ?? '';
    const [open] = (await openInvitations(idp.db, SELLER, Date.now())).filter((one) => one.email === email);
    const body = new URLSearchParams({ csrf: token, invitation: open?.id ?? '', password: 'violet harbour ninety' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const forged = await browserOf('max').go('/invitation', { method: 'POST', body: String(body), headers });
    assert.equal(forged.status, 400);
    assert.ok(!('eve' in (await rolesOf(idp.db))));
    const page = await browserOf('eve').go(link);
    const joined = await browserOf('eve').press(page, 'Join the team');
    assert.match(joined.text, /You joined the team/);
    assert.match(joined.text, /Seller <strong>S1<\/strong>/);
    assert.match(joined.text, /<a href="\?seller=S2">S2<\/a>/);
    assert.match((await browserOf('eve').go('/account/team?seller=S2')).text, /bob@x\.example/);
    for (const path of ['/grants', '/account/applications']) {
      assert.match((await browserOf('eve').go(path)).text, /<a href="\?seller=S1">S1<\/a>/, 'as chosen before');
      assert.match((await browserOf('eve').go(`${path}?seller=S1`)).text, /Seller <strong>S1<\/strong>/, path);
      await browserOf('eve').go('/account/team?seller=S2');
    }
    for (const [path, shown] of [
      ['/account/team?seller=S2', 'S2'],
      ['/grants?seller=S2', 'S2'],
      ['/account/team?seller=S9', 'S1'],
    ] as const) {
      const browser = new TestBrowser(idp.issuer);
      const { text } = await browser.signIn(await browser.go(path), email, PASSWORD);
      assert.match(text, new RegExp(`Seller <strong>${shown}</strong>`), `${path} keeps its seller over the sign-in`);
    }
    const twice = await browserOf('ann').press(form, 'Send invitation', { email, role: 'owner' });
    assert.match(twice.text, /a member already/);
  });

  it('answers an invitation in the same way whether or not the address has an account', async () => {
    const answers = new Set<string>();
    for (const email of ['bob@x.example', 'nob@x.example']) {
      const form = await browserOf('ann').go('/account/team/invite');
      const { status, url, text } = await browserOf('ann').press(form, 'Send invitation', { email, role: 'analyst' });
      const [open] = (await openInvitations(idp.db, SELLER, Date.now())).filter((one) => one.email === email);
      const same = text
        .replaceAll(open?.id ?? '', '')
        .replaceAll(email, '')
        .replace(/datetime="[^"]+"/g, '');
      answers.add(JSON.stringify([status, url, same]));
      const page = await browserOf('ann').go('/account/team');
      await browserOf('ann').press({ ...page, text: formWith(page, open?.id ?? '') }, 'Withdraw');
      assert.ok(!(await browserOf('ann').go('/account/team')).text.includes(email));
    }
    assert.equal(answers.size, 1);
  });

  it('removes a member with what it leaves behind, as the owner chooses', async () => {
    const record = (id: string) =>
      idp.db.run(
        `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, created_at, expires_at)
         VALUES ('Grant', $1, $2, $1, $3, $1, 1, $4)`,
        [id, JSON.stringify({ accountId: idOf('max'), openid: { scope: '' } }), idOf('max'), Date.now() + 60_000],
      );
    for (const id of ['kept', 'ended']) await record(id);
    const page = await browserOf('ann').go(`/account/team/remove?member=${idOf('max')}`);
    assert.match(page.text, /Take over/);
    const removed = await browserOf('ann').press(page, 'Remove from the team', {
      'grant.kept': 'take',
      'grant.ended': 'end',
    });
    assert.match(removed.text, /The member was removed/);
    assert.ok(!(await membersOf(idp.db, SELLER)).some(({ id }) => id === idOf('max')));
    const left = await idp.db.all<{ id: string; account_id: string }>(
      "SELECT id, account_id FROM idp_record WHERE kind = 'Grant' AND client_id IN ('kept', 'ended')",
    );
    assert.deepEqual(
      left.map(({ id, account_id }) => [id, account_id]),
      [['kept', idOf('ann')]],
    );
    assert.match((await browserOf('max').go('/account/team')).text, /You work for no seller now/);
  });

  it('transfers the ownership', async () => {
    const eve = (await membersOf(idp.db, SELLER)).find(({ email }) => email === 'eve@x.example')?.id;
    const page = await browserOf('ann').go(`/account/team/member?member=${eve}`);
    assert.match((await browserOf('ann').press(page, 'Transfer the ownership</button>')).text, /You are a manager now/);
    assert.deepEqual([(await rolesOf(idp.db)).ann, (await rolesOf(idp.db)).eve], ['manager', 'owner']);
  });

  it('cannot be changed with the sign-ins of a public demo', async () => {
    const demo = await startTestIdp(idp.db, { demoAnywhere: true });
    const browser = new TestBrowser(demo.issuer);
    await browser.signIn(await browser.go('/account/team'), 'demo@store.example', 'demo');
    const form = await browser.go('/account/team/invite');
    const answer = await browser.press(form, 'Send invitation', { email: 'victim@y.example', role: 'owner' });
    assert.equal(answer.status, 403);
    await demo.close();
  });
});

/** The form of the page that contains this text. */
function formWith({ text }: PageView, content: string): string {
  const forms = [...text.matchAll(/<form method="post".*?<\/form>/gs)].map(([form]) => form);
  return forms.find((form) => form.includes(content)) ?? assert.fail(text);
}
