import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setAccountDisabled, setPassword } from '../../../src/idp/accounts.ts';
import { factorsOf } from '../../../src/idp/factors/factors.ts';
import { createLink } from '../../../src/idp/links.ts';
import { accountRoutes } from '../../../src/idp/pages/account/account-routes.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { type Application, authorizationUrl, connectable, exchange } from '../delegated.ts';
import { freshDb, startTestIdp, type TestIdp } from '../harness.ts';
import { addPerson, addPersonWithApp, beginStep, codeAt, PASSWORD, type Person, SECRET } from './person.ts';

const CODE = 'name="action" value="second-code"';
const secondStep = /<h1>Two-step sign-in<\/h1>/;
const signInPage = /<h1>Sign in<\/h1>/;

/** Every page and form that needs a sign-in leads to the sign-in page. */
async function refusesAllPages(visitor: TestBrowser): Promise<void> {
  const own = accountRoutes.filter(({ needs }) => needs !== 'nothing');
  assert.ok(own.length > 8);
  for (const { method, path } of own) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await visitor.go(path, method === 'POST' ? { method, headers, body: 'action=remove' } : {});
    assert.match(answer.text, signInPage, `${method} ${path}`);
  }
}

withEngines('two-step sign-in', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let idp: TestIdp;
  let app: Application;
  let people = 0;
  let passedMs = 0;
  const now = () => Date.now() + passedMs;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { now });
    app = await connectable(idp);
  });
  after(() => idp.close());

  const personWithApp = () => {
    people += 1;
    return addPersonWithApp(idp, `app-${people}`);
  };
  const browser = () => new TestBrowser(idp.issuer);
  const withPassword = (visitor: TestBrowser, page: PageView, email: string) => visitor.signIn(page, email, PASSWORD);
  const send = (visitor: TestBrowser, page: PageView, code: string) => visitor.press(page, CODE, { code });
  const isSignedIn = async (visitor: TestBrowser) => !signInPage.test((await visitor.go('/grants')).text);

  /** Has typed the right password at an authorization, and sees the second step. */
  async function half({ id: accountId }: Person) {
    const visitor = browser();
    const started = await authorizationUrl(app);
    const { url } = await visitor.go(started.url);
    const page = await beginStep(idp, visitor, url, { accountId, now: now() });
    assert.match(page.text, secondStep);
    return { visitor, started, page };
  }

  test('the password alone gives neither a session nor a code, and prompt=none is login_required', async () => {
    const { email } = await personWithApp();
    const visitor = browser();
    const started = await authorizationUrl(app);
    assert.match((await withPassword(visitor, await visitor.go(started.url), email)).text, secondStep);
    assert.equal(await isSignedIn(visitor), false);
    const silent = await authorizationUrl(app, { prompt: 'none' });
    assert.match((await visitor.go(silent.url)).url, /error=login_required/);
    const again = await visitor.go(started.url);
    assert.match(again.text, signInPage, 'another authorization begins with the password');
  });

  once('no page and no form of the account works between the password and the second step', async () => {
    const { visitor } = await half(await personWithApp());
    await refusesAllPages(visitor);
  });

  once('a second tab is still the person who was signed in before; signing in again asks for the step', async () => {
    const visitor = browser();
    await visitor.signIn(await visitor.go('/account'));
    const { email } = await personWithApp();
    const page = await withPassword(visitor, await visitor.go('/sign-in/again?back=/account'), email);
    assert.match(page.text, secondStep);
    assert.match((await visitor.go('/account')).text, /Signed in as demo@store\.example/);
    assert.match((await send(visitor, page, codeAt(now()))).text, new RegExp(`Signed in as ${email}`));
  });

  once(
    'a reset by e-mail signs nobody in, keeps the factors, and the new password is asked for the second step',
    async () => {
      const { id, email, codes } = await personWithApp();
      const lifetimeMs = 60_000;
      const token = await createLink(idp.db, { kind: 'reset', subjectId: id, nowMs: now(), lifetimeMs });
      const visitor = browser();
      const password = 'violet harbour ninety spoons';
      const done = await visitor.press(await visitor.go(`/reset?token=${token}`), 'Change password', { password });
      assert.match(done.url, /\/reset\/done$/);
      assert.equal(await isSignedIn(visitor), false);
      const page = await visitor.signIn(await visitor.go('/grants'), email, password);
      assert.match(page.text, secondStep);
      const { app: kept, codesLeft } = await factorsOf(idp.db, id);
      assert.ok(kept);
      assert.equal(codesLeft, 10);
      assert.match((await send(visitor, page, codes[0] ?? '')).url, /\/grants$/);
    },
  );

  test('the code of the app completes the sign-in, and the application gets a token', async () => {
    const { visitor, started, page } = await half(await personWithApp());
    const consent = await send(visitor, page, codeAt(now()));
    assert.match(consent.text, /Connect Example Repricer\?/);
    const tokens = await exchange(app, started, (await visitor.allow(consent)).url);
    assert.ok(tokens.access_token);
  });

  test('a code that was used is refused in another browser, as is a wrong one', async () => {
    const person = await personWithApp();
    const first = await half(person);
    const code = codeAt(now());
    assert.match((await send(first.visitor, first.page, code)).text, /Connect/);
    const second = await half(person);
    for (const typed of [code, '000000', '']) {
      const answer = await send(second.visitor, second.page, typed);
      assert.equal(answer.status, 400, typed);
      assert.match(answer.text, /role="alert"/);
    }
    assert.equal(await isSignedIn(second.visitor), false);
  });

  test('a recovery code signs in once', async () => {
    const person = await personWithApp();
    const [code = ''] = person.codes;
    const first = await half(person);
    assert.match((await send(first.visitor, first.page, code.toUpperCase())).text, /Connect/);
    const second = await half(person);
    assert.equal((await send(second.visitor, second.page, code)).status, 400);
  });

  test("another person's recovery code and app do not count", async () => {
    const [owner, other] = [await personWithApp(), await personWithApp()];
    const { visitor, page } = await half(owner);
    assert.equal((await send(visitor, page, other.codes[0] ?? '')).status, 400);
    await idp.db.run('DELETE FROM idp_totp WHERE account_id = $1', [other.id]);
    assert.equal((await send(visitor, page, codeAt(now(), SECRET.replace('C', 'D')))).status, 400);
  });

  once('half a sign-in does not count at another authorization, nor at a page of the provider', async () => {
    const { visitor, page } = await half(await personWithApp());
    const other = await visitor.go((await authorizationUrl(app)).url);
    assert.match(other.text, signInPage);
    const moved = { ...page, text: page.text.replaceAll(/action="[^"]*"/g, `action="${new URL(other.url).pathname}"`) };
    assert.match((await send(visitor, moved, codeAt(now()))).text, signInPage);
    const pages = { ...page, text: page.text.replaceAll(/action="[^"]*"/g, 'action="/sign-in/second-step"') };
    await send(visitor, pages, codeAt(now()));
    assert.equal(await isSignedIn(visitor), false);
    assert.match((await send(visitor, page, codeAt(now()))).text, /Connect/, 'the first tab goes on');
  });

  test('half a sign-in ends after ten minutes, and with a new password', async () => {
    const person = await personWithApp();
    const { email } = person;
    const old = await half(person);
    passedMs += 600_000;
    assert.match((await send(old.visitor, old.page, codeAt(now()))).text, signInPage);
    const reset = await half(person);
    const row = await idp.db.get<{ password: string }>('SELECT password FROM idp_account WHERE email = $1', [email]);
    await setPassword(idp.db, { email, passwordHash: row?.password ?? '' }, () => undefined);
    assert.match((await send(reset.visitor, reset.page, codeAt(now()))).text, signInPage);
  });

  once('half a sign-in of an account that is disabled meanwhile ends', async () => {
    const person = await personWithApp();
    const { email } = person;
    const { visitor, page } = await half(person);
    await setAccountDisabled(idp.db, { email, disabledAt: 1 }, () => undefined);
    assert.match((await send(visitor, page, codeAt(now()))).text, signInPage);
  });

  once('no other action of a form skips the step', async () => {
    const person = await personWithApp();
    const { visitor, page } = await half(person);
    for (const action of [
      'second-continue',
      'second-app',
      'second-new-passkey',
      'second-passkey',
      'allow',
      'passkey',
      'x',
    ]) {
      const form = page.text.replace(/value="second-code"/, `value="${action}"`);
      const answer = await visitor.press({ ...page, text: form }, `name="action" value="${action}"`, {
        code: '1',
        answer: '{}',
      });
      assert.doesNotMatch(answer.text, /Connect Example/, action);
      assert.ok(answer.url.startsWith(idp.issuer), action);
      assert.equal(await isSignedIn(visitor), false, action);
    }
    assert.deepEqual((await factorsOf(idp.db, person.id)).passkeys, []);
  });

  once('a browser without the half sign-in that sends the right code starts with the password', async () => {
    const { page } = await half(await personWithApp());
    const other = browser();
    const own = await other.go((await authorizationUrl(app)).url);
    const csrf = /name="csrf" value="([^"]+)"/.exec(own.text)?.[1] ?? '';
    const form = page.text
      .replaceAll(/name="csrf" value="[^"]+"/g, `name="csrf" value="${csrf}"`)
      .replaceAll(/action="[^"]*"/g, `action="${new URL(own.url).pathname}"`);
    assert.match((await send(other, { ...page, text: form }, codeAt(now()))).text, signInPage);
  });

  test('of five requests with the same code one signs in', async () => {
    const { visitor, page } = await half(await personWithApp());
    const code = codeAt(now());
    const passes = () => idp.logged().split('a person passed the second step').length;
    const before = passes();
    await Promise.all(Array.from({ length: 5 }, () => send(visitor, page, code)));
    assert.equal(passes() - before, 1);
  });

  test('guessing is slowed down: the sixth wrong code waits, also the right one', async () => {
    const { visitor, page } = await half(await personWithApp());
    for (let n = 0; n < 5; n += 1) assert.equal((await send(visitor, page, '000000')).status, 400);
    const blocked = await send(visitor, page, codeAt(now()));
    assert.equal(blocked.status, 429);
    assert.equal(blocked.headers.get('retry-after'), '2');
    passedMs += 2_001;
    assert.match((await send(visitor, page, codeAt(now()))).text, /Connect/);
  });

  once('the pages of the provider ask for it, too', async () => {
    const { email } = await personWithApp();
    const visitor = browser();
    const step = await withPassword(visitor, await visitor.go('/grants'), email);
    assert.match(step.text, secondStep);
    assert.match((await send(visitor, step, codeAt(now()))).url, /\/grants$/);
  });

  once('a person can start again with another account', async () => {
    const { visitor, page } = await half(await personWithApp());
    const back = await visitor.press(page, 'name="action" value="second-cancel"');
    assert.match(back.text, signInPage);
    assert.match((await send(visitor, page, codeAt(now()))).text, signInPage, 'what was begun has ended');
  });

  once('the log has no code, no secret and no address of a person', () => {
    const logged = idp.logged();
    assert.ok(logged.includes('second step'));
    assert.doesNotMatch(logged, /@store\.example|CDWVVEKN|[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-/);
  });
});

