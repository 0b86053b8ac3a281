import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Db } from '../../src/db/db.ts';
import type { Caller } from '../../src/domain/authorization/rights.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { MAX_KEYS_PER_MINUTE } from '../../src/domain/usage/usage-key.ts';
import type { UsageQuery } from '../../src/domain/usage/usage-query.ts';
import { keepUsage } from '../../src/usage/retention.ts';
import { UsageCounter } from '../../src/usage/usage-counter.ts';
import { UsageReader } from '../../src/usage/usage-reader.ts';
import { UsageWriter } from '../../src/usage/usage-writer.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';

const START = 20_000 * DAY_MS;

const caller = (clientId: string, sellerId?: string): Caller => ({
  ...{ clientId, sellerId, grant: 'own', rights: new Set() },
});
const ok = { operation: 'getListings', status: 200, reason: '', durationMs: 3 };
const refused = { operation: 'getListings', status: 429, reason: 'BurstLimit', durationMs: 0.2 };

withEngines('usage', (engine) => {
  let db: Db;
  let nowMs: number;
  const now = () => nowMs;
  before(async () => {
    db = await (await engine.migrated()).open();
  });

  const process = () => {
    const counter = new UsageCounter(now);
    const writer = new UsageWriter(db, counter, now);
    return {
      counter,
      writer,
      writeAll: async () => {
        while (await writer.write());
      },
    };
  };
  const empty = async () => {
    nowMs = START;
    for (const table of ['usage_minute', 'usage_day', 'usage_span']) await db.run(`DELETE FROM ${table}`);
  };
  const page = (asked: Partial<UsageQuery> = {}) => {
    const unit = asked.resolution === 'minute' ? MINUTE_MS : DAY_MS;
    const query: UsageQuery = {
      ...{ resolution: 'day', groups: ['client'], limit: 100 },
      ...{ from: START / unit, to: START / unit + 1 },
      ...asked,
    };
    return new UsageReader(db, now).page(query);
  };

  test('several processes add to the same keys, side by side, and nothing is lost', async () => {
    await empty();
    const processes = [process(), process(), process()];
    for (let round = 0; round < 5; round += 1) {
      for (const { counter } of processes)
        for (let n = 0; n < 300; n += 1) counter.count(caller(`app-${n % 150}`, 'S1'), n % 3 === 0 ? refused : ok);
      await Promise.all(processes.map(({ writeAll }) => writeAll()));
    }
    for (const resolution of ['minute', 'day'] as const) {
      const sums = await page({ resolution, limit: 500 });
      assert.equal(sums.length, 150);
      assert.deepEqual(
        sums.map(({ requests }) => requests),
        Array(150).fill(30),
      );
      const outcomes = sums.flatMap((sum) => sum.outcomes);
      const many = (status: number) =>
        outcomes.filter((one) => one.status === status).reduce((sum, { requests }) => sum + requests, 0);
      assert.deepEqual([many(200), many(429)], [3_000, 1_500]);
      assert.equal(
        sums.flatMap(({ durations }) => durations).reduce((a, b) => a + b, 0),
        4_500,
      );
    }
  });

  testOnSqliteOrInTorture(engine)(
    'at most 10,000 keys of a minute are told apart; further requests are counted as others',
    async () => {
      await empty();
      const { counter, writeAll } = process();
      for (let n = 0; n <= MAX_KEYS_PER_MINUTE; n += 1) counter.count(caller(`app-${n}`, 'S1'), ok);
      counter.count(caller('late', 'S1'), ok);
      counter.count(caller('late', 'S1'), refused);
      counter.count(caller('app-7', 'S1'), ok);
      await writeAll();
      // The bound holds for the whole minute, also when its first keys are written already.
      counter.count(caller('latest', 'S1'), ok);
      await writeAll();
      const stored = await db.all<{ caller: string; requests: number; status: number }>(
        `SELECT caller, status, CAST(SUM(requests) AS BIGINT) AS requests FROM usage_minute GROUP BY caller, status ORDER BY caller, status`,
      );
      assert.deepEqual(
        stored.map((row) => [row.caller, row.status, row.requests]),
        [
          ['other', 200, 3],
          ['other', 429, 1],
          ['own', 200, MAX_KEYS_PER_MINUTE + 1],
        ],
      );
      assert.ok(
        await new UsageReader(db, now).hasOthers({
          resolution: 'minute',
          from: START / MINUTE_MS,
          to: START / MINUTE_MS + 1,
        }),
      );
      nowMs += MINUTE_MS;
      counter.count(caller('late', 'S1'), ok);
      await writeAll();
      const next = await page({ resolution: 'minute', from: START / MINUTE_MS + 1, to: START / MINUTE_MS + 2 });
      assert.deepEqual(
        next.map(({ clientId }) => clientId),
        ['late'],
      );
    },
  );

  test('a part whose commit was not answered is not counted twice', async () => {
    await empty();
    const counter = new UsageCounter(now);
    let isLost = true;
    const transaction: Db['transaction'] = async (work, options) => {
      const result = await db.transaction(work, options);
      if (!isLost) return result;
      isLost = false;
      throw new Error('the connection broke after the commit');
    };
    const writer = new UsageWriter({ transaction, run: (sql, params) => db.run(sql, params) }, counter, now);
    counter.count(caller('app', 'S1'), ok);
    await assert.rejects(async () => writer.write(), /broke after/);
    counter.count(caller('app', 'S1'), ok);
    await writer.end();
    assert.deepEqual(
      (await page()).map(({ requests }) => requests),
      [2],
    );
  });

  test('counts that cannot be written are kept for ten minutes; what is dropped then is a gap', async () => {
    await empty();
    const { counter, writer, writeAll } = process();
    counter.count(undefined, ok);
    await writeAll();
    for (let minute = 1; minute <= 12; minute += 1) {
      nowMs = START + minute * MINUTE_MS;
      counter.count(caller('app', 'S1'), ok);
    }
    await writer.end();
    assert.deepEqual(
      (await page()).map(({ requests }) => requests),
      [10, 1],
    );
    const { gaps } = await new UsageReader(db, now).coverage({ fromMs: START, toMs: START + 13 * MINUTE_MS });
    assert.deepEqual(gaps, [{ fromMs: START, toMs: START + 3 * MINUTE_MS, counted: 'none' }]);
  });

  test('a killed process leaves a gap, and one that ends leaves none', async () => {
    await empty();
    const [killed, ended] = [process(), process()];
    await killed.writeAll();
    nowMs += 5 * MINUTE_MS;
    ended.counter.count(undefined, ok);
    await ended.writer.end();
    nowMs += HOUR_MS;
    const { gaps } = await new UsageReader(db, now).coverage({ fromMs: START, toMs: START + 5 * MINUTE_MS });
    assert.deepEqual(gaps, [{ fromMs: START, toMs: START + MINUTE_MS, counted: 'part' }]);
  });

  test('rows come in the order of their requests, page by page, and with the time in its order', async () => {
    await empty();
    const { counter, writeAll } = process();
    for (let minute = 0; minute < 3; minute += 1) {
      nowMs = START + minute * MINUTE_MS;
      for (let n = 1; n <= 6; n += 1)
        for (let m = 0; m < Math.ceil(n / 2); m += 1) counter.count(caller(`app-${n}`, `S${n % 2}`), ok);
    }
    await writeAll();
    for (const groups of [
      ['client'],
      ['seller'],
      ['client', 'operation'],
      ['time'],
      ['time', 'seller', 'client'],
    ] as const) {
      const range = { resolution: 'minute', from: START / MINUTE_MS, to: START / MINUTE_MS + 3 } as const;
      const all = await page({ ...range, groups });
      const paged = [];
      for (let after: UsageQuery['after']; ; after = paged.at(-1)?.place) {
        const some = await page({ ...range, groups, after, limit: 2 });
        paged.push(...some);
        if (some.length < 2) break;
      }
      assert.deepEqual(paged, all, groups.join());
      const order = all.map(({ at = 0, requests }) => at * 1_000 - requests);
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
        groups.join(),
      );
    }
    assert.deepEqual(
      (await page({ groups: ['client'], sellerId: 'S1' })).map(({ clientId, requests }) => [clientId, requests]),
      [
        ['app-5', 9],
        ['app-3', 6],
        ['app-1', 3],
      ],
    );
  });

  test('usage is kept by minute for 48 hours, by day for 400 days', async () => {
    await empty();
    const { counter, writer } = process();
    counter.count(caller('app', 'S1'), ok);
    await writer.end();
    const kept = async () => {
      const counts = ['usage_minute', 'usage_day', 'usage_span'].map(
        async (table) => (await db.get<{ many: number }>(`SELECT COUNT(*) AS many FROM ${table}`))?.many,
      );
      return Promise.all(counts);
    };
    const after = async (ms: number) => {
      await keepUsage(db, START + ms);
      return kept();
    };
    assert.deepEqual(await after(48 * HOUR_MS), [1, 1, 1]);
    assert.deepEqual(await after(48 * HOUR_MS + MINUTE_MS), [0, 1, 1]);
    assert.deepEqual(await after(400 * DAY_MS), [0, 1, 1]);
    assert.deepEqual(await after(401 * DAY_MS), [0, 0, 0]);
  });
});
