import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { onEngine } from '../db/engines.ts';
import { Fleet } from './fleet.ts';
import { until } from './until.ts';

/** A full disk needs a disk of its own; a limit on the length of files fails the same writes and needs none. */
onEngine('sqlite', 'no room for more', (engine) => {
  describe('with real processes', () => {
    let fleet: Fleet;
    let file: string;
    before(async () => {
      const database = await engine.fresh();
      fleet = await Fleet.on(database);
      file = join(dirname(database.config.file), 'service.db');
    });
    after(() => fleet.close());

    test('503, reading goes on, every 200 holds, and with room all of them arrive', async () => {
      const longest = Math.max(statSync(file).size, statSync(`${file}-wal`).size);
      const full = await fleet.limited(longest + 500_000);
      const seller = fleet.seller('FULL');
      const { channelId } = await seller.webhook(fleet.receiver.url('/full'));
      const acknowledged: string[] = [];
      // More than once: what is short may still find a place where what is long did not.
      for (let refusals = 0; refusals < 20; ) {
        const path = '/subscriptions/WEBHOOKS/testNotification';
        const answer = await seller.call('POST', path, { destinationId: channelId });
        if (answer.status === 200) {
          acknowledged.push(answer.headers.get('x-notification-id') ?? '');
          assert.ok(acknowledged.length < 10_000, 'the limit was met');
        } else {
          refusals += 1;
          assert.equal(answer.status, 503, await answer.text());
          assert.ok(Number(answer.headers.get('retry-after')) > 0);
        }
      }
      assert.equal((await seller.destinations()).channels.length, 1);
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
      // What was on its way when nothing could be written any more: ten at most.
      assert.ok(fleet.receiver.arrivals('/full').length <= times.size + 10);
    });
  });
});