withEngines('IDP_SECOND_FACTOR', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let required: TestIdp;
  let off: TestIdp;
  before(async () => {
    const db = await freshDb(engine);
    required = await startTestIdp(db, { secondFactor: 'required' });
    off = await startTestIdp(db, { secondFactor: 'off' });
  });
  after(() => Promise.all([required.close(), off.close()]));

  const secretOf = ({ text }: PageView) => /Key: <code[^>]*>([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';

  once('required: who has no factor sets one up before the sign-in, gets ten codes, and goes on', async () => {
    const { id, email } = await addPerson(required, 'new-person');
    const visitor = new TestBrowser(required.issuer);
    const setUp = await visitor.signIn(await visitor.go('/grants'), email, PASSWORD);
    assert.match(setUp.text, /<h1>Set up two-step sign-in<\/h1>/);
    assert.match((await visitor.go('/grants')).text, signInPage);
    await refusesAllPages(visitor);
    const application = await connectable(required);
    const silent = await authorizationUrl(application, { prompt: 'none' });
    assert.match((await visitor.go(silent.url)).url, /error=login_required/);
    const ADD = 'name="action" value="second-app"';
    const wrong = await visitor.press(setUp, ADD, { code: '000000' });
    assert.equal(wrong.status, 400);
    assert.equal(secretOf(wrong), secretOf(setUp), 'the code on the page stays the one that was scanned');
    const codes = await visitor.press(wrong, ADD, { code: codeAt(Date.now(), secretOf(wrong)) });
    assert.equal(codes.text.match(/<li><code>/g)?.length, 10);
    assert.match((await visitor.go('/grants')).text, signInPage, 'not before the person goes on');
    assert.match((await visitor.go(setUp.url)).text, /Two-step sign-in is set up/, 'a page that is loaded again');
    const done = await visitor.press(codes, 'name="action" value="second-continue"');
    assert.match(done.url, /\/grants$/);
    assert.doesNotMatch(done.text, signInPage);
    assert.equal((await factorsOf(required.db, id)).codesLeft, 10);

    // As if the session were older than the setting.
    await required.db.run('DELETE FROM idp_totp WHERE account_id = $1', [id]);
    await refusesAllPages(visitor);
    assert.match((await visitor.go(silent.url)).url, /error=login_required/);
    assert.match((await visitor.go((await authorizationUrl(application)).url)).text, signInPage);
  });

  test('off: a person with an app is not asked', async () => {
    const { email } = await addPersonWithApp(off, 'not-asked');
    const visitor = new TestBrowser(off.issuer);
    const page = await visitor.signIn(await visitor.go('/grants'), email, PASSWORD);
    assert.match(page.text, /<h1>Connected applications<\/h1>/);
  });
});
