import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';

type Readiness = { status: string; parts: Record<string, string>; reasons?: Record<string, string> };

/** A limit on the length of files makes the same writes fail as a full disk, and needs no disk of its own. */
const REJECTIONS = 20;

onEngine('sqlite', 'a full disk', (engine) => {
  describe('with real processes', () => {
    let fleet: Fleet;
    let file: string;
    before(async () => {
      const database = await engine.fresh();
      fleet = await Fleet.on(database);
      file = join(dirname(database.config.file), 'service.db');
    });
    after(() => fleet.close());
    const readiness = async () => {
      const answer = await fetch(`${fleet.base}/health/ready`);
      return { status: answer.status, body: (await answer.json()) as Readiness };
    };

    test('writes answer 503 and reads still work; with space again every acknowledged notification arrives', async (t) => {
      const longest = Math.max(statSync(file).size, statSync(`${file}-wal`).size);
      const full = await fleet.limited(longest + 500_000);
      const seller = fleet.seller('FULL');
      const { channelId } = await seller.webhook(fleet.receiver.url('/full'));
      const acknowledged: string[] = [];
      // Several 503: a short write may still fit where a longer one did not.
      for (let rejections = 0; rejections < REJECTIONS; ) {
        const path = '/subscriptions/WEBHOOKS/testNotification';
        const answer = await seller.call('POST', path, { destinationId: channelId });
        if (answer.status === 200) {
          acknowledged.push(answer.headers.get('x-notification-id') ?? '');
          assert.ok(acknowledged.length < 10_000, 'the limit is reached');
        } else {
          rejections += 1;
          assert.equal(answer.status, 503, await answer.text());
          assert.ok(Number(answer.headers.get('retry-after')) > 0);
        }
      }
      assert.equal((await seller.destinations()).channels.length, 1);
      // A single write may still fit, also readiness's own.
      let ready = await readiness();
      await until('readiness tells of it', async () => {
        ready = await readiness();
        return ready.body.parts['store writes'] === 'degraded';
      });
      const { status, body } = ready;
      assert.deepEqual([status, body.status, body.parts.store], [200, 'degraded', 'ok']);
      assert.match(body.reasons?.['store writes'] ?? '', /disk/);
      fleet.liftLimit(full);
      const roomMs = performance.now();
      await until('it is ready again', async () => (await readiness()).body.status === 'ready');
      const recoveryMs = performance.now() - roomMs;
      acknowledged.push(await seller.test(channelId));
      assert.deepEqual([full.child.exitCode, full.stderr], [null, '']);
      await full.end();

      await fleet.api('all');
      const ids = new Set((await seller.list(channelId)).map(({ notificationId }) => notificationId));
      assert.deepEqual(
        acknowledged.filter((id) => !ids.has(id)),
        [],
      );
      await until('all have arrived', () => seller.areAll('DELIVERED', channelId));
      const times = fleet.receiver.timesById('/full');
      assert.ok(acknowledged.every((id) => times.has(id)));
      // At most the ten deliveries in flight when the disk became full are repeated.
      const repeated = fleet.receiver.arrivals('/full').length - times.size;
      assert.ok(repeated <= 10);
      const attempted = acknowledged.length + REJECTIONS;
      printFigures(t, { attempted, acknowledged: acknowledged.length, lost: 0, repeated, unanswered: 0, recoveryMs });
    });
  });
});
