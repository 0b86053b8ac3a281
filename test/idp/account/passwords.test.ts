import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { failureLog } from '../../../src/idp/failure-log.ts';
import { membershipsOf } from '../../../src/idp/members.ts';
import { resetPassword } from '../../../src/idp/password-change.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { inPasswordQueue, PasswordQueueFull } from '../../../src/idp/password-queue.ts';
import { resetThrottle } from '../../../src/idp/reset-throttle.ts';
import { configuredTransport } from '../../../src/mail/configured-transport.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { type MailServer, mailServer } from '../../delivery/mail-server.ts';
import { until } from '../../harness/until.ts';
import { TestBrowser } from '../browser.ts';
import { collectedLog, forwardedFor, freshDb, startTestIdp, type TestIdp } from '../harness.ts';

const FIRST = 'amber kettle orbit lanes';
const NEXT = 'violet harbour ninety spoons';
/** The hash of `demo`, as the release before stored it. */
const OLD_HASH = 'scrypt$32768$8$1$A92FYmy_BK8V3gDzWuY2gA$S2isVsQUX6gZ5gMx2aPijaGBNo3IYiDGwkFYHLt5wG8';
const OLD_PASSWORD = 'demo';

withEnginesInTorture('passwords', (engine) => {
  let idp: TestIdp;
  let server: MailServer;
  let hash: string;
  const from = 'accounts@store.example';
  before(async () => {
    hash = await hashPassword(FIRST);
    server = await mailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;
    const transport = configuredTransport({ smtpUrl, from, dataDir: '/nonexistent', timeoutMs: 5_000, now: Date.now });
    idp = await startTestIdp(await freshDb(engine), { mail: { transport, from } });
  });
  after(async () => {
    await idp.close();
    await idp.db.close();
    await server.close();
  });
  let people = 0;
  let email = '';
  beforeEach(async () => {
    people += 1;
    email = `ann${people}@store.example`;
    await insertAccount(idp.db, { id: `ann${people}`, email, passwordHash: hash, sellerId: 'S1', createdAt: 1 });
  });

  let network = 0;
  /** From a network of its own, so that the throttle of one test does not hold up another. */
  function browserElsewhere(): TestBrowser {
    network += 1;
    return new TestBrowser(idp.issuer, forwardedFor(`203.0.113.${network}`));
  }

  async function signedIn(password = FIRST, browser = browserElsewhere()) {
    const page = await browser.signIn(await browser.go('/account'), email, password);
    assert.match(page.text, /<h1>Profile<\/h1>/);
    return browser;
  }

  async function askForLink(address = email, browser = browserElsewhere()) {
    return browser.press(await browser.go('/forgot'), 'Send the link', { email: address });
  }

  /** The messages to the person of this test. Its sign-ins come from new devices; that is not what they are about. */
  const messages = () =>
    server.received
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => String(raw))
      .filter((text) => !text.includes('Subject: A sign-in from a new device'));

  /** The path of the link in the last message. */
  async function mailedLink(): Promise<string> {
    await until('the link arrives', () => messages().length > 0);
    const text = messages().at(-1)?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return /\/reset\?token=[\w-]{43}/.exec(text)?.[0] ?? assert.fail(text);
  }

  const choose = async (browser: TestBrowser, path: string, password: string) =>
    browser.press(await browser.go(path), 'Change password', { password });

  it('are changed by who is signed in: other browsers are signed out, and the owner is told', async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const changed = await choose(own, '/account/password', NEXT);
    assert.match(changed.text, /Your password was changed/);
    assert.match((await own.go('/account')).text, /<h1>Profile<\/h1>/);
    assert.match((await other.go('/account')).text, /<h1>Sign in<\/h1>/);
    await signedIn(NEXT);
    await until('the owner is told', () => messages().length === 1);
    assert.match(messages()[0] ?? '', /Subject: Your password was changed/);
  });

  it('are refused with the reason when they are weak, and nothing changes', async () => {
    const browser = await signedIn();
    for (const [password, reason] of [
      ['short', /at least 12 characters/],
      ['aaaaaaaaaaaaaaaa', /more different characters/],
      [`my address is ${email}`, /e-mail address/],
      ['Marketplace Seller Service 7', /name of the marketplace/],
      ['Password123456!', /most common/],
      ['qwerty-qwerty-1', /most common/],
    ] as const) {
      const page = await choose(browser, '/account/password', password);
      assert.equal(page.status, 400, password);
      assert.match(page.text, reason, password);
      assert.ok(!page.text.includes(`"${password}"`));
    }
    await signedIn();
  });

  it('are reset once by a link, which ends at the sign-in page and signs everybody out', async () => {
    const signedInBefore = await signedIn();
    const asked = await askForLink();
    assert.match(asked.text, /Check your e-mail/);
    const link = await mailedLink();
    const browser = browserElsewhere();
    const form = await browser.go(link);
    assert.equal(form.url, `${idp.issuer}/reset`);
    // A weak one does not use the link up.
    assert.equal((await browser.press(form, 'Change password', { password: 'short' })).status, 400);
    const done = await browser.press(form, 'Change password', { password: NEXT });
    assert.equal(done.url, `${idp.issuer}/reset/done`);
    assert.match((await browser.go('/account')).text, /<h1>Sign in<\/h1>/);
    assert.match((await signedInBefore.go('/account')).text, /<h1>Sign in<\/h1>/);
    await signedIn(NEXT);
    const again = await browserElsewhere().go(link);
    assert.equal(again.status, 400);
    assert.match(again.text, /This link does not work/);
    await until('the owner is told', () => messages().length === 2);
    assert.ok(!idp.logged().includes(link.slice(-43)), 'no log line has the token');
  });

  it('are reset by one of thirty simultaneous uses of a link', async () => {
    await askForLink();
    const token = (await mailedLink()).slice(-43);
    const change = { operation: 'reset password', passwordHash: hash, nowMs: Date.now(), facts: {} } as const;
    const uses = await Promise.all(Array.from({ length: 30 }, () => resetPassword(idp.db, token, change)));
    assert.equal(uses.filter(Boolean).length, 1);
    const [member] = await membershipsOf(idp.db, `ann${people}`);
    const entries = await idp.db.all<{ seller_id: string; details: string }>(
      "SELECT * FROM audit_pending WHERE operation = 'reset password' AND who_type = 'member' AND who = $1",
      [member?.id ?? ''],
    );
    assert.deepEqual(
      entries.map(({ seller_id, details }) => [seller_id, JSON.parse(details)]),
      [['S1', { email }]],
    );
  });

  it('are not reset by a link of another account state: used, expired or disabled', async () => {
    await askForLink();
    const token = (await mailedLink()).slice(-43);
    const change = { operation: 'reset password', passwordHash: hash, nowMs: Date.now(), facts: {} } as const;
    assert.equal(await resetPassword(idp.db, token, { ...change, nowMs: Date.now() + 31 * 60_000 }), false);
    await idp.db.run('UPDATE idp_account SET disabled_at = 1 WHERE email = $1', [email]);
    assert.equal(await resetPassword(idp.db, token, change), false);
    assert.equal(await resetPassword(idp.db, 'x'.repeat(43), change), false);
  });

  it('are asked for with one answer, whether or not the address has an account, and without a message to others', async () => {
    await idp.db.run('UPDATE idp_account SET disabled_at = 1 WHERE email = $1', [email]);
    const answers = new Set<string>();
    for (const address of ['nobody@store.example', email]) {
      const { status, url, text } = await askForLink(address);
      answers.add(JSON.stringify([status, url, text]));
    }
    assert.equal(answers.size, 1);
    await until('both requests are settled', async () => (await idp.db.all('SELECT id FROM idp_mail')).length === 0);
    assert.deepEqual(messages(), []);
  });

  it('are not asked for too often from one network, and one address gets three messages at most', async () => {
    const count = resetThrottle({ db: idp.db, now: Date.now });
    const mayMail = [];
    for (let i = 0; i < 5; i++) mayMail.push((await count(`network ${i}`, 'someone@x.example')).mayMail);
    assert.deepEqual(mayMail, [true, true, true, false, false]);
    const browser = browserElsewhere();
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await askForLink(`a${i}@store.example`, browser)).status);
    assert.deepEqual(statuses.slice(0, 10), new Array(10).fill(200));
    assert.deepEqual(statuses.slice(10), [429, 429]);
  });

  it('of the release before stay valid, and their hash is replaced at the next sign-in', async () => {
    await idp.db.run('UPDATE idp_account SET password = $2 WHERE email = $1', [email, OLD_HASH]);
    await signedIn(OLD_PASSWORD);
    const row = await idp.db.get<{ password: string }>('SELECT password FROM idp_account WHERE email = $1', [email]);
    assert.match(row?.password ?? '', /^argon2id\$19456\$2\$1\$/);
    await signedIn(OLD_PASSWORD);
  });

  it('are not checked while too many wait: 503 with Retry-After, and one line in the log for all of them', async () => {
    const browser = browserElsewhere();
    const forms = [await browser.go('/account'), await browser.go('/account')];
    // Two are checked and fifty wait.
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const checked = [1, 2].map(() => inPasswordQueue(() => end));
    await setImmediate();
    const waiting = Array.from({ length: 50 }, () => inPasswordQueue(async () => undefined));
    for (const form of forms) {
      const { status, headers } = await browser.signIn(form, email, FIRST);
      assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
    }
    resolve();
    await Promise.all([...checked, ...waiting]);
    const lines = idp.logged().split('\n');
    const warnings = lines.filter((line) => line.includes('too many passwords are being checked'));
    assert.equal(warnings.length, 1);
    assert.doesNotMatch(String(warnings), /"stack"/);
    assert.doesNotMatch(idp.logged(), /a request to the provider failed/);
    await signedIn();
  });

  it('that were refused are counted in one line a minute', () => {
    const { log, text } = collectedLog();
    let nowMs = 0;
    const logFailure = failureLog(log, () => nowMs);
    for (nowMs of [0, 1, 59_999, 60_000, 60_001, 119_999, 120_000]) logFailure(new PasswordQueueFull());
    const lines = text().trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).refused),
      [1, 3, 3],
    );
  });
});
