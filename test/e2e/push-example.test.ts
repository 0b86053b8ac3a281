import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { pushMessage } from '../../src/domain/notifications/texts/push-message.ts';
import { event } from '../delivery/outgoing-message.ts';
import { Subscriber } from '../delivery/push-service.ts';
import { listening, type Receiver } from '../delivery/receiver.ts';
import { launchBrowser } from '../harness/browser.ts';
import { ServiceProcess } from '../harness/process.ts';
import { until } from '../harness/until.ts';

const PUBLIC_KEY = new Subscriber().keys.p256dh;
const ENDPOINT = 'https://push.example/wpush/v2/abc';

/** The endpoints that docs/push.md describes. Records every call. */
async function startStand(calls: [string, unknown][]): Promise<Receiver> {
  const answers: Record<string, object> = {
    'POST /auth/v4/token': { access_token: 'token', token_type: 'Bearer', expires_in: 900 },
    'GET /notifications/v4/pushKey': { publicKey: PUBLIC_KEY },
    'POST /notifications/v4/destinations': { channelId: 'ch_1', type: 'MOBILE_PUSH' },
    'POST /notifications/v4/subscriptions/MOBILE_PUSH/testNotification': {},
  };
  const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
    const body = await text(request);
    return body.startsWith('{') ? JSON.parse(body) : body;
  };
  return listening(
    createServer((request, response) => {
      const name = `${request.method} ${request.url}`;
      void bodyOf(request).then((body) => {
        calls.push([name, body]);
        response.writeHead(name in answers ? 200 : 404, { 'x-delivery-status': 'DELIVERED' });
        response.end(JSON.stringify(answers[name] ?? { errors: [] }));
      });
    }),
  );
}

describe('docs/examples/push in a browser', () => {
  const calls: [string, unknown][] = [];
  const complaints: string[] = [];
  let stand: Receiver;
  let example: ServiceProcess;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let cdp: CDPSession;
  let origin: string;
  before(async () => {
    browser = await launchBrowser();
    stand = await startStand(calls);
    example = new ServiceProcess(process.execPath, ['docs/examples/push/serve.mjs', stand.origin]);
    origin = new URL(await example.printed(/Open (http:\S+)/)).origin;
    context = await browser.newContext();
    await context.grantPermissions(['notifications'], { origin });
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    cdp = await context.newCDPSession(page);
    await page.goto(origin);
  });
  after(async () => {
    await browser.close();
    await example.end();
    await stand.close();
  });

  // A subscription comes from the push service of the browser's maker, which is out of reach: this replaces its answer,
  // and keeps the options of the page.
  const subscribeHere = (endpoint: string, keys: object) => {
    const { PushManager } = globalThis as unknown as { PushManager: { prototype: object } };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async (options: { userVisibleOnly: boolean; applicationServerKey: Uint8Array }) => {
        Object.assign(globalThis, {
          subscribeOptions: { ...options, applicationServerKey: [...options.applicationServerKey] },
        });
        return { toJSON: () => ({ endpoint, expirationTime: null, keys }) };
      },
    });
  };

  /** The headless browser has nowhere to show notifications: what the service worker passes to it is kept. */
  const keepNotifications = () => {
    const shown: [string, object][] = [];
    const { ServiceWorkerRegistration } = globalThis as unknown as { ServiceWorkerRegistration: { prototype: object } };
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: object) => {
        shown.push([title, options]);
      },
    });
    Object.assign(globalThis, { shown });
  };

  test('it registers its service worker, subscribes with the key of the service, and creates the destination', async () => {
    const { keys } = new Subscriber();
    await page.evaluate(`(${subscribeHere})(${JSON.stringify(ENDPOINT)}, ${JSON.stringify(keys)})`);
    await page.getByRole('button', { name: 'Show me notifications' }).click();
    await page.getByText('Subscribed: destination ch_1.').waitFor();
    assert.deepEqual(await page.evaluate('subscribeOptions'), {
      userVisibleOnly: true,
      applicationServerKey: [...Buffer.from(PUBLIC_KEY, 'base64url')],
    });
    assert.deepEqual(calls.at(-1), [
      'POST /notifications/v4/destinations',
      {
        ...{ type: 'MOBILE_PUSH', channelName: 'My browser' },
        mobilePushConfig: { subscription: { endpoint: ENDPOINT, expirationTime: null, keys } },
      },
    ]);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Test: DELIVERED').waitFor();
    assert.deepEqual(calls.at(-1)?.[1], { destinationId: 'ch_1' });
    assert.deepEqual(complaints, []);
  });

  test('it shows a push of the service once, also when it is repeated', async () => {
    const registration = Promise.withResolvers<string>();
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { scopeURL, registrationId } of registrations) {
        if (scopeURL.startsWith(origin)) registration.resolve(registrationId);
      }
    });
    await cdp.send('ServiceWorker.enable');
    const registrationId = await registration.promise;
    const url = 'https://api.store.example/m/AbCd-_0123456789';
    const data = pushMessage(event, { title: 'Buy box changed', body: 'Look at it.', url });
    const [worker] = context.serviceWorkers();
    assert.ok(worker);
    await worker.evaluate(`(${keepNotifications})()`);
    for (let time = 0; time < 2; time += 1) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    }
    const shown = () => worker.evaluate<[string, object][]>('shown');
    await until('both pushes are shown', async () => (await shown()).length === 2);
    // The browser replaces a notification by the next one with its tag.
    const one = ['Buy box changed', { body: 'Look at it.', tag: event.id, data: { type: event.type, url } }];
    assert.deepEqual(await shown(), [one, one]);
  });

  test('it has the style sheet of the service, also in dark mode', async () => {
    for (const name of ['style.css', 'page.css']) {
      const style = await (await fetch(`${origin}/${name}`)).text();
      assert.equal(style, await readFile(`src/pages/${name}`, 'utf8'));
    }
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await ground(), light);
  });

  test('it reveals the token to nobody, and forwards nothing but its three calls', async () => {
    const ask = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);
    assert.equal((await ask('/api/destinations')).status, 404);
    assert.equal((await ask('/serve.mjs')).status, 404);
    assert.equal((await ask('/../sw.js')).status, 200);
    assert.equal((await ask('/api/test', { method: 'POST', body: '{}' })).status, 415);
    for (const path of ['/', '/page.js', '/sw.js', '/api/pushKey']) {
      assert.doesNotMatch(await (await ask(path)).text(), /demosellersecret|Bearer/);
    }
  });
});
