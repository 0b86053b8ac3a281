import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { BASIC_RIGHTS, NAMED_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import type { MemberRole } from '../../../src/domain/authorization/roles.ts';
import { accountByEmail } from '../../../src/idp/accounts.ts';
import { createApplication } from '../../../src/idp/application-changes.ts';
import { insertMember, membershipsOf } from '../../../src/idp/members.ts';
import { applicationsOf } from '../../../src/idp/own-applications.ts';
import { randomHex } from '../../../src/idp/secrets.ts';
import { changeRole } from '../../../src/idp/team.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { ageSignIns } from '../age-sign-ins.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { basic, freshDb, introspect, postForm, startTestIdp, type TestIdp } from '../harness.ts';

const HOME = 'A1DEMOSELLER';
const OTHER = 'A2DEMORIVAL';
const CHANGE = NAMED_RIGHTS[0];
const MANAGE = '/account/applications/manage';

// The changes themselves run on both engines: application-changes.test.ts.
withEnginesInTorture('the page of a seller’s own applications', (engine) => {
  let idp: TestIdp;
  /** An owner of the seller. */
  let owner: TestBrowser;
  /** An owner of another seller, who has a role at this one. */
  let colleague: TestBrowser;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { cacheSeconds: 7, secretDays: 90 });
    owner = new TestBrowser(idp.issuer);
    await owner.signIn(await owner.go('/account/applications'));
    colleague = new TestBrowser(idp.issuer);
    await colleague.signIn(await colleague.go('/account/applications'), 'rival@store.example');
    const accountId = (await accountByEmail(idp.db, 'rival@store.example'))?.id ?? '';
    const member = { sellerId: HOME, accountId, role: 'developer', createdAt: Date.now() } as const;
    await idp.db.transaction((tx) => insertMember(tx, member));
  });
  after(async () => {
    await idp.close();
    await idp.db.close();
  });

  const memberOf = async (email: string, seller: string) => {
    const account = await accountByEmail(idp.db, email);
    const members = await membershipsOf(idp.db, account?.id ?? '');
    return members.find(({ sellerId }) => sellerId === seller)?.id ?? '';
  };
  const setColleague = async (role: MemberRole) => {
    const memberId = await memberOf('rival@store.example', HOME);
    assert.equal(await changeRole(idp.db, { sellerId: HOME, memberId, role, now: Date.now() }, async () => {}), 'done');
  };
  /** The operations that wait for the audit log, oldest first. */
  const audited = async () => {
    const rows = await idp.db.all<{ operation: string; seller_id: string; who: string; details: string }>(
      'SELECT operation, seller_id, who, details FROM audit_pending ORDER BY entry_id',
    );
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as Record<string, unknown> }));
  };
  const secretIn = ({ text }: PageView) => {
    const [, id = '', secret = ''] =
      /<dt>Client id<\/dt><dd><code>(\w+)<\/code><\/dd>\s*<dt>Client secret<\/dt><dd><code>(\w{64})<\/code>/.exec(
        text,
      ) ?? [];
    assert.ok(secret !== '', text);
    return { id, secret };
  };
  const tokenWith = async ({ id, secret }: { id: string; secret: string }) => {
    const answer = await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, basic(id, secret));
    const body = (await answer.json()) as { access_token?: string; error_description?: string };
    return { status: answer.status, token: body.access_token ?? '', reason: body.error_description };
  };
  const scopeOf = async (token: string) => (await introspect(idp, token)).scope;
  async function created(browser: TestBrowser, name: string, rights: readonly string[] = []) {
    const form = await browser.go(`/account/applications/new?seller=${HOME}`);
    const page = await browser.press(form, '>Create<', { name }, rights);
    assert.equal(page.status, 200, page.text);
    return { page, form, ...secretIn(page) };
  }
  const manage = (browser: TestBrowser, id: string) => browser.go(`${MANAGE}?id=${id}&seller=${HOME}`);

  it('an owner creates one with chosen rights, and sees id and secret once, in the response only', async () => {
    const { page, form, id, secret } = await created(owner, 'Our <ERP>', [CHANGE]);
    assert.equal(page.url, `${idp.issuer}/account/applications/new`);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('set-cookie')?.includes(secret) ?? false, false);
    assert.match(page.text, /The secret is shown only now/);
    const { status, token } = await tokenWith({ id, secret });
    assert.equal(status, 200);
    assert.equal(await scopeOf(token), `${BASIC_RIGHTS.join(' ')} ${CHANGE}`);
    const again = await owner.press(form, '>Create<', { name: 'Our <ERP>' }, [CHANGE]);
    assert.equal(again.url, `${idp.issuer}${MANAGE}?id=${id}`, 'a form that is sent again creates nothing');
    assert.match(again.text, /Nothing was changed: a new secret was created and shown a moment ago/);
    const list = await owner.go('/account/applications');
    assert.match(list.text, />Our &lt;ERP&gt;<\/a><\/h2>/);
    for (const { text } of [again, list]) assert.ok(!text.includes(secret));
    assert.ok(!idp.logged().includes(secret));
    assert.match(idp.logged(), /"route":"\/account\/applications\/new"/);
    const member = await memberOf('demo@store.example', HOME);
    assert.deepEqual((await audited()).at(-1), {
      ...{ operation: 'create application', seller_id: HOME, who: member },
      details: { id, name: 'Our <ERP>', rights: [...BASIC_RIGHTS, CHANGE] },
    });
  });

  it('the page of one has its rights, its last use, its secrets, and how long tokens outlive its end', async () => {
    const { id, secret } = await created(owner, 'Facts');
    await tokenWith({ id, secret });
    const { text } = await manage(owner, id);
    assert.match(text, /<dt>Last used<\/dt><dd><time/);
    assert.match(text, /Created <time[^>]*>[^<]+<\/time> by demo@store\.example/);
    assert.match(text, /Works until <time/, 'IDP_SECRET_DAYS');
    assert.match(text, /those that it has stop working within 7 seconds/);
    assert.match(text, /those that it got work for up to 15 minutes more/);
    assert.doesNotMatch(text, />End it now</);
  });

  it('rotates: both secrets work until the old one is ended', async () => {
    const first = await created(owner, 'Rotated');
    await tokenWith(first);
    const shown = await manage(owner, first.id);
    const second = secretIn(await owner.press(shown, '>Create a new secret<', { overlap: '24' }));
    assert.equal(second.id, first.id);
    const late = await owner.press(shown, '>Create a new secret<', { overlap: '24' });
    assert.match(late.text, /Nothing was changed: a new secret was created/, 'the second tab');
    for (const one of [first, second]) assert.equal((await tokenWith(one)).status, 200);
    const ended = await owner.press(late, '>End it now<');
    assert.match(ended.text, /role="status"><p>The secret has ended/);
    assert.equal((await tokenWith(first)).status, 401);
    assert.equal((await tokenWith(second)).status, 200);
    const now = await owner.press(ended, '>Create a new secret<', { overlap: '0' });
    assert.match(now.text, /No other secret of this application works any more/);
    assert.equal((await tokenWith(second)).status, 401);
    assert.equal((await owner.press(ended, '>Create a new secret<', { overlap: '9999' })).status, 400);
    assert.deepEqual(
      (await audited()).slice(-3).map(({ operation, details }) => [operation, details]),
      [
        ['rotate secret', { id: first.id, overlapHours: 24 }],
        ['end secret', { id: first.id }],
        ['rotate secret', { id: first.id, overlapHours: 0 }],
      ],
    );
  });

  it('an owner adds and removes rights, disables, enables and removes it', async () => {
    const own = await created(owner, 'Changed');
    const { token } = await tokenWith(own);
    const given = await owner.press(await manage(owner, own.id), '>Save rights<', {}, [CHANGE]);
    assert.match(given.text, /The rights were saved/);
    assert.equal(await scopeOf((await tokenWith(own)).token), `${BASIC_RIGHTS.join(' ')} ${CHANGE}`);
    const taken = await owner.press(given, '>Save rights<', {}, []);
    assert.equal(await scopeOf((await tokenWith(own)).token), BASIC_RIGHTS.join(' '));
    const disabled = await owner.press(taken, '>Disable<');
    assert.equal((await introspect(idp, token)).active, false);
    assert.deepEqual(await tokenWith(own), {
      ...{ status: 401, token: '', reason: 'the seller has disabled this application' },
    });
    const enabled = await owner.press(disabled, '>Enable<');
    assert.equal((await introspect(idp, token)).active, true);
    assert.match((await owner.press(enabled, '>Remove Changed<', {}, [])).text, /Nothing was removed/);
    const removed = await owner.press(enabled, '>Remove Changed<', {}, ['yes']);
    assert.match(removed.text, /The application was removed/);
    assert.equal((await introspect(idp, token)).active, false);
    assert.equal((await tokenWith(own)).status, 401);
    assert.equal((await manage(owner, own.id)).status, 404);
    assert.deepEqual(
      (await audited()).slice(-5).map(({ operation }) => operation),
      ['change rights', 'change rights', 'disable application', 'enable application', 'remove application'],
    );
  });

  it('a developer gets the basic rights whatever the form says, and cannot touch what has more', async () => {
    const strong = await created(owner, 'Strong', [CHANGE]);
    const form = await colleague.go(`/account/applications/new?seller=${HOME}`);
    assert.doesNotMatch(form.text, /checkbox/);
    const forged = {
      ...form,
      text: form.text.replace('>Create<', `><input type="hidden" name="right" value="${CHANGE}">Create<`),
    };
    const own = secretIn(await colleague.press(forged, 'Create<', { name: 'Script' }));
    assert.equal(await scopeOf((await tokenWith(own)).token), BASIC_RIGHTS.join(' '));
    assert.doesNotMatch((await manage(colleague, own.id)).text, /Save rights/);
    const seen = await manage(colleague, strong.id);
    assert.match(seen.text, /Only an owner changes this application/);
    assert.doesNotMatch(seen.text, /account\/applications\/(?:rotate|rights|remove|disable)/);
    const stolen = await manage(colleague, own.id);
    const aimed = { ...stolen, text: stolen.text.replaceAll(own.id, strong.id) };
    for (const button of ['>Create a new secret<', '>Disable<', '>Remove Script<'])
      assert.equal((await colleague.press(aimed, button, { overlap: '24' }, ['yes'])).status, 403, button);
    assert.equal((await tokenWith(strong)).status, 200);
  });

  it('another seller’s is 404, also to a person who works for both', async () => {
    const actorId = await memberOf('rival@store.example', OTHER);
    const clientId = randomHex(16);
    const foreign = { sellerId: OTHER, actorId, clientId, now: Date.now(), name: 'Foreign', named: [] };
    await createApplication(idp.db, { ...foreign, secretExpiresAt: undefined }, async () => {});
    assert.equal((await owner.go(`${MANAGE}?id=${clientId}`)).status, 404);
    assert.equal((await owner.go(`${MANAGE}?id=demooperator`)).status, 404);
    const own = await created(owner, 'Own');
    const page = await manage(owner, own.id);
    const aimed = { ...page, text: page.text.replaceAll(own.id, clientId) };
    assert.equal((await owner.press(aimed, '>Disable<')).status, 404);
    const moved = { ...aimed, text: aimed.text.replaceAll(HOME, OTHER) };
    assert.equal((await owner.press(moved, '>Disable<')).status, 403, 'no member of that seller');
    assert.equal((await colleague.go(`${MANAGE}?id=${clientId}&seller=${HOME}`)).status, 404);
    assert.equal((await colleague.go(`${MANAGE}?id=${clientId}&seller=${OTHER}`)).status, 200);
  });

  it('other roles see that owners and developers manage them', async () => {
    for (const role of ['manager', 'analyst'] as const) {
      await setColleague(role);
      for (const path of ['/account/applications', '/account/applications/new', MANAGE]) {
        const { status, text } = await colleague.go(`${path}?seller=${HOME}`);
        assert.equal(status, 403);
        assert.match(text, new RegExp(`Owners and developers manage .* Your role is ${role}`));
      }
    }
    await setColleague('developer');
  });

  it('every change needs a recent sign-in', async () => {
    const own = await created(owner, 'Aged');
    const page = await manage(owner, own.id);
    const before = await applicationsOf(idp.db, HOME);
    await ageSignIns(idp, 3600);
    assert.equal((await manage(owner, own.id)).status, 200);
    for (const button of ['>Save rights<', '>Create a new secret<', '>Disable<', '>Remove Aged<']) {
      const asked = await owner.press(page, button, { overlap: '24' }, ['yes', CHANGE]);
      assert.equal(asked.url, `${idp.issuer}/sign-in/again?back=%2Faccount%2Fapplications`, button);
    }
    assert.match((await owner.go('/account/applications/new')).url, /sign-in\/again/);
    assert.deepEqual(await applicationsOf(idp.db, HOME), before);
  });
});
