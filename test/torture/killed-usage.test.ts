import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../src/domain/duration.ts';
import { CountingProxy } from '../faults/counting-proxy.ts';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { printFigures } from '../faults/figures.ts';
import { Fleet } from '../faults/fleet.ts';
import { apiProcesses, logLines } from '../faults/supervised-log.ts';
import { countedBy, nameOf, usageLoad } from '../faults/usage-load.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';

/* Decision 56: a killed process loses at most a minute of what it counted, and says so. */

const KILLS = scaled(1, 4);
const BETWEEN_MS = scaled(12_000, 25_000);

onBothEngines('usage under kill -9 of one of two API processes', (engine) => {
  let fleet: Fleet;
  let proxy: CountingProxy;
  before(async () => {
    fleet = await Fleet.on(await engine.fresh(), { API_PROCESSES: '2' });
    proxy = await CountingProxy.to(() => fleet.base, nameOf);
  });
  after(async () => {
    await proxy.close();
    await fleet.close();
  });

  test(`${KILLS} kills lose at most a minute each, nothing is counted twice, and each is a gap`, async (t) => {
    const service = await fleet.api();
    const listening = () => logLines(service).filter(({ msg }) => /listening/.test(`${msg}`)).length;
    await until('both listen', () => listening() === 2, 60_000);
    let isOver = false;
    const load = usageLoad(proxy.base, () => isOver);
    const kills: number[] = [];
    for (let n = 0; n < KILLS; n += 1) {
      await sleep(BETWEEN_MS + Math.random() * 10_000);
      const before = apiProcesses(service);
      const pid = [...before.values()][n % before.size];
      assert.ok(pid !== undefined);
      kills.push(Date.now());
      process.kill(pid, 'SIGKILL');
      await until('another process listens', () => listening() === n + 3, 60_000);
    }
    await sleep(2_000);
    isOver = true;
    await load;
    service.signal('SIGTERM');
    const from = service.stdout.length;
    const exitCode = await service.ended();
    const stops = logLines(service, from).filter(({ level }) => level !== 'info');
    assert.equal(exitCode, 0, JSON.stringify(stops, undefined, 1));

    const counted = await countedBy(fleet.db);
    const answered = proxy.counts();
    let lost = 0;
    let repeated = 0;
    for (const [name, many] of answered) {
      const missing = many - (counted.counts.get(name) ?? 0);
      lost += Math.max(0, missing);
      repeated += Math.max(0, -missing);
    }
    // An answer that was counted may not have arrived when its process was killed: one for each connection.
    assert.ok(repeated <= proxy.unanswered, `${repeated} more counted than answered, ${proxy.unanswered} unanswered`);
    const atRisk = proxy.answered.filter(({ atMs }) => kills.some((kill) => atMs <= kill && atMs > kill - MINUTE_MS));
    assert.ok(lost <= atRisk.length, `${lost} of ${atRisk.length}`);
    for (const kill of kills) {
      const gap = counted.gaps.find(({ fromMs, toMs }) => fromMs <= kill && kill <= toMs);
      // With a busy machine the other process may not have written since: then nobody has.
      assert.ok(gap !== undefined, JSON.stringify(counted.gaps));
      // What was answered before the gap is complete: the process wrote until its beginning. Gaps of several kills may touch, and are one.
      const first = kills.find((one) => one >= gap.fromMs) ?? kill;
      assert.ok(first - gap.fromMs < MINUTE_MS, `the gap begins ${first - gap.fromMs} ms before the kill`);
    }
    const acknowledged = proxy.answered.length;
    printFigures(t, {
      attempted: acknowledged + proxy.unanswered,
      acknowledged,
      lost,
      repeated,
      unanswered: proxy.unanswered,
    });
  });
});
