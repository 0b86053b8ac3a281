import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { insertOperator } from '../../../src/idp/operator/operator-people.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { beginSupport } from '../../../src/idp/support/support-changes.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { TestBrowser } from '../browser.ts';
import { freshDb, introspect, startTestIdp, type TestIdp } from '../harness.ts';
import { person, SELLER } from '../people.ts';

const PASSWORD = 'amber kettle orbit lanes';
const MARKUP = `<img src=x onerror="alert(1)"> </p><script>alert('2')</script> &amp;`;

withEnginesInTorture('the page "Support sessions" (decision 55)', (engine) => {
  let idp: TestIdp;
  let ann: TestBrowser;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine));
    const passwordHash = await hashPassword(PASSWORD);
    await person(idp.db, 'ann', 'owner', { passwordHash });
    await person(idp.db, 'max', 'manager', { passwordHash });
    await person(idp.db, 'eve', 'owner', { sellerId: 'S2', passwordHash });
    const olga = { id: 'olga', email: 'olga@market.example', passwordHash: 'x', createdAt: 1 };
    await idp.db.transaction((tx) => insertOperator(tx, olga, ['operator:support']));
    ann = await signedIn('ann');
  });
  after(() => idp.close());

  async function signedIn(name: string): Promise<TestBrowser> {
    const browser = new TestBrowser(idp.issuer);
    await browser.signIn(await browser.go('/account/support'), `${name}@x.example`, PASSWORD);
    return browser;
  }

  async function begun(reason = 'Ticket 4711') {
    const actor = { id: 'olga', from: '192.0.2.1', requestId: 'r' };
    const context = { db: idp.db, nowMs: Date.now(), actor, wakeMail: () => undefined };
    const given = await beginSupport(context, { sellerId: SELLER, reason, minutes: 60 });
    if (given === undefined || !('token' in given)) assert.fail(JSON.stringify(given));
    return given;
  }
  const isActive = async (token: string) => (await introspect(idp, token)).active;

  it('shows an owner what is live and why, and ends it at once', async () => {
    assert.match((await ann.go('/account/support')).text, /Nobody of the operator looks at your console now/);
    const { token } = await begun(MARKUP);
    const page = await ann.go('/account/support');
    assert.doesNotMatch(page.text, /<img|<script|<\/p><s/);
    assert.match(page.text, /&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/);
    assert.doesNotMatch(page.text, /olga/, 'no name of the operator');
    const after = await ann.press(page, 'End it now');
    assert.match(after.text, /The support session has ended\. The operator sees nothing/);
    assert.match(after.text, /ended by an owner/);
    assert.match(after.text, /Nobody of the operator looks/);
    assert.equal(await isActive(token), false);
  });

  it('is for owners of the seller alone: others neither see nor end', async () => {
    const { token, sessionId } = await begun('a reason that others must not read');
    const own = await ann.go('/account/support');
    for (const name of ['max', 'eve']) {
      const browser = await signedIn(name);
      const page = await browser.go('/account/support');
      assert.doesNotMatch(page.text, /others must not read/, name);
      assert.equal(page.status, name === 'max' ? 403 : 200);
      // The form that the owner has, with the own CSRF token of this browser.
      const [csrf] = [.../name="csrf" value="([^"]+)"/g[Symbol.matchAll](page.text)].map(([, value]) => value ?? '');
      for (const seller of [SELLER, 'S2']) {
        const body = new URLSearchParams({ csrf: csrf ?? '', seller, session: sessionId }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        await browser.go('/account/support/end', { method: 'POST', body, headers });
        assert.equal(await isActive(token), true, `${name} ${seller}`);
      }
    }
    assert.match(own.text, /others must not read/);
  });

  it('takes no form from elsewhere, and is shown in no frame', async () => {
    const { token, sessionId } = await begun();
    const page = await ann.go('/account/support');
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const form = { seller: SELLER, session: sessionId };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [fields, headers] of [
      [form, type],
      [{ ...form, csrf: `${csrf}x` }, type],
      [
        { ...form, csrf },
        { ...type, 'sec-fetch-site': 'cross-site' },
      ],
      [
        { ...form, csrf },
        { ...type, 'sec-fetch-site': 'same-site' },
      ],
    ] as const) {
      const body = new URLSearchParams(fields).toString();
      const refused = await ann.go('/account/support/end', { method: 'POST', body, headers });
      assert.equal(refused.status, 403, refused.text);
    }
    assert.equal((await ann.go('/account/support/end')).status, 404, 'a link ends nothing');
    assert.equal(await isActive(token), true);
  });
});
