import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import PostalMime from 'postal-mime';
import { type MailServer, mailServer } from '../delivery/mail-server.ts';
import { launchBrowser } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';

describe('an address that is not the registered one', () => {
  let mail: MailServer;
  let service: ServiceProcess;
  let browser: Browser;
  let base: string;
  let authorization: string;
  before(async () => {
    browser = await launchBrowser();
    mail = await mailServer();
    const port = await freePort();
    service = startService({
      OPERATOR_NAME: 'Store Inc.',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PORT: String(port),
    });
    base = await service.address();
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const basic = Buffer.from('demoseller:demosellersecret').toString('base64');
    const token = await fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body,
    });
    authorization = `Bearer ${((await token.json()) as { access_token: string }).access_token}`;
  });
  after(async () => {
    await browser.close();
    await service.end();
    await mail.close();
  });

  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await fetch(`${base}/notifications/v4${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return answer;
  };
  const sendTest = async (destinationId: string) => {
    const answer = await call(
      'POST',
      '/subscriptions/EMAIL/testNotification',
      { destinationId },
      { prefer: 'wait=10' },
    );
    assert.equal(answer.headers.get('x-delivery-status'), 'DELIVERED');
    const { raw = '', to } = mail.received.at(-1) ?? {};
    return { to, message: await PostalMime.parse(raw) };
  };

  test('is confirmed by a link in a message without any text of the seller; the page works without JavaScript', async () => {
    const made = await call('POST', '/destinations', {
      channelName: 'Cheap pills, click here',
      emailConfig: { address: 'somebody@elsewhere.example' },
    });
    const { channelId, status } = (await made.json()) as { channelId: string; status: string };
    assert.equal(status, 'PENDING_VERIFICATION');
    // The message goes out by itself.
    await until('the owner was asked', () => mail.received.length > 0);
    const [{ raw, to } = { raw: '', to: [] }] = mail.received;
    const message = await PostalMime.parse(raw);
    assert.deepEqual(to, ['somebody@elsewhere.example']);
    assert.equal(message.subject, 'Confirm notifications from Store US');
    assert.match(
      message.text ?? '',
      /^The seller "Demo Seller" asked Store US to send .*^Code: \d{3} \d{3}$.*Sent by Store Inc\./ms,
    );
    assert.doesNotMatch(`${message.subject}${message.text}${message.html}`, /pills/);
    const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/confirmations\/v4\/links\/\S+/.exec(message.text ?? '') ?? [];
    assert.ok(message.html?.includes(link));

    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(link);
    assert.match(await page.innerText('main'), /s•••@elsewhere\.example/);
    await page.getByRole('button', { name: 'Yes, send them to me' }).click();
    assert.match(await page.innerText('h1'), /Notifications are confirmed/);
    await page.goto(link);
    assert.match(await page.innerText('h1'), /no longer valid/);
    await context.close();

    const now = (await (await call('GET', `/destinations/${channelId}`)).json()) as { status: string };
    assert.equal(now.status, 'ACTIVE');
    // From now on the message is the notification itself.
    const { message: notification } = await sendTest(channelId);
    assert.match(notification.subject ?? '', /Test notification/);
    assert.match(notification.text ?? '', /the seller "Demo Seller" has notifications of Store US sent/);

    // Every such message can be stopped from the mailbox.
    const header = notification.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const stopUrl = header.replace(/^<|>$/g, '');
    assert.ok(notification.text?.includes(stopUrl), header);
    const form = {
      method: 'POST',
      body: new URLSearchParams('List-Unsubscribe=One-Click'),
      redirect: 'manual',
    } as const;
    assert.equal((await fetch(stopUrl, form)).status, 200);
    const stopped = (await (await call('GET', `/destinations/${channelId}`)).json()) as { status: string };
    assert.equal(stopped.status, 'INACTIVE');
  });
});
