import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbConfig } from '../../src/db/open.ts';
import { ServiceProcess } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { openEvents } from '../notifications/event-store.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';

const KILLS = scaled(2, 50);
const ITEMS = Array.from({ length: 12 }, (_, n) => `ITEM-${n}`);
const SELLERS = ['S1', 'S2', 'S3', 'S4'];

type Kind = 'former' | 'shared';

/*
 * Dispatchers share the events of many items. One of them is as the release before has it: it needs the one lease, which the others
 * hold together while they work.
 */

onOneOrBothEngines('postgres', 'dispatchers under kill -9, with one of the release before', (engine) => {
  const running = new Set<ServiceProcess>();
  after(async () => {
    for (const one of running) await one.end();
  });

  const start = async (store: DbConfig, kind: Kind): Promise<ServiceProcess> => {
    const settings = {
      STORE: JSON.stringify(store),
      OPERATOR_KEY: 'a key that nobody knows, and that is long enough',
      ...(kind === 'former' && { FORMER: 'yes' }),
    };
    const started = new ServiceProcess(process.execPath, ['test/faults/dispatcher-process.ts'], settings);
    running.add(started);
    await started.printed(/ready/, 60_000);
    return started;
  };
  const addressed = ({ stdout }: ServiceProcess): number =>
    [...stdout.matchAll(/addressed (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);

  test(`${KILLS} kills lose no event, repeat none, and none is out of order`, async (t) => {
    const database = await engine.migrated();
    const store = await openEvents(database);
    for (const seller of SELLERS) await store.webhook(seller);
    let added = 0;
    let isOver = false;
    const load = (async () => {
      for (; !isOver; added += 1) {
        await store.add(ITEMS.map((itemId) => ({ itemId, sellers: SELLERS })));
        // As a process of the release before queues them.
        if (added % 4 === 0) await store.db.run('UPDATE market_event SET item_group = NULL WHERE id % 2 = 0');
        await sleep(scaled(100, 20));
        // A queue that grows for minutes would take as long to empty.
        while (!isOver && (await store.open()) > 1_000) await sleep(50);
      }
    })();
    const kinds = { former: 0, shared: 0 };
    const isAtWork = (one: ServiceProcess, kind: Kind) => {
      const before = addressed(one);
      return until(`a dispatcher is at work (${kind})`, () => addressed(one) > before, 60_000);
    };
    const end = async (one: ServiceProcess, kind: Kind) => {
      kinds[kind] += addressed(one);
      running.delete(one);
      await one.end();
    };

    // The former one holds the lease. The others take over when it is killed, and share the work.
    let former = await start(database.config, 'former');
    await isAtWork(former, 'former');
    const shared = [await start(database.config, 'shared'), await start(database.config, 'shared')];
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(Math.random() * 300);
      if (kills % 3 === 0) {
        await end(former, 'former');
        // Before another one of its kind could take the lease.
        for (const one of shared) await isAtWork(one, 'shared');
        former = await start(database.config, 'former');
      } else if (kills % 3 === 1) {
        await end(shared.shift() as ServiceProcess, 'shared');
        shared.push(await start(database.config, 'shared'));
      } else {
        // All that share the work are stopped, as at a return to the release before: the former one goes on at once.
        for (const one of shared) one.signal('SIGTERM');
        for (const one of shared) assert.equal(await one.ended(), 0, one.stderr);
        for (const one of shared.splice(0)) await end(one, 'shared');
        await isAtWork(former, 'former');
        shared.push(await start(database.config, 'shared'), await start(database.config, 'shared'));
      }
    }
    isOver = true;
    await load;
    await until('no event is open', async () => (await store.open()) === 0, 120_000);
    const events = await store.assertInOrder();
    assert.equal(events.length, added * ITEMS.length * SELLERS.length);
    for (const one of [former, ...shared]) assert.doesNotMatch(one.stdout, /failed|postponed/);
    await end(former, 'former');
    for (const one of shared) await end(one, 'shared');
    assert.ok(kinds.former > 0 && kinds.shared > 0);
    t.diagnostic(
      `figures of ${engine.name}: ${KILLS} kills, ${events.length} events, addressed ${JSON.stringify(kinds)}`,
    );
  });
});
