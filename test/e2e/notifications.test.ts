import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import PostalMime from 'postal-mime';
import { Webhook } from 'standardwebhooks';
import { listening } from '../delivery/receiver.ts';
import { launchBrowser } from '../harness/browser.ts';
import { mustHoldEvents } from '../harness/event-check.ts';
import { ServiceProcess, startService } from '../harness/process.ts';
import { testInTorture } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { alerts, baseName, dashboardExpressions, documentedMetrics, selectorsIn } from '../monitoring/files.ts';

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
type Event = { id: string; type: string; data: { sellerId: string } };

describe('notifications on the embedded default', () => {
  let service: ServiceProcess;
  let browser: Browser;
  let base: string;
  let receiver: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'notifications-'));
  const tokens: Record<string, string> = {};
  before(async () => {
    browser = await launchBrowser();
    service = startService({ DATA_DIR: dataDir, HISTORY_DAYS: '2' });
    base = await service.address();
    receiver = await service.printed(/Receiver +(http:\S+)/);
    for (const client of ['demoseller', 'demorival']) {
      const headers = { authorization: `Basic ${Buffer.from(`${client}:${client}secret`).toString('base64')}` };
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      const answer = await fetch(`${base}/auth/v4/token`, { method: 'POST', headers, body });
      tokens[client] = ((await answer.json()) as { access_token: string }).access_token;
    }
  });
  after(async () => {
    await browser.close();
    await service.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const call = async (
    method: string,
    path: string,
    body?: object,
    client = 'demoseller',
    more = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${base}/notifications/v4${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[client]}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const shown = text === '' ? {} : JSON.parse(text);
    mustHoldEvents(shown);
    return { status: answer.status, headers: answer.headers, body: shown };
  };
  const sendTest = async (type: string, body: object = {}) => {
    const sent = await call('POST', `/subscriptions/${type}/testNotification`, body, 'demoseller', {
      prefer: 'wait=10',
    });
    assert.deepEqual([sent.status, sent.body], [200, {}]);
    return { id: sent.headers.get('x-notification-id') ?? '', outcome: sent.headers.get('x-delivery-status') };
  };
  const channels = async (client?: string) =>
    (await call('GET', '/destinations', undefined, client)).body.channels as {
      channelId: string;
      type: string;
      status: string;
    }[];
  const channelOf = async (type: string) => (await channels()).find((one) => one.type === type)?.channelId ?? '';

  test('the demo seller has one confirmed destination of each type, the rival none', async () => {
    const mine = await channels();
    assert.deepEqual(mine.map(({ type }) => type).sort(), ['EMAIL', 'MOBILE_PUSH', 'PULL', 'SMS', 'WEBHOOKS']);
    assert.ok(mine.every(({ status }) => status === 'ACTIVE'));
    assert.deepEqual(await channels('demorival'), []);
  });

  test('a webhook arrives at the receiver and is on its page, and the delivery log has the attempt', async () => {
    const { id, outcome } = await sendTest('WEBHOOKS');
    assert.equal(outcome, 'DELIVERED');
    const page = await browser.newPage();
    await page.goto(receiver);
    await page.getByRole('link', { name: 'TEST_NOTIFICATION' }).click();
    await page.getByText(id).first().waitFor();
    assert.match(page.url(), /\?paused=/);
    await page.close();
    const log = await call('GET', `/destinations/${await channelOf('WEBHOOKS')}/deliveries?state=delivered`);
    const [first] = log.body.deliveries as { deliveryId: string; notificationId: string }[];
    assert.equal(first?.notificationId, id);
    const { attempts } = (await call('GET', `/deliveries/${first?.deliveryId}`)).body as {
      attempts: { code: number }[];
    };
    assert.deepEqual(
      attempts.map(({ code }) => code),
      [204],
    );
  });

  testInTorture(
    'the reference page shows every operation and examples of answers, gets a token with the demo client in one click, tries operations with it, sends requests to the service only, and reports no error',
    async () => {
      const page = await browser.newPage();
      // The page shows the whole API: a busy machine needs its time.
      page.setDefaultTimeout(120_000);
      const origins = new Set<string>();
      const complaints: string[] = [];
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(base);
      await page.getByRole('link', { name: 'API reference' }).first().click();
      const document = (await (await fetch(`${base}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { summary: string }>>;
      };
      for (const operations of Object.values(document.paths)) {
        const [first] = Object.values(operations);
        await page
          .getByText(first?.summary ?? '')
          .first()
          .waitFor();
      }
      await page.getByText('Check readiness').first().click();
      await page.getByText('"ready"').first().waitFor();
      const tryIt = async (summary: string, path: string) => {
        await page.getByRole('link', { name: summary }).first().click();
        await page.getByRole('button', { name: `Test Request (${path})` }).click();
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.request().resourceType() === 'fetch'),
          page.getByRole('button', { name: /^Send (get|post) request/ }).click(),
        ]);
        // The dialog shows the answer: a browser's password dialog would have kept it from the page.
        await page.getByText(`${answer.status()} `).first().waitFor();
        await page.keyboard.press('Escape');
        return answer.status();
      };
      assert.equal(await tryIt('Get an access token', 'post /auth/v4/token'), 200);
      const path = 'post /products/fees/v4/items/{StoreItemId}/feesEstimate';
      assert.equal(await tryIt('Estimate fees for an item', path), 200);
      assert.deepEqual([...origins], [base]);
      assert.deepEqual(complaints, []);
      await page.getByRole('link', { name: 'Guides' }).click();
      await page.getByRole('link', { name: /^The buy box/ }).click();
      assert.equal(await page.innerText('h1'), 'The buy box');
      await page.close();
    },
  );

  test('e-mail, SMS and push are readable files when no server is configured', async () => {
    for (const [type, extension] of [
      ['EMAIL', 'eml'],
      ['SMS', 'txt'],
      ['MOBILE_PUSH', 'json'],
    ] as const) {
      const { outcome } = await sendTest(type);
      // A push message is sent, too; the file is a copy of it.
      assert.equal(outcome, type === 'MOBILE_PUSH' ? 'DELIVERED' : 'STORED', type);
      const [file = ''] = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith(`.${extension}`));
      const content = readFileSync(join(dataDir, 'outbox', file), 'utf8');
      if (type !== 'EMAIL') assert.match(content, /test notification/i);
      else assert.match((await PostalMime.parse(content)).subject ?? '', /test notification/i);
    }
    assert.match(service.stdout, /Outbox .*\(e-mail, SMS, copies of push\)/);
  });

  test('the pull consumer of the guide receives and acknowledges each notification once', async () => {
    const { id } = await sendTest('PULL');
    const channelId = await channelOf('PULL');
    const consumer = new ServiceProcess(process.execPath, ['docs/examples/pull-consumer.mjs', base, channelId]);
    await consumer.printed(new RegExp(id));
    consumer.signal('SIGINT');
    await consumer.ended();
    const log = await call('GET', `/destinations/${channelId}/deliveries`);
    const states = (log.body.deliveries as { state: string }[]).map(({ state }) => state);
    // The second is the message that every demo has from the start.
    assert.deepEqual(states, ['DELIVERED', 'DELIVERED']);
  });

  test('PRICE_CHANGED of an own change arrives at a webhook, verified by an independent library, and says what the receipt says', async () => {
    const arrived: { headers: IncomingHttpHeaders; body: string }[] = [];
    const own = await listening(
      createServer((request, response) => {
        if (request.method === 'OPTIONS') return void response.writeHead(405).end();
        void text(request).then((body) => {
          arrived.push({ headers: request.headers, body });
          response.writeHead(204).end();
        });
      }),
    );
    const made = await call('POST', '/destinations', {
      ...{ type: 'WEBHOOK', webhookConfig: { url: own.origin }, eventTypes: ['PRICE_CHANGED'] },
    });
    const { channelId, webhookConfig } = made.body as {
      channelId: string;
      webhookConfig: { signing: { secret: string } };
    };
    const price = { CurrencyCode: 'USD', Amount: 30.4 };
    const changed = await fetch(`${base}/products/pricing/v4/priceChanges`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.demoseller}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ MarketplaceId: 'STORE_US', SellerSKUs: ['DEMO-SKU-26'], strategy: { type: 'setTo', price } },
      }),
    });
    const { payload } = (await changed.json()) as { payload: { Receipts: Record<string, unknown>[] } };
    const [receipt = {}] = payload.Receipts;
    assert.equal(receipt.State, 'APPLIED');
    await until('the event arrives', () => arrived.length > 0, 20_000);
    const [{ headers, body } = { headers: {}, body: '' }] = arrived;
    const verify = (secret: string) => new Webhook(secret).verify(body, headers as Record<string, string>);
    const { type, data } = verify(webhookConfig.signing.secret) as { type: string; data: Record<string, unknown> };
    assert.throws(() => verify(`whsec_${Buffer.alloc(24).toString('base64')}`));
    const { PriceChangeId, TermsRevision, TermsBefore, TermsAfter, ChangedBy } = receipt;
    assert.deepEqual(
      [type, data.SellerSKU, data.PriceChangeId, data.TermsRevision, data.TermsBefore, data.TermsAfter, data.ChangedBy],
      ['PRICE_CHANGED', 'DEMO-SKU-26', PriceChangeId, TermsRevision, TermsBefore, TermsAfter, ChangedBy],
    );
    await call('DELETE', `/destinations/${channelId}`);
    await own.close();
  });

  test('a created webhook receives its test, verified by an independent library, and the rival sees nothing of it', async () => {
    const arrived: { headers: IncomingHttpHeaders; body: string }[] = [];
    const own = await listening(
      createServer((request, response) => {
        if (request.method === 'OPTIONS') return void response.writeHead(405).end();
        void text(request).then((body) => {
          arrived.push({ headers: request.headers, body });
          response.writeHead(200).end();
        });
      }),
    );
    const made = await call('POST', '/destinations', {
      type: 'WEBHOOK',
      webhookConfig: { url: `${own.origin}/hook`, headers: { 'X-Mine': 'yes' } },
    });
    const { channelId, webhookConfig } = made.body as {
      channelId: string;
      webhookConfig: { signing: { secret: string } };
    };
    assert.equal((await sendTest('WEBHOOKS', { destinationId: channelId })).outcome, 'DELIVERED');
    const [{ headers, body } = { headers: {}, body: '' }] = arrived;
    const event = new Webhook(webhookConfig.signing.secret).verify(body, headers as Record<string, string>) as Event;
    assert.deepEqual(
      [event.type, event.data.sellerId, headers['x-mine']],
      ['TEST_NOTIFICATION', 'A1DEMOSELLER', 'yes'],
    );
    assert.equal(headers['webhook-id'], event.id);
    assert.match(String(headers['content-type']), /^application\/cloudevents\+json/);
    assert.equal((await call('GET', `/destinations/${channelId}`, undefined, 'demorival')).status, 404);
    // Neither the secret nor the header's value is anywhere in the log or in the files of the store.
    const files = readdirSync(dataDir).filter((name) => name.startsWith('service.db'));
    const kept = files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('');
    const secret = webhookConfig.signing.secret.slice('whsec_'.length);
    assert.ok(!service.stdout.includes(secret) && !kept.includes(secret));
    await own.close();
  });

  test('a scrape has the metrics that alerts, dashboard and documents name, with the labels that they compare', async () => {
    const text = await (await fetch(await service.printed(/Metrics +(http:\S+)/))).text();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const own = [...types.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name));
    const documented = documentedMetrics();
    const always = documented.filter(({ isConditional }) => !isConditional).map(({ name }) => name);
    assert.deepEqual(own.sort(), always.sort());
    const isHistogram = (name: string) => types.get(name) === 'histogram';
    const conditional = new Set(documented.filter((one) => one.isConditional).map(({ name }) => name));
    const isConditional = (metric: string) => conditional.has(metric.replace(/_(?:bucket|sum|count)$/, ''));
    for (const { expr } of [...alerts(), ...dashboardExpressions()]) {
      for (const { metric, labels } of selectorsIn(expr)) {
        if (metric === 'up' || isConditional(metric)) continue;
        assert.ok(types.has(baseName(metric, isHistogram)), `${metric} in ${expr}`);
        const series = text.split('\n').find((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
        // A series without a count does not exist yet.
        const known = ['job', 'instance', ...[...(series ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label)];
        if (series)
          assert.deepEqual(
            labels.filter((label) => !known.includes(label)),
            [],
            `${metric} in ${expr}`,
          );
      }
    }
  });

  test('URLs that are not public or lead to the service itself are rejected, also in the demo, which allows loopback', async () => {
    const create = (url: string) => call('POST', '/destinations', { webhookConfig: { url } });
    const metrics = await service.printed(/Metrics +(http:\S+)/);
    for (const url of [
      'http://hooks.example.com/',
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      base,
      metrics,
      'nowhere',
    ]) {
      const { status, body } = await create(url);
      assert.equal(status, 400, url);
      assert.match(JSON.stringify(body), /webhookConfig\.url/);
    }
  });

  test('a relayed request gets 421 and changes nothing: webhooks to this machine are still allowed', async () => {
    const url = `${receiver}/late`;
    const relayed = await call('GET', '/destinations', undefined, 'demoseller', { 'x-forwarded-for': '203.0.113.7' });
    assert.equal(relayed.status, 421);
    assert.equal((await call('POST', '/destinations', { webhookConfig: { url } })).status, 200);
  });

  test('the worker, which also keeps the price history, removes what is older than HISTORY_DAYS', async () => {
    const headers = { authorization: `Bearer ${tokens.demoseller}` };
    const query = '?MarketplaceId=STORE_US&since=2020-01-01';
    const daysOf = async (path: string): Promise<number> => {
      const answer = await fetch(`${base}/products/pricing/v4/${path}${query}`, { headers });
      return ((await answer.json()) as { payload: { Days: object[] } }).payload.Days.length;
    };
    // The demo has five days of history. Two of them and today stay.
    const [listing, all] = ['listings/DEMO-SKU-1/buyBoxShare', 'buyBoxShare'];
    await until(async () => (await daysOf(listing)) <= 3);
    assert.deepEqual([await daysOf(listing), await daysOf(all)], [3, 3]);
  });
});
