// run: mostly waiting

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Lookup } from '../../src/delivery/allowed-addresses.ts';
import { createEgress, type Egress } from '../../src/delivery/egress.ts';
import { retryAfterMs } from '../../src/delivery/http-status.ts';
import { createWebhookSender } from '../../src/delivery/webhook.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { freePort } from '../harness/free-port.ts';
import { event, newSecret, outgoingMessage } from './outgoing-message.ts';
import { demo, httpReceiver, type Receiver, rawReceiver, resolver, strict } from './receiver.ts';

const TIMEOUT_MS = 1_500;
const secret = newSecret();

let egress: Egress;
let receiver: Receiver | undefined;
describe('the webhook sender', () => {
  before(() => {
    egress = createEgress(demo);
  });
  after(() => egress.close());
  afterEach(async () => {
    await receiver?.close();
    receiver = undefined;
  });

  const senderThrough = (way: Egress, now = Date.now) =>
    createWebhookSender(way, 'the-service/1', { now, timeoutMs: TIMEOUT_MS });

  type Wish = { url: string; headers?: Record<string, string>; secrets?: string[]; body?: string };

  function webhookMessage({ url, headers = {}, secrets = [secret], ...others }: Wish) {
    return outgoingMessage(
      'WEBHOOKS',
      { webhook: { url, headers, maxInFlight: 10, others: {} } },
      { secrets, ...others },
    );
  }

  const send = (wish: Wish, signal?: AbortSignal): Promise<AttemptOutcome> =>
    senderThrough(egress).send(webhookMessage(wish), signal);

  /** The outcome with a receiver that responds like this. */
  async function answered(listener: RequestListener): Promise<AttemptOutcome> {
    receiver = await httpReceiver(listener);
    return send({ url: receiver.origin });
  }

  type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

  /** The request that a receiver gets for a message. */
  async function seen(wish: Omit<Wish, 'url'> = {}): Promise<Seen> {
    const arrived = Promise.withResolvers<Seen>();
    receiver = await httpReceiver((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        response.writeHead(204).end();
        const { method = '', url = '', headers } = request;
        arrived.resolve({ method, url, headers, body });
      });
    });
    const outcome = await send({ ...wish, url: `${receiver.origin}/hook?shop=1` });
    assert.deepEqual(outcome, { result: 'delivered', code: 204 });
    return arrived.promise;
  }

  describe('the request', () => {
    it('has the stored text as a signed CloudEvents event', async () => {
      // JSON.stringify would write it differently: the stored text must be sent as it is.
      const data = { ...event.data, testScenario: '\u00e9 é 🧦' };
      const body = JSON.stringify({ ...event, data }, null, 1).replace('é', '\\u00e9');
      const { method, url, headers, body: received } = await seen({ body });
      assert.equal(`${method} ${url}`, 'POST /hook?shop=1');
      assert.equal(received, body);
      assert.equal(headers['content-type'], 'application/cloudevents+json; charset=utf-8');
      assert.equal(headers['user-agent'], 'the-service/1');
      assert.equal(headers['webhook-id'], event.id);
      assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 5, 'whole seconds, now');
      new Webhook(secret).verify(received, headers as Record<string, string>);
    });

    it('is signed with both secrets during a rotation', async () => {
      const older = newSecret();
      const { headers, body } = await seen({ secrets: [secret, older] });
      new Webhook(secret).verify(body, headers as Record<string, string>);
      new Webhook(older).verify(body, headers as Record<string, string>);
      assert.throws(() => new Webhook(newSecret()).verify(body, headers as Record<string, string>));
    });

    it('has the headers of the destination, and none of them replaces one of ours', async () => {
      const { headers, body } = await seen({
        headers: {
          'X-Shop': 'one',
          Authorization: 'Basic abc',
          'Webhook-ID': 'other',
          'WEBHOOK-SIGNATURE': 'v1,other',
          'webhook-timestamp': '1',
          'Content-Type': 'text/plain',
          'Content-Length': '3',
          'Content-Encoding': 'gzip',
          'Transfer-Encoding': 'chunked',
          'User-Agent': 'other',
          Host: 'inside.example',
          Connection: 'upgrade',
          Upgrade: 'other',
          Expect: '100-continue',
          'Proxy-Authorization': 'other',
        },
      });
      assert.equal(headers['x-shop'], 'one');
      assert.equal(headers.authorization, 'Basic abc');
      assert.match(headers.host ?? '', /^127\.0\.0\.1:\d+$/);
      assert.equal(headers['user-agent'], 'the-service/1');
      assert.equal(headers['content-encoding'], undefined);
      assert.equal(headers['proxy-authorization'], undefined);
      new Webhook(secret).verify(body, headers as Record<string, string>);
    });

    it('is not sent when a header of the destination is invalid', async () => {
      const outcome = await answered((_request, response) => response.end());
      assert.equal(outcome.result, 'delivered');
      const wrong = await send({ url: receiver?.origin ?? '', headers: { 'x-a': 'b\r\nwebhook-id: other' } });
      assert.deepEqual(wrong, { result: 'failed', error: 'The request could not be sent.' });
    });
  });

  describe('a response', () => {
    for (const status of [200, 201, 202, 204, 299]) {
      it(`${status} is the acknowledgement`, async () => {
        const outcome = await answered((_request, response) => response.writeHead(status).end());
        assert.deepEqual(outcome, { result: 'delivered', code: status });
      });
    }

    for (const status of [300, 301, 302, 303, 307, 308]) {
      it(`${status} is a failure, and is not followed`, async () => {
        let requests = 0;
        const outcome = await answered((_request, response) => {
          requests += 1;
          response.writeHead(status, { location: '/elsewhere', 'retry-after': '3' }).end();
        });
        assert.equal(outcome.result, 'failed');
        assert.equal(outcome.code, status);
        assert.match(outcome.error ?? '', /redirects are not followed/);
        assert.equal(requests, 1);
      });
    }

    for (const status of [400, 401, 403, 404, 405, 408, 409, 413, 418, 429, 500, 502, 503, 504, 599]) {
      it(`${status} is a failure`, async () => {
        const outcome = await answered((_request, response) => response.writeHead(status).end('sorry'));
        const { result, code, answer, retryAfterMs: delayMs } = outcome;
        assert.deepEqual(
          { result, code, answer, delayMs },
          { result: 'failed', code: status, answer: 'sorry', delayMs: undefined },
        );
        assert.match(outcome.error ?? '', new RegExp(`^The receiver answered ${status}( [-A-Za-z' ]+)?\\.$`));
      });
    }

    it('410 means that the destination is gone', async () => {
      const outcome = await answered((_request, response) => response.writeHead(410).end());
      assert.deepEqual(outcome, {
        result: 'gone',
        code: 410,
        error: 'The receiver answered 410 Gone: nothing more is sent to it.',
      });
    });

    for (const status of [429, 503, 500]) {
      it(`${status} with Retry-After sets the delay of the retry`, async () => {
        const outcome = await answered((_request, response) =>
          response.writeHead(status, { 'retry-after': '120' }).end(),
        );
        assert.equal(outcome.retryAfterMs, 120_000);
      });
    }

    it('keeps its first 4 KiB, as text that any database can store', async () => {
      const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xc3]), Buffer.alloc(9_000, 'x')]);
      const outcome = await answered((_request, response) => response.end(bytes));
      assert.equal(outcome.result, 'delivered');
      assert.equal(outcome.answer?.slice(0, 6), 'a\ufffdb\ufffd\ufffdx');
      assert.equal(outcome.answer?.length, 4_096);
    });
  });

  describe('Retry-After', () => {
    const nowMs = Date.parse('2026-11-15T09:30:00.500Z');
    const table: [string | undefined, number | undefined][] = [
      [undefined, undefined],
      ['0', undefined],
      ['1', 1_000],
      ['3600', 3_600_000],
      ['Sun, 15 Nov 2026 09:31:00 GMT', 59_500],
      ['Sunday, 15-Nov-26 09:31:00 GMT', 59_500],
      ['Sun, 15 Nov 2026 09:29:00 GMT', undefined],
      ['9'.repeat(400), Number.POSITIVE_INFINITY],
      ['-5', undefined],
      ['1.5', undefined],
      ['soon', undefined],
      ['2026-11-15', undefined],
      ['no date GMT', undefined],
      ['5, 10', undefined],
      ['', undefined],
    ];
    for (const [text, ms] of table) {
      it(`${text?.slice(0, 40)} is ${ms}`, () => assert.equal(retryAfterMs(text, nowMs), ms));
    }
  });

  describe('no response', () => {
    it('in time is a failure', async () => {
      const began = performance.now();
      const outcome = await answered(() => undefined);
      assert.deepEqual(outcome, { result: 'failed', error: 'No complete response arrived in time.' });
      assert.ok(performance.now() - began < TIMEOUT_MS + 10_000);
    });

    it('that is complete in time is a failure', async () => {
      const outcome = await answered((_request, response) => response.writeHead(200).write('not all'));
      assert.deepEqual(outcome, { result: 'failed', error: 'No complete response arrived in time.' });
    });

    it('because of a reset is a failure', async () => {
      receiver = await rawReceiver((socket) => socket.resetAndDestroy());
      const outcome = await send({ url: receiver.origin });
      assert.deepEqual(outcome, {
        result: 'failed',
        error: 'The connection was closed before the complete response arrived.',
      });
    });

    it('because of a closed port is a failure', async () => {
      const outcome = await send({ url: `http://127.0.0.1:${await freePort()}/` });
      assert.deepEqual(outcome, { result: 'failed', error: 'The connection was refused.' });
    });

    it('because the address is not allowed is a failure that states the rule and reveals nothing internal', async () => {
      receiver = await httpReceiver((_request, response) => response.end());
      const guarded = createEgress(strict);
      const outcome = await senderThrough(guarded).send(webhookMessage({ url: receiver.origin }));
      await guarded.close();
      assert.equal(outcome.result, 'failed');
      assert.match(
        outcome.error ?? '',
        /^The host has no address that requests may be sent to\. A receiver needs https and a name with an address on the public internet\.$/,
      );
      assert.doesNotMatch(outcome.error ?? '', /127|loopback|private/);
      assert.equal(receiver.connections(), 0);
    });

    it('because a name does not resolve is the same as for a private address, and takes as long', async () => {
      const durations: number[] = [];
      const outcomeWith = async (lookup: Lookup) => {
        const guarded = createEgress(strict, { lookup });
        const start = performance.now();
        const outcome = await senderThrough(guarded).send(webhookMessage({ url: 'https://hooks.example.com/' }));
        durations.push(performance.now() - start);
        await guarded.close();
        // The log alone has the reason: it is neither stored nor shown.
        return { ...outcome, logDetail: undefined };
      };
      const unknown: Lookup = (_host, _options, callback) => callback(new Error('getaddrinfo ENOTFOUND'), []);
      const slowlyUnknown: Lookup = (...call) => void setTimeout(() => unknown(...call), 100);
      const [first, ...others] = await Promise.all(
        [unknown, slowlyUnknown, resolver(['10.0.0.1']), resolver(['127.0.0.1'])].map(outcomeWith),
      );
      for (const outcome of others) assert.deepEqual(outcome, first);
      // Timers may end a little early.
      for (const durationMs of durations) assert.ok(durationMs > 990, `${durationMs} ms`);
    });

    it('before a shutdown is a failure at once', async () => {
      const stopping = new AbortController();
      receiver = await httpReceiver(() => stopping.abort());
      const stopped = { result: 'failed', error: 'The service stopped before the response arrived.' };
      assert.deepEqual(await send({ url: receiver.origin }, stopping.signal), stopped);
      assert.deepEqual(await send({ url: receiver.origin }, stopping.signal), stopped);
      assert.equal(receiver.connections(), 1, 'the second one is not even begun');
    });
  });

  describe('a destination', () => {
    it('without an address or a secret is rejected for good', async () => {
      const sender = senderThrough(egress);
      for (const one of [
        outgoingMessage('WEBHOOKS', {}, { secrets: [secret] }),
        webhookMessage({ url: 'http://127.0.0.1/', secrets: [] }),
      ]) {
        assert.equal((await sender.send(one)).result, 'refused');
      }
    });
  });
});
