import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { factorHelpOf } from '../../../src/idp/factors/factor-help-table.ts';
import { passHelpDays } from '../../../src/idp/factors/factor-help-watch.ts';
import { factorsOf } from '../../../src/idp/factors/factors.ts';
import { createLog } from '../../../src/log/log.ts';
import { configuredTransport } from '../../../src/mail/configured-transport.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { type MailServer, mailServer } from '../../delivery/mail-server.ts';
import { until } from '../../harness/until.ts';
import { type PageView, TestBrowser } from '../browser.ts';
import { freshDb, startTestIdp, type TestIdp } from '../harness.ts';
import { addPersonWithApp, beginStep, type Person } from './person.ts';

const ASK = 'name="action" value="second-help"';

withEnginesInTorture('the pages of help with lost factors', (engine) => {
  let idp: TestIdp;
  let server: MailServer;
  const from = 'accounts@store.example';
  before(async () => {
    server = await mailServer();
    const smtpUrl = `smtp://127.0.0.1:${server.port}`;
    const transport = configuredTransport({ smtpUrl, from, dataDir: '/nonexistent', timeoutMs: 5_000, now: Date.now });
    idp = await startTestIdp(await freshDb(engine), { mail: { transport, from } });
  });
  after(async () => {
    await idp.close();
    await server.close();
  });

  async function half({ id: accountId }: Person): Promise<{ visitor: TestBrowser; page: PageView }> {
    const visitor = new TestBrowser(idp.issuer);
    const url = `${idp.issuer}/sign-in/second-step?back=%2Faccount`;
    return { visitor, page: await beginStep(idp, visitor, url, { accountId, now: Date.now() }) };
  }

  const messages = (email: string) =>
    server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => String(raw));
  const passDay = (day: number) =>
    passHelpDays({
      db: idp.db,
      log: createLog('silent'),
      now: () => Date.now() + day * DAY_MS,
      wakeMail: () => undefined,
    });

  test('the link of the e-mail stops a request that somebody else made, once its page is confirmed', async () => {
    const person = await addPersonWithApp(idp, 'victim');
    const { id, email } = person;
    const { visitor, page } = await half(person);
    const asked = await visitor.press(page, ASK);
    assert.match(asked.text, /will be removed on <strong>\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    assert.doesNotMatch(asked.text, new RegExp(ASK));
    await until('the person is told', () => messages(email).length === 1);
    const text = messages(email)[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const link = /\/factor-help\?token=[\w-]{43}/.exec(text)?.[0] ?? assert.fail(text);
    const owner = new TestBrowser(idp.issuer);
    const confirmation = await owner.go(link);
    assert.equal(confirmation.url, `${idp.issuer}/factor-help`);
    assert.ok(await factorHelpOf(idp.db, id), 'programs that check e-mails open links, too');
    const stopped = await owner.press(confirmation, 'This was not me');
    assert.match(stopped.url, /\/factor-help\/stopped$/);
    assert.equal(await factorHelpOf(idp.db, id), undefined);
    assert.equal((await new TestBrowser(idp.issuer).go(link)).status, 400);
    assert.ok(!idp.logged().includes(link.slice(-43)), 'no log line has the token');
    await until('the person is told of the end', () => messages(email).length === 2);
  });

  test('a sign-in with a recovery code stops it; otherwise the next sign-in sets up a new factor', async () => {
    const person = await addPersonWithApp(idp, 'without-phone');
    const { id, codes } = person;
    const first = await half(person);
    const asked = await first.visitor.press(first.page, ASK);
    await first.visitor.press(asked, 'name="action" value="second-code"', { code: codes[0] ?? '' });
    assert.equal(await factorHelpOf(idp.db, id), undefined);
    assert.match((await first.visitor.go('/account')).text, /<h1>Profile<\/h1>/);

    const second = await half(person);
    await second.visitor.press(second.page, ASK);
    for (const day of [1.001, 2.002, 3.003]) await passDay(day);
    assert.deepEqual(await factorsOf(idp.db, id), { passkeys: [], app: undefined, codesLeft: 0 });
    assert.match((await first.visitor.go('/account')).text, /<h1>Sign in<\/h1>/, 'sessions have ended');
    assert.match((await half(person)).page.text, /Your lost passkeys, app and recovery codes were removed/);
  });
});
