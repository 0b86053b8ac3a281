import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { verifySnippets } from '../../../console/pages/notifications/snippets.ts';
import { verifyWebhook } from '../../../sdk/src/webhooks/verify-webhook.ts';
import { type ConsoleHarness, expectFits, expectNoViolations, loaded } from '../../console/harness.ts';
import { Subscriber } from '../../delivery/push-service.ts';
import { listening, type Receiver } from '../../delivery/receiver.ts';
import { testInTorture } from '../../harness/scale.ts';

type Arrived = { headers: Record<string, string>; body: string };

/** What the page's code for Node says about a request, the same with another body, and the same with another secret. */
async function snippetVerdicts(headers: object, body: string, secret: string): Promise<boolean[]> {
  const code = `${verifySnippets.node}\nexport { isGenuine };`;
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  return [isGenuine(headers, body, secret), isGenuine(headers, `${body} `, secret), isGenuine(headers, body, other)];
}

/** Destinations, from the form to the delivery log. */
export function notificationsPageTests(harness: ConsoleHarness): void {
  const arrived: Arrived[] = [];
  let answers: number[] = [];
  let receiver: Receiver;
  before(async () => {
    receiver = await listening(
      createServer((request, response) => {
        if (request.method === 'OPTIONS') return void response.writeHead(405).end();
        void text(request).then((body) => {
          arrived.push({ headers: request.headers as Record<string, string>, body });
          response.writeHead(answers.shift() ?? 200).end('Thank you, {"title":"<b>no markup</b>"}');
        });
      }),
    );
  });
  after(() => receiver.close());

  async function newDestination(page: Page, type: string): Promise<void> {
    await page.getByRole('link', { name: 'New destination' }).first().click();
    await page.getByRole('link', { name: type }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
  }

  test('console: a webhook is created, a test arrives without a reload, its signature is genuine, and the log has request and answer', () =>
    harness.visit('/notifications', { allows: /status of 400/ }, async (page) => {
      await newDestination(page, 'Webhook');
      await page.getByLabel('Address of your server').fill('ftp://hooks.example.com');
      await page.getByRole('button', { name: 'Create' }).click();
      const address = page.getByLabel('Address of your server');
      await page.getByText('Must begin with https:// and a host.').waitFor();
      assert.equal(await address.getAttribute('aria-invalid'), 'true');
      assert.equal(
        await page.evaluate('document.activeElement.labels[0].textContent'),
        'Name',
        'the first wrong field',
      );
      await page.getByLabel('Name', { exact: true }).fill('Repricer <script>');
      await address.fill(`${receiver.origin}/in`);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Repricer <script>' }).waitFor();
      const secret = (await page.getByRole('region', { name: 'the signing secret', exact: true }).textContent()) ?? '';
      assert.match(secret, /^whsec_/);

      await page.evaluate("document.body.setAttribute('data-kept', 'yes')");
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.locator('.test-outcome', { hasText: /Delivered in .* answered 200/ }).waitFor();
      const [{ headers, body } = { headers: {}, body: '' }] = arrived;
      assert.equal((await verifyWebhook(headers, body, [secret])).type, 'TEST_NOTIFICATION');
      assert.deepEqual(await snippetVerdicts(headers, body, secret), [true, false, false]);
      await page.getByRole('row', { name: /^Test .* Delivered 200 · [\d,]+ ms 1$/ }).waitFor();
      assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes', 'without a reload');
      await expectNoViolations(page);

      await page.getByRole('button', { name: 'Test', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Delivery' });
      await dialog.getByText('Thank you, {"title":"<b>no markup</b>"}').waitFor();
      const request = (await dialog.getByRole('region', { name: 'the request' }).textContent()) ?? '';
      assert.match(request, new RegExp(`Webhook-Id: ${headers['webhook-id']}\n`));
      const seconds = Number(/^Webhook-Timestamp: (\d+)$/m.exec(request)?.[1]);
      // The log has the time of the store, the signature that of the process: a second may begin between the two.
      assert.ok(Math.abs(seconds - Number(headers['webhook-timestamp'])) <= 1, `${seconds}`);
      const shown: unknown = JSON.parse(request.slice(request.indexOf('\n\n')));
      assert.deepEqual(shown, JSON.parse(body), 'the page shows what was sent');
      await expectNoViolations(page);
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await dialog.locator('.attempts li').nth(1).getByText('Delivered').waitFor();
      assert.equal(arrived.length, 2);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      // The log is searched by the id that the receiver got, and by time.
      const row = page.getByRole('row', { name: /^Test / });
      const search = page.getByRole('searchbox', { name: 'Delivery or notification id' });
      await search.fill('ntf_unknown');
      await page.getByText('This destination has no delivery, and no notification, with this id.').waitFor();
      await search.fill(headers['webhook-id'] ?? '');
      await row.waitFor();
      assert.match(page.url(), /id=ntf_/);
      await page.getByLabel('Time', { exact: true }).selectOption('hour');
      await row.waitFor();
      await page.getByLabel('Time', { exact: true }).selectOption('between');
      await page.getByLabel('To', { exact: true }).fill('2026-01-01T00:00');
      await page.getByText('Nothing found').waitFor();
      await page.getByLabel('Time', { exact: true }).selectOption('');
      await search.fill('');
      await row.waitFor();
      await expectNoViolations(page);

      // Leaving the page ends the only showing of the secret.
      await page.reload();
      await loaded(page);
      assert.equal(await page.getByText(secret).count(), 0);
      await page.getByRole('tab', { name: 'Signature' }).click();
      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
      await page.getByText(/^whsec_/).waitFor();
      assert.notEqual(await page.getByText(/^whsec_/).textContent(), secret);
    }));

  testInTorture('console at 390 px: what failed is grouped by cause, waits with its age, and is sent again', () =>
    harness.visit('/notifications', { width: 390 }, async (page) => {
      await expectFits(page);
      await expectNoViolations(page);
      answers = [503];
      await page.getByRole('link', { name: 'Repricer <script>' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText(/It did not arrive: .*503/).waitFor();
      await page.getByRole('heading', { name: 'Why deliveries failed' }).waitFor();
      await page.getByText('Failing', { exact: true }).waitFor();
      await page.getByText(/^1, for \d+ sec$/).waitFor();
      await expectFits(page);
      await page.getByRole('tab', { name: 'Send again' }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByText(/events? for this destination|events? queued/).waitFor();
      await expectNoViolations(page);
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Renamed');
      await page.getByText('Only some of these events').click();
      await page.getByLabel('SKUs').fill('DEMO-SKU-1');
      await page.getByText(/would have come|no such events/).waitFor();
      await expectFits(page);
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Renamed' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Notifications' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Renamed' }).count(), 0);
    }),
  );

  testInTorture('console: an e-mail destination waits for its code; a wrong one is said at the field', () =>
    harness.visit('/notifications?new=EMAIL', { colorScheme: 'dark', allows: /status of 400/ }, async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Team');
      await page.getByLabel('E-mail address').fill('team@seller.example');
      await page.getByText('Quiet hours').click();
      await page.getByLabel('Time zone').fill('Mars');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Must be the name of a time zone').waitFor();
      await page.getByLabel('Time zone').fill('Europe/Berlin');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByLabel('Code', { exact: true }).fill('12');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Enter the six digits').waitFor();
      await expectNoViolations(page);
    }),
  );

  test('console: this browser subscribes with the key of the service, by the one script that may be loaded', async () => {
    await harness.context.grantPermissions(['notifications'], { origin: harness.base });
    await harness.visit('/notifications?new=MOBILE_PUSH', { allows: /status of 400/ }, async (page) => {
      const { keys } = new Subscriber();
      // The push service of the browser's maker is out of reach: this replaces its answer alone.
      await page.evaluate(
        `PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint: 'https://push.example/a', keys })}) })`,
      );
      await page.getByRole('button', { name: 'Allow notifications in this browser' }).click();
      await page.getByText('This browser is subscribed.').waitFor();
      const worker = await page.evaluate('navigator.serviceWorker.ready.then((one) => one.active.scriptURL)');
      assert.equal(worker, `${harness.base}/console/worker.js`);
      await expectNoViolations(page);
    });
  });
}
