import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import type { ServiceProcess } from '../harness/process.ts';
import {
  answer,
  drip,
  flood,
  hang,
  headerFlood,
  inSequence,
  noHttp,
  Receiver,
  reset,
  type Script,
} from '../harness/receiver.ts';
import { onBothEngines } from './both-engines.ts';
import { Fleet } from './fleet.ts';
import { until } from './until.ts';

const TRIES = 2;
const HUGE = 100 * 1024 * 1024;
/** What is read of an answer is 16 KiB; the rest is in the buffers between two processes. */
const MAX_LET_THROUGH = 20 * 1024 * 1024;

onBothEngines(
  'receivers that misbehave',
  (engine) => {
    let fleet: Fleet;
    let service: ServiceProcess;
    let victim: Receiver;
    before(async () => {
      victim = await Receiver.start();
      fleet = await Fleet.on(await engine.fresh(), {
        NOTIFY_TIMEOUT_MS: '1500',
        NOTIFY_TEST_RETRY_SECONDS: `0${',0.2'.repeat(TRIES - 1)}`,
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

    /** Sends one test notification, and gives back its log when it is settled. */
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
      ['slow past the time-out', hang, /^No complete response arrived in time\.$/],
      ['dripping for ever', drip, /^No complete response arrived in time\.$/],
      ['resetting', reset, /^The connection was closed before the complete response arrived\.$/],
      ['flooding with headers', headerFlood, /^The headers of the response are too large\.$/],
      ['speaking something else', noHttp, /^The response is not HTTP\/1\.1\.$/],
      ['refusing at length', flood(500).script, /^The receiver answered 500 Internal Server Error\.$/],
    ];
    for (const [name, script, error] of failing) {
      test(`${name}: every try is in the log with its reason`, async () => {
        const path = `/${name.replaceAll(' ', '-')}`;
        fleet.receiver.on(path, script);
        const { state, attempts } = await outcomeAt(path.slice(1), fleet.receiver.url(path));
        assert.equal(state, 'DEAD');
        assert.equal(attempts.length, TRIES);
        for (const one of attempts) {
          assert.equal(one.outcome, 'FAILED');
          assert.match(one.error ?? '', error);
        }
        assert.equal(fleet.receiver.arrivals(path).length, TRIES);
      });
    }

    test('down: every try is in the log with its reason', async () => {
      const { state, attempts } = await outcomeAt('down', `http://127.0.0.1:${await freePort()}/`);
      assert.equal(state, 'DEAD');
      assert.deepEqual(
        attempts.map(({ error }) => error),
        Array(TRIES).fill('The connection was refused.'),
      );
    });

    for (const [name, bytes] of [
      ['a body without an end', Number.POSITIVE_INFINITY],
      ['a body of 100 MB', HUGE],
    ] as const) {
      test(`${name} behind a yes: delivered, and the rest is not received`, async () => {
        const path = `/${name.replaceAll(' ', '-')}`;
        const body = flood(200, bytes);
        fleet.receiver.on(path, body.script);
        const { state, attempts } = await outcomeAt(path.slice(1), fleet.receiver.url(path));
        assert.equal(state, 'DELIVERED');
        assert.equal(attempts[0]?.answer?.length, 4_096);
        assert.ok(body.sent < MAX_LET_THROUGH, `${body.sent} bytes`);
      });
    }

    test('redirects are not followed: to a place nobody judged, or to itself', async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        const path = `/redirect/${status}`;
        fleet.receiver.on(path, answer(status, { location: victim.url('/') }));
        const { state, attempts } = await outcomeAt(`redirect-${status}`, fleet.receiver.url(path));
        assert.equal(state, 'DEAD');
        assert.match(attempts[0]?.error ?? '', /redirects are not followed/);
        assert.equal(fleet.receiver.arrivals(path).length, TRIES);
      }
      const loop = '/redirect/loop';
      fleet.receiver.on(loop, answer(302, { location: fleet.receiver.url(loop) }));
      assert.equal((await outcomeAt('redirect-loop', fleet.receiver.url(loop))).state, 'DEAD');
      assert.equal(fleet.receiver.arrivals(loop).length, TRIES);
      // This service may send there: only not following keeps it away.
      assert.equal(victim.connections(), 0);
      await outcomeAt('victim', victim.url('/'));
      assert.equal(victim.connections(), 1);
    });

    test('410 suspends; events wait until a test arrives', async () => {
      const path = '/gone';
      fleet.receiver.on(path, answer(410));
      const seller = fleet.seller('GONE');
      const { channelId } = await seller.webhook(fleet.receiver.url(path));
      await seller.test(channelId);
      await until('it is suspended', async () => (await seller.destination(channelId)).status === 'SUSPENDED');
      const [first] = await seller.log(channelId);
      assert.equal(first?.state, 'DEAD');
      assert.match(first?.attempts[0]?.error ?? '', /^The receiver answered 410 Gone: nothing more is sent to it\.$/);
      assert.equal(fleet.receiver.arrivals(path).length, 1);

      await fleet.queue(channelId, 3);
      fleet.receiver.on(path, answer(204));
      const mended = await seller.test(channelId);
      await until('all have arrived', async () => (await fleet.count(channelId, 'DELIVERED')) === 4);
      assert.equal((await seller.destination(channelId)).status, 'ACTIVE');
      assert.equal(fleet.receiver.arrivals(path)[1]?.id, mended, 'the test goes first');
      assert.equal(fleet.receiver.arrivals(path).length, 5);
    });

    test('429 with Retry-After is waited for', async () => {
      const path = '/busy';
      fleet.receiver.on(path, inSequence(answer(429, { 'retry-after': '2' }), answer(204)));
      const { state, attempts } = await outcomeAt('BUSY', fleet.receiver.url(path));
      assert.equal(state, 'DELIVERED');
      assert.match(attempts[0]?.error ?? '', /^The receiver answered 429 Too Many Requests\.$/);
      const [first, second] = fleet.receiver.arrivals(path);
      // Without it the next try would come after 0.2 s. Two clocks may differ by their ticks.
      assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) > 1_950);
    });
  },
  { concurrency: true },
);
