import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { onEngine } from '../db/engines.ts';
import { printFigures } from '../faults/figures.ts';
import { Fleet, loggedProblems } from '../faults/fleet.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { makeNewerProgram } from './newer-program.ts';
import { type Target, UpgradeLoad, type Version } from './upgrade-load.ts';

const PHASE_MS = scaled(2_000, 10_000);
const OLD = 'src/main.ts';

type Api = { process: ServiceProcess; target: Target };
type BoardWrite = { item_id: string; before: number; after: number };

onEngine('postgres', 'a rolling upgrade under load', (engine) => {
  const newer = makeNewerProgram();
  let fleet: Fleet;
  const load = new UpgradeLoad();
  const processes: ServiceProcess[] = [];
  before(async () => {
    fleet = await Fleet.on(await engine.fresh());
  });
  after(async () => {
    await fleet.close();
    newer.remove();
  });

  const startApi = async (version: Version): Promise<Api> => {
    const { process, base } = await fleet.start(version === 'old' ? OLD : newer.main, 'api');
    processes.push(process);
    return { process, target: load.add(base, version) };
  };
  const startWorker = async (version: Version): Promise<ServiceProcess> => {
    const { process } = await fleet.start(version === 'old' ? OLD : newer.main, 'worker');
    processes.push(process);
    return process;
  };
  const end = async (process: ServiceProcess) => {
    process.signal('SIGTERM');
    assert.equal(await process.ended(), 0, process.stderr);
  };
  /** As behind a load balancer: no new requests, then SIGTERM. */
  const stopApi = async ({ process, target }: Api) => {
    await load.remove(target);
    await end(process);
  };

  test('answers every request rightly, lets old processes start again, and rebuilds each board once', async (t) => {
    const apis = [await startApi('old'), await startApi('old')] as [Api, Api];
    let worker = await startWorker('old');
    await setUpMarket(apis[0].target.base);
    const beganMs = performance.now();
    const running = load.run();
    await sleep(PHASE_MS);

    // The new version migrates the store under load. Both versions serve, and send notifications.
    await recordBoardWrites();
    const newApis = [await startApi('new')];
    let newWorker = await startWorker('new');
    const names = await fleet.db.all<{ name: string }>('SELECT name FROM migration ORDER BY name');
    assert.equal(names.at(-1)?.name, newer.migration);
    await sleep(PHASE_MS);

    // Old processes start again in the middle.
    await stopApi(apis[0]);
    apis[0] = await startApi('old');
    await end(worker);
    worker = await startWorker('old');
    await sleep(PHASE_MS);

    // The last old ones are replaced.
    for (const api of apis) {
      newApis.push(await startApi('new'));
      await stopApi(api);
    }
    await end(worker);
    await sleep(PHASE_MS);

    // The way back: the old version takes over alone, then the new one again.
    const back = await startApi('old');
    worker = await startWorker('old');
    for (const api of newApis) await stopApi(api);
    await end(newWorker);
    await sleep(PHASE_MS);
    await startApi('new');
    newWorker = await startWorker('new');
    await stopApi(back);
    await end(worker);
    await sleep(PHASE_MS / 2);
    load.stop();
    await running;
    const loadMs = performance.now() - beganMs;

    assert.deepEqual([load.failed, load.wrong], [[], []]);
    const { written, allowed } = await checkBoards();
    const { events, repeated } = await checkNotifications();
    await end(newWorker);
    for (const one of processes) assert.deepEqual(loggedProblems(one).slice(0, 3), []);
    const { answered, changes } = load;
    const changed = [...changes.old.values(), ...changes.new.values()].reduce((sum, count) => sum + count, 0);
    const total = answered.old + answered.new;
    printFigures(t, { attempted: total, acknowledged: total, lost: 0, repeated, unanswered: load.failed.length });
    t.diagnostic(
      `old ${answered.old}, new ${answered.new} answers, ${changed} changes, ${events} events, ${written} board writes ` +
        `(${allowed} allowed) of ${UpgradeLoad.items.length} boards, ${Math.round(loadMs / 1_000)} s`,
    );
  });

  async function setUpMarket(base: string): Promise<void> {
    const answer = await fetch(`${base}/operator/v1/changes`, {
      method: 'POST',
      headers: { authorization: 'Bearer operator', 'content-type': 'application/json' },
      body: JSON.stringify(load.market()),
    });
    assert.equal(answer.status, 200, await answer.text());
    for (const sellerId of UpgradeLoad.sellers) {
      await fleet.seller(sellerId, base).webhook(fleet.receiver.url(`/${sellerId}`));
    }
  }

  /** From now on the store notes who writes which board: with the versions of the board before and after. */
  async function recordBoardWrites(): Promise<void> {
    await fleet.db.run('CREATE TABLE board_write (item_id TEXT, before BIGINT, after BIGINT)');
    await fleet.db.run(
      `CREATE FUNCTION board_write() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO board_write VALUES (NEW.item_id, OLD.version, NEW.version); RETURN NULL; END'`,
    );
    await fleet.db.run('CREATE TRIGGER board_write AFTER UPDATE ON board FOR EACH ROW EXECUTE FUNCTION board_write()');
  }

  /**
   * A change writes its board. Beside that a board may be written once because of the upgrade, and once after each change by an
   * old process.
   */
  async function checkBoards(): Promise<{ written: number; allowed: number }> {
    const writes = Map.groupBy(await fleet.db.all<BoardWrite>('SELECT * FROM board_write'), ({ item_id }) => item_id);
    let allowed = 0;
    for (const itemId of UpgradeLoad.items) {
      const [byOld, byNew] = [load.changes.old.get(itemId) ?? 0, load.changes.new.get(itemId) ?? 0];
      const found = writes.get(itemId) ?? [];
      const most = byOld + byNew + 1 + byOld;
      assert.ok(
        found.length >= 1 && found.length <= most,
        `${itemId}: ${found.length} writes, ${byOld} and ${byNew} changes`,
      );
      const back = found.filter(({ before, after }) => before === newer.boardVersion && after === BOARD_VERSION);
      assert.ok(back.length <= byOld, `${itemId}: ${back.length} times back to the old version, ${byOld} changes`);
      allowed += most;
    }
    return { written: [...writes.values()].flat().length, allowed };
  }

  /** Every event and every test arrives, and the events of each seller have no gap. */
  async function checkNotifications(): Promise<{ events: number; repeated: number }> {
    const count = async (table: string) =>
      (await fleet.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
    await until('all events are addressed', async () => (await count('market_event')) === 0, 120_000);
    await until('all are delivered', async () => (await count('delivery WHERE settled_ms IS NULL')) === 0, 120_000);
    let events = 0;
    let repeated = 0;
    const base = load.targets[0]?.base;
    for (const sellerId of UpgradeLoad.sellers) {
      const listed = await fleet.seller(sellerId, base).events();
      const arrivals = fleet.receiver.arrivals(`/${sellerId}`).map(({ id }) => id);
      const ids = new Set(arrivals);
      const expected = [...listed.map(({ id }) => id), ...(sellerId === 'U0' ? load.tests : [])];
      assert.deepEqual(
        listed.map(({ sequence }) => sequence),
        listed.map((_, n) => String(n + 1)),
      );
      assert.deepEqual(
        expected.filter((id) => !ids.has(id)),
        [],
      );
      assert.equal(ids.size, expected.length);
      events += listed.length;
      repeated += arrivals.length - ids.size;
    }
    return { events, repeated };
  }
});
