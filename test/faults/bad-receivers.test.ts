import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import type { ServiceProcess } from '../harness/process.ts';
import {
  answer,
  chunkExtensionFlood,
  drip,
  flood,
  hang,
  headerFlood,
  inSequence,
  interimFlood,
  noHttp,
  Receiver,
  reset,
  type Script,
} from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { Fleet } from './fleet.ts';

const ATTEMPTS = 2;
const HUGE = 100 * 1024 * 1024;
/** The service reads 16 KiB of an answer; the rest fills the socket buffers between the two processes. */
const MAX_SENT = 20 * 1024 * 1024;

onOneOrBothEngines(
  'sqlite',
  'receivers that misbehave',
  (engine) => {
    let fleet: Fleet;
    let service: ServiceProcess;
    let victim: Receiver;
    before(async () => {
      victim = await Receiver.start();
      fleet = await Fleet.on(await engine.fresh(), {
        NOTIFY_TIMEOUT_MS: '3000',
        NOTIFY_TEST_RETRY_SECONDS: `0${',0.2'.repeat(ATTEMPTS - 1)}`,
      });
      service = await fleet.api('all');
    });
    after(async () => {
      const ready = await fetch(`${fleet.base}/health/ready`);
      await fleet.close();
      await victim.close();
      assert.equal(ready.status, 200);
      assert.doesNotMatch(service.stdout, /"level":"(?:error|fatal)"/);
      assert.equal(service.stderr, '');
    });

    /** Sends one test notification; its delivery with all attempts, when it is settled. */
    const outcomeAt = async (name: string, url: string) => {
      const seller = fleet.seller(name);
      const { channelId } = await seller.webhook(url);
      await seller.test(channelId);
      await until(`${name} is settled`, async () =>
        /DELIVERED|DEAD/.test((await seller.list(channelId))[0]?.state ?? ''),
      );
      const [delivery] = await seller.log(channelId);
      assert.ok(delivery);
      return delivery;
    };

    const failing: [string, Script, RegExp][] = [
      ['a receiver slower than the timeout', hang, /^No complete response arrived in time\.$/],
      ['a receiver that sends its answer byte by byte', drip, /^No complete response arrived in time\.$/],
      [
        'a receiver that resets the connection',
        reset,
        /^The connection was closed before the complete response arrived\.$/,
      ],
      ['a receiver that sends endless headers', headerFlood, /^The headers of the response are too large\.$/],
      ['a receiver that sends endless interim responses', interimFlood, /^The response is too large: /],
      ['a receiver that sends an endless chunk extension', chunkExtensionFlood, /^The response is too large: /],
      ['a receiver that does not speak HTTP', noHttp, /^The response is not HTTP\/1\.1\.$/],
      [
        'a receiver that answers 500 with an endless body',
        flood(500).script,
        /^The receiver answered 500 Internal Server Error\.$/,
      ],
    ];
    for (const [name, script, error] of failing) {
      test(`${name} fails, and every attempt is logged with its reason`, async () => {
        const path = `/${name.replaceAll(' ', '-')}`;
        fleet.receiver.on(path, script);
        const { state, attempts } = await outcomeAt(path.slice(1), fleet.receiver.url(path));
        assert.equal(state, 'DEAD');
        assert.equal(attempts.length, ATTEMPTS);
        for (const one of attempts) {
          assert.equal(one.outcome, 'FAILED');
          assert.match(one.error ?? '', error);
        }
        assert.equal(fleet.receiver.arrivals(path).length, ATTEMPTS);
      });
    }

    test('a receiver that is down fails, and every attempt is logged with its reason', async () => {
      const { state, attempts } = await outcomeAt('down', `http://127.0.0.1:${await freePort()}/`);
      assert.equal(state, 'DEAD');
      assert.deepEqual(
        attempts.map(({ error }) => error),
        Array(ATTEMPTS).fill('The connection was refused.'),
      );
    });

    for (const [name, bytes] of [
      ['an endless body', Number.POSITIVE_INFINITY],
      ['a body of 100 MB', HUGE],
    ] as const) {
      test(`a 200 with ${name} is delivered, and the rest of the body is not read`, async () => {
        const path = `/${name.replaceAll(' ', '-')}`;
        const body = flood(200, bytes);
        fleet.receiver.on(path, body.script);
        const { state, attempts } = await outcomeAt(path.slice(1), fleet.receiver.url(path));
        assert.equal(state, 'DELIVERED');
        assert.equal(attempts[0]?.answer?.length, 4_096);
        assert.ok(body.sent < MAX_SENT, `${body.sent} bytes`);
      });
    }

    test('redirects are not followed, neither to an unchecked address nor to the receiver itself', async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        const path = `/redirect/${status}`;
        fleet.receiver.on(path, answer(status, { location: victim.url('/') }));
        const { state, attempts } = await outcomeAt(`redirect-${status}`, fleet.receiver.url(path));
        assert.equal(state, 'DEAD');
        assert.match(attempts[0]?.error ?? '', /redirects are not followed/);
        assert.equal(fleet.receiver.arrivals(path).length, ATTEMPTS);
      }
      const loop = '/redirect/loop';
      fleet.receiver.on(loop, answer(302, { location: fleet.receiver.url(loop) }));
      assert.equal((await outcomeAt('redirect-loop', fleet.receiver.url(loop))).state, 'DEAD');
      assert.equal(fleet.receiver.arrivals(loop).length, ATTEMPTS);
      // The policy allows the target: nothing arrived only because redirects are not followed.
      assert.equal(victim.connections(), 0);
      await outcomeAt('victim', victim.url('/'));
      assert.equal(victim.connections(), 1);
    });

    test('a 410 suspends the destination: the seller is told at the other one, and events wait until a test arrives', async () => {
      const path = '/gone';
      fleet.receiver.on(path, answer(410));
      const seller = fleet.seller('GONE');
      const { channelId } = await seller.webhook(fleet.receiver.url(path));
      const other = '/not-gone';
      await seller.webhook(fleet.receiver.url(other));
      await seller.test(channelId);
      await until('it is suspended', async () => (await seller.destination(channelId)).status === 'SUSPENDED');
      const [first] = await seller.log(channelId);
      assert.equal(first?.state, 'DEAD');
      assert.match(first?.attempts[0]?.error ?? '', /^The receiver answered 410 Gone: nothing more is sent to it\.$/);
      assert.equal(fleet.receiver.arrivals(path).length, 1);
      await until('the seller is told', () => fleet.receiver.arrivals(other).length > 0);
      const [news, ...more] = await seller.events();
      assert.deepEqual(more, []);
      assert.deepEqual([news?.id, news?.type], [fleet.receiver.arrivals(other)[0]?.id, 'DESTINATION_SUSPENDED']);
      assert.ok(news);
      const { channelIds, statusReason, lastError } = news.data;
      const error = 'The receiver answered 410 Gone: nothing more is sent to it.';
      assert.deepEqual([channelIds, statusReason, lastError], [[channelId], 'DESTINATION_GONE', error]);
      const metrics = await service.printed(/(http:[^"\s]+\/metrics)/);
      assert.match(
        await (await fetch(metrics)).text(),
        /^notification_suspended_total\{channel="WEBHOOKS",reason="DESTINATION_GONE"\} 1$/m,
      );

      await fleet.queue(channelId, 3);
      fleet.receiver.on(path, answer(204));
      const repaired = await seller.test(channelId);
      await until('all have arrived', async () => (await fleet.count(channelId, 'DELIVERED')) === 4);
      assert.equal((await seller.destination(channelId)).status, 'ACTIVE');
      assert.equal(fleet.receiver.arrivals(path)[1]?.id, repaired, 'the test goes first');
      assert.equal(fleet.receiver.arrivals(path).length, 5);
      assert.equal(fleet.receiver.arrivals(other).length, 1, 'it is told once');
    });

    test('the next attempt after a 429 waits for Retry-After', async () => {
      const path = '/busy';
      fleet.receiver.on(path, inSequence(answer(429, { 'retry-after': '2' }), answer(204)));
      const { state, attempts } = await outcomeAt('BUSY', fleet.receiver.url(path));
      assert.equal(state, 'DELIVERED');
      assert.match(attempts[0]?.error ?? '', /^The receiver answered 429 Too Many Requests\.$/);
      const [first, second] = fleet.receiver.arrivals(path);
      // Without Retry-After the next attempt would follow after 0.2 s. The two clocks may differ by a tick.
      assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) > 1_950);
    });
  },
  { concurrency: true },
);
