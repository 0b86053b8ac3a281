import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createClient, type SellerClient } from '../../sdk/src/create-client.ts';
import type { ListedEvent } from '../../sdk/src/seller-event.ts';
import { CommandLine } from '../harness/command-line.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { answer, inSequence, Receiver } from '../harness/receiver.ts';
import { isTorture, scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

const SKUS = ['DEMO-SKU-14', 'DEMO-SKU-26', 'DEMO-SKU-19'];

type Sent = { readonly sequence: number; readonly subject: string };

/** `listen` against a running demo, which `restart` ends with a signal and starts again at the same address. */
export function testCommandLineListen(
  addresses: () => { base: string },
  restart: (signal: NodeJS.Signals) => Promise<void>,
): void {
  describe('listen', () => {
    let receiver: Receiver;
    let demo: CommandLine;
    let client: SellerClient;
    const running = new Set<ServiceProcess>();
    before(async () => {
      const { base } = addresses();
      receiver = await Receiver.start();
      demo = CommandLine.ofDemo(base);
      client = createClient({
        baseUrl: base,
        credentials: { clientId: 'demoseller', clientSecret: 'demosellersecret' },
      });
    });
    after(async () => {
      for (const program of running) await program.end();
      await receiver.close();
      demo.remove();
    });

    async function start(...args: string[]): Promise<ServiceProcess> {
      const program = demo.start('listen', ...args);
      running.add(program);
      await until('listen listens', () => /Listening/.test(program.stderr) || program.child.exitCode !== null);
      assert.equal(program.child.exitCode, null, program.stderr);
      return program;
    }

    const temporary = async () =>
      (await client.getDestinations()).channels.filter(({ channelName }) =>
        channelName.startsWith('marketplace-seller'),
      );

    /** Prices of three listings go up and down until it is told to end: each change is events of its item. */
    function changePrices(): () => Promise<void> {
      let isEnded = false;
      const changing = (async () => {
        for (let round = 1; !isEnded; round += 1) {
          for (const SellerSKU of SKUS) {
            const price = { CurrencyCode: 'USD', Amount: 18 + (round % 10) / 10 };
            const body = {
              ...{ MarketplaceId: 'STORE_US', SellerSKUs: [SellerSKU], Confirm: true },
              strategy: { type: 'setTo' as const, price },
            };
            // While the service is down nothing changes.
            await client.changePrices({ body, deadlineMs: 5_000 }).catch(() => undefined);
          }
          await sleep(scaled(300, 50));
        }
      })();
      return async () => {
        isEnded = true;
        await changing;
      };
    }

    const arrived = (path: string): Sent[] =>
      receiver.arrivals(path).map(({ body }) => {
        const { sequence, subject = '' } = JSON.parse(body) as { sequence: string; subject?: string };
        return { sequence: Number(sequence), subject };
      });

    /** No more events come, and the last one has arrived. A backlog takes as long as the machine needs: it must only get shorter. */
    async function allArrived(): Promise<void> {
      let known = -1;
      for (let isLast = false; !isLast; ) {
        const count = arrived('/hook').length;
        await until('another event arrives, or no more come', async () => {
          const { latestSequence } = await client.getEvents();
          isLast = latestSequence === known && arrived('/hook').some(({ sequence }) => sequence === known);
          known = latestSequence;
          if (!isLast) await sleep(500);
          return isLast || arrived('/hook').length > count;
        });
      }
    }

    /** Every event after this sequence. */
    async function eventsAfter(after: number): Promise<ListedEvent[]> {
      const found: ListedEvent[] = [];
      for await (const event of client.events({ after, follow: false })) found.push(event);
      return found;
    }

    test(`forwards every event at least once and in order, across ${isTorture ? 'two restarts, a kill' : 'a kill'} of the service and a kill of itself`, async () => {
      const { latestSequence: before } = await client.getEvents();
      // A receiver that fails now and then, too.
      receiver.on('/hook', inSequence(answer(204), answer(500), answer(503), answer(204), answer(302), answer(200)));
      const forward = ['--forward', receiver.url('/hook')];
      const first = await start(...forward);
      const [, secret = ''] = /secret (whsec_\S+)/.exec(first.stderr) ?? [];
      const endChanges = changePrices();
      await until('events arrive', () => arrived('/hook').length > 5);

      for (const signal of isTorture ? (['SIGTERM', 'SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const)) {
        await restart(signal);
        const count = arrived('/hook').length;
        await until(`events arrive after ${signal}`, () => arrived('/hook').length > count + 5);
      }

      first.signal('SIGKILL');
      await first.ended();
      await until(
        'events nobody receives',
        async () => (await client.getEvents()).latestSequence > (arrived('/hook').at(-1)?.sequence ?? 0) + 10,
      );
      const second = await start(...forward);
      assert.match(second.stderr, /Listening, from where the last run was killed/);
      assert.ok(second.stderr.includes(secret));
      await sleep(scaled(500, 20_000));
      await endChanges();
      await allArrived();
      assert.equal((await temporary()).length, 1);
      second.signal('SIGTERM');
      assert.equal(await second.ended(), 0, second.stderr);

      const all = arrived('/hook');
      const missing = (await eventsAfter(Number(before))).filter(
        ({ sequence }) => !all.some((one) => String(one.sequence) === sequence),
      );
      assert.deepEqual(
        missing.map(({ sequence, type }) => [sequence, type]),
        [],
      );
      for (const subject of new Set(all.map((one) => one.subject))) {
        const sequences = all.filter((one) => one.subject === subject).map(({ sequence }) => sequence);
        assert.deepEqual(
          sequences,
          sequences.toSorted((a, b) => a - b),
          subject,
        );
      }
      for (const { headers, body } of receiver.arrivals('/hook')) new Webhook(secret).verify(body, headers);
      assert.deepEqual(await temporary(), []);
      assert.deepEqual(
        readdirSync(join(demo.home, 'default/listen')).filter((name) => name.endsWith('.json')),
        [],
      );
    });

    test('--json without an address prints one kind, and the leftover of a killed run with other kinds is removed', async () => {
      const killed = await start('--event', 'ANY_OFFER_CHANGED');
      killed.signal('SIGKILL');
      await killed.ended();
      assert.equal((await temporary()).length, 1);
      const program = demo.begin('listen', '--event', 'PRICE_CHANGED', '--json');
      await until('it listens', () => program.stdout.includes('"listening"'));
      const [destination, ...others] = await temporary();
      assert.deepEqual(others, []);
      assert.deepEqual(destination?.eventTypes, ['PRICE_CHANGED']);
      assert.equal((await demo.run('prices', 'set', 'DEMO-SKU-14=17.5')).code, 0);
      await client.sendTestNotification({
        path: { notificationType: 'PULL' },
        body: { destinationId: destination.channelId },
      });
      await until('both arrive', () => program.stdout.split('\n').length > 3);
      program.signal('SIGINT');
      assert.equal(await program.ended(), 0);
      const [listening, ...lines] = program.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(listening, { listening: { destinationId: destination.channelId, isReused: false } });
      assert.deepEqual(lines.map(({ event }) => String(event.type)).toSorted(), ['PRICE_CHANGED', 'TEST_NOTIFICATION']);
      assert.deepEqual(await temporary(), []);
    });

    test('a killed run whose destination is gone starts from the beginning: what it had done says nothing about the new one', async () => {
      const kinds = ['--event', 'PRICE_CHANGED'];
      const killed = await start(...kinds);
      killed.signal('SIGKILL');
      await killed.ended();
      for (const { channelId } of await temporary()) await client.deleteDestination({ path: { channelId } });
      const folder = join(demo.home, 'default/listen');
      const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.json'));
      const stored = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
      // As if it had listened to a seller with more events.
      writeFileSync(join(folder, name), JSON.stringify({ ...stored, done: 1_000_000 }));
      const program = demo.begin('listen', ...kinds);
      await until('it listens', () => program.stderr.includes('Listening (ch_'));
      assert.equal((await demo.run('prices', 'set', 'DEMO-SKU-14=17.6')).code, 0);
      await until('the event arrives', () => /PRICE_CHANGED +ITEM000014 +DEMO-SKU-14\n/.test(program.stdout));
      program.signal('SIGTERM');
      assert.equal(await program.ended(), 0);
      assert.deepEqual(await temporary(), []);
    });
  });
}
