// run: mostly waiting

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import webPush from 'web-push';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { createMobilePushSender } from '../../src/delivery/mobile-push.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { pushMessage } from '../../src/domain/notifications/texts/push-message.ts';
import { eventText } from '../domain/event-samples.ts';
import { freePort } from '../harness/free-port.ts';
import { event, NOW_MS, outgoingMessage } from './outgoing-message.ts';
import { ca, ENDPOINT_SECRET, type PushService, pushService, Subscriber, vapidClaims } from './push-service.ts';
import { allowing, strict } from './receiver.ts';

const TIMEOUT_MS = 1_500;
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:operator@store.example' };
const subscriber = new Subscriber();

let egress: Egress;
let service: PushService | undefined;
describe('mobile push', () => {
  before(() => {
    egress = createEgress(allowing('127.0.0.1'), { ca });
  });
  after(() => egress.close());
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  type Wish = { endpoint: string; keys?: Subscriber['keys']; egress?: Egress; nowMs?: number; signal?: AbortSignal };

  function send({
    endpoint,
    keys = subscriber.keys,
    nowMs = NOW_MS,
    signal,
    egress: through = egress,
  }: Wish): Promise<AttemptOutcome> {
    const sender = createMobilePushSender(through, vapid, { timeoutMs: TIMEOUT_MS, now: () => nowMs });
    return sender.send(outgoingMessage('MOBILE_PUSH', { push: { endpoint, keys } }), signal);
  }

  /** The outcome with a push service that responds like this. */
  async function answered(answer: (response: ServerResponse) => void): Promise<AttemptOutcome> {
    service = await pushService(answer);
    return send({ endpoint: service.endpoint });
  }

  async function pushed(wish: Partial<Wish> = {}) {
    service = await pushService((response) => response.writeHead(201).end());
    assert.deepEqual(await send({ endpoint: service.endpoint, ...wish }), { result: 'delivered', code: 201 });
    const [message] = service.pushed;
    assert.ok(message);
    return message;
  }

  describe('a push message', () => {
    it('can be decrypted by the browser that subscribed, and by no other', async () => {
      const { method, url, headers, body } = await pushed();
      assert.equal(`${method} ${url}`, `POST /wpush/v2/${ENDPOINT_SECRET}`);
      assert.equal(headers['content-encoding'], 'aes128gcm');
      const { title, body: text } = eventText(event).push;
      assert.deepEqual(JSON.parse(subscriber.open(body)), { title, body: text, id: event.id, type: event.type });
      assert.throws(() => new Subscriber().open(body));
      assert.ok(!body.includes(event.id));
    });

    it('is encrypted differently each time', async () => {
      const { body } = await pushed();
      await service?.close();
      assert.notDeepEqual((await pushed()).body.subarray(0, 86), body.subarray(0, 86));
    });

    it('is signed by the service for this push service only', async () => {
      const { headers } = await pushed();
      const { key, claims } = vapidClaims(headers.authorization ?? '');
      assert.equal(key, vapid.publicKey);
      assert.deepEqual(
        { aud: claims.aud, sub: claims.sub },
        { aud: `https://127.0.0.1:${service?.port}`, sub: vapid.subject },
      );
      const inHours = (claims.exp - Date.now() / 1_000) / 3_600;
      assert.ok(inHours > 1 && inHours <= 24, 'RFC 8292 2: at most 24 hours');
    });

    it('has a TTL until the delivery expires', async () => {
      const { headers } = await pushed();
      assert.deepEqual([headers.ttl, headers.urgency, headers.topic], ['86400', 'normal', undefined]);
      await service?.close();
      assert.equal((await pushed({ nowMs: NOW_MS + 86_400_001 })).headers.ttl, '0');
      await service?.close();
      assert.equal((await pushed({ nowMs: NOW_MS - 60 * DAY_MS })).headers.ttl, String(28 * 86_400));
    });

    it('is cut when it would be too long for a push service', () => {
      const written = pushMessage(event, { title: 'Title', body: '"🧦\n'.repeat(2_000) });
      assert.ok(Buffer.byteLength(written) <= 3_072);
      assert.ok(Buffer.byteLength(written) > 2_500);
      const { body, title, id } = JSON.parse(written);
      assert.deepEqual([title, id, body.isWellFormed(), body.endsWith('...')], ['Title', event.id, true, true]);
      assert.equal(JSON.parse(pushMessage(event, { title: 'Title', body: 'short' })).body, 'short');
    });
  });

  describe('a response', () => {
    for (const status of [200, 201, 202, 204]) {
      it(`${status} means that the push service has the message`, async () => {
        assert.deepEqual(await answered((response) => response.writeHead(status).end()), {
          result: 'delivered',
          code: status,
        });
      });
    }

    for (const status of [404, 410]) {
      it(`${status} means that the subscription has ended`, async () => {
        const outcome = await answered((response) => response.writeHead(status).end('{"errno":106}'));
        const { result, code, answer } = outcome;
        assert.deepEqual({ result, code, answer }, { result: 'gone', code: status, answer: '{"errno":106}' });
        assert.match(
          outcome.error ?? '',
          /^The push service answered 4\d\d [A-Z][A-Za-z ]+: the subscription has ended/,
        );
      });
    }

    it('413 is a rejection for good', async () => {
      assert.equal((await answered((response) => response.writeHead(413).end())).result, 'refused');
    });

    for (const status of [429, 503]) {
      it(`${status} is a failure to retry after the time in Retry-After`, async () => {
        const outcome = await answered((response) => response.writeHead(status, { 'retry-after': '120' }).end());
        assert.deepEqual([outcome.result, outcome.code, outcome.retryAfterMs], ['failed', status, 120_000]);
      });
    }

    for (const status of [301, 307, 400, 401, 403, 500, 502]) {
      it(`${status} is a failure to retry, and the redirect is not followed`, async () => {
        const outcome = await answered((response) => response.writeHead(status, { location: '/elsewhere' }).end());
        assert.deepEqual([outcome.result, outcome.code], ['failed', status]);
        assert.equal(service?.pushed.length, 1);
      });
    }

    it('that quotes the endpoint is not shown', async () => {
      for (const status of [201, 404, 500]) {
        const outcome = await answered((response) =>
          response.writeHead(status).end(`no such subscription: /wpush/v2/${ENDPOINT_SECRET}`),
        );
        assert.equal(outcome.code, status);
        assert.ok(!JSON.stringify(outcome).includes(ENDPOINT_SECRET));
        await service?.close();
      }
      service = undefined;
    });
  });

  describe('no response', () => {
    it('in time is a failure to retry', async () => {
      const began = performance.now();
      assert.deepEqual(await answered(() => undefined), {
        result: 'failed',
        error: 'No complete response arrived in time.',
      });
      assert.ok(performance.now() - began < TIMEOUT_MS + 10_000);
    });

    it('because of a closed port is a failure to retry', async () => {
      const outcome = await send({ endpoint: `https://127.0.0.1:${await freePort()}/${ENDPOINT_SECRET}` });
      assert.deepEqual(outcome, { result: 'failed', error: 'The connection was refused.' });
    });

    it('because the address is not allowed states the rule, and no connection is opened', async () => {
      service = await pushService((response) => response.end());
      const guarded = createEgress(strict, { ca });
      const endpoints = [service.endpoint, service.endpoint.replace('https', 'http'), 'https://[::1]/x'];
      for (const outcome of await Promise.all(endpoints.map((endpoint) => send({ endpoint, egress: guarded })))) {
        assert.equal(outcome.result, 'failed');
        assert.match(
          outcome.error ?? '',
          /^The host has no address that requests may be sent to\. A push service needs https and a name with an address on the public internet\.$/,
        );
      }
      await guarded.close();
      assert.equal(service.connections(), 0);
    });

    it('before a shutdown is a failure to retry', async () => {
      const stopping = new AbortController();
      service = await pushService(() => stopping.abort());
      const stopped = { result: 'failed', error: 'The service stopped before the response arrived.' };
      assert.deepEqual(await send({ endpoint: service.endpoint, signal: stopping.signal }), stopped);
      assert.deepEqual(await send({ endpoint: service.endpoint, signal: stopping.signal }), stopped);
      assert.equal(service.pushed.length, 1);
    });
  });

  describe('a wrong configuration', () => {
    it('of the destination is rejected for good: no subscription, or a key that is no point of the curve', async () => {
      const sender = createMobilePushSender(egress, vapid, { timeoutMs: TIMEOUT_MS, now: Date.now });
      assert.equal((await sender.send(outgoingMessage('MOBILE_PUSH', {}))).result, 'refused');
      assert.equal((await send({ endpoint: 'not an address' })).result, 'refused');
      const keys = { ...subscriber.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
      assert.deepEqual(await send({ endpoint: 'https://127.0.0.1/x', keys }), {
        result: 'refused',
        error: 'The keys of the push subscription cannot be used.',
      });
    });

    it('of the operator is an error at the start: wrong keys, or a wrong subject', () => {
      const made = (wrong: Partial<typeof vapid>) =>
        createMobilePushSender(egress, { ...vapid, ...wrong }, { timeoutMs: TIMEOUT_MS, now: Date.now });
      assert.throws(() => made({ subject: 'the operator' }));
      assert.throws(() => made({ publicKey: 'short' }));
      assert.throws(() => made({ privateKey: 'short' }));
    });
  });
});
