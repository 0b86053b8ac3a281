import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { scaled } from '../harness/scale.ts';
import { CountingProxy } from './counting-proxy.ts';
import { onOneOrBothEngines } from './engines-by-scale.ts';
import { printFigures } from './figures.ts';
import { Fleet } from './fleet.ts';
import { countedBy, nameOf, usageLoad } from './usage-load.ts';

/** Counted, not timed: a busy machine must not make the load too small. */
const REQUESTS = scaled(400, 40_000);
/** Small enough that some of the load is refused with 429. */
const limit = { burst: { requests: 2, seconds: 1 }, sustained: { requests: 2, seconds: 60 } };

onOneOrBothEngines('sqlite', 'usage of several API processes', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'usage-plan-'));
  let fleet: Fleet;
  let proxy: CountingProxy;
  before(async () => {
    const plan = join(folder, 'plan.json');
    writeFileSync(plan, JSON.stringify({ operations: { getDestinations: limit } }));
    fleet = await Fleet.on(await engine.fresh(), { API_PROCESSES: scaled(2, 3).toString(), RATE_PLAN: plan });
    proxy = await CountingProxy.to(() => fleet.base, nameOf);
  });
  after(async () => {
    await proxy.close();
    await fleet.close();
    rmSync(folder, { recursive: true });
  });

  test('counts of clients, sellers, operations and statuses are those of a proxy in between', async (t) => {
    const service = await fleet.api();
    const { lost } = await usageLoad(proxy.base, () => proxy.answered.length >= REQUESTS);
    assert.deepEqual(lost, []);
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0);
    const { counts } = await countedBy(fleet.db);
    const sorted = (map: ReadonlyMap<string, number>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(sorted(counts), sorted(proxy.counts()));
    const statuses = new Set([...counts.keys()].map((name) => / (\d{3})\b/.exec(name)?.[1]));
    assert.deepEqual(statuses, new Set(['200', '400', '401', '403', '404', '429']));
    const { length } = proxy.answered;
    printFigures(t, { attempted: length, acknowledged: length, lost: 0, repeated: 0, unanswered: 0 });
  });
});
