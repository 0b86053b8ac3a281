import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDb } from '../../src/db/open.ts';
import type { Receipt } from '../../src/domain/price-changes/receipt.ts';
import type { Log } from '../../src/log/log.ts';
import { PIECE_ROLE } from '../../src/processes/piece-fork.ts';
import { PieceProcess, type PieceProcessOptions } from '../../src/roles/service/piece-process.ts';
import { type Engine, testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { type Fixture, fixtureOn, item, offer } from '../market/market-fixture.ts';
import { callOf, skuOf } from '../market/price-changes/killed-call.ts';
import { receive } from '../market/queued-events.ts';

/* Decision 48: a large call is stored, and then applied in pieces, by whichever process is there. */

const ENTRY = fileURLToPath(new URL('../../start.js', import.meta.url));
const ITEMS = 120;
const KILLS = scaled(2, 30);
const NAME = 'LARGE';

/** A market whose large calls go to a process, and what that process was asked for. */
class Large {
  readonly children: ChildProcess[] = [];
  readonly warnings: string[] = [];
  /** Called before each piece that the process gets. */
  beforePiece: () => void = () => undefined;
  pieces = 0;
  calls = 0;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #processes: PieceProcess[] = [];
  #current: PieceProcess | undefined;
  fixture!: Fixture;

  static async on(engine: Engine): Promise<Large> {
    const { config } = await engine.fresh();
    const { databaseUrl } = config;
    const file = join(dirname(config.file), 'service.db');
    const large = new Large(databaseUrl === undefined ? { DATA_DIR: dirname(file) } : { DATABASE_URL: databaseUrl });
    const db = await openDb({ ...config, file });
    large.fixture = await fixtureOn(db, undefined, {
      priceChanges: 'direct',
      pieces: { apply: (ids) => large.#apply(ids) },
    });
    // Both processes judge the market by the same time.
    large.fixture.clock.now = Date.now();
    await receive(db, ['S1']);
    const skus = Array.from({ length: ITEMS }, (_, n) => skuOf(NAME, n));
    await large.fixture.take(
      skus.flatMap((id) => [
        item(id),
        offer('S1', id, id, { listingPrice: 20 }),
        offer('S2', id, id, { listingPrice: 19 }),
      ]),
    );
    await db.run('DELETE FROM market_event');
    return large;
  }

  constructor(store: NodeJS.ProcessEnv) {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const key = 'a key that nobody knows, and that is long enough';
    const settings = { OPERATOR_KEY: key, PRICE_CHANGES: 'direct', LOG_LEVEL: 'warn' };
    this.#environment = { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...store };
  }

  #apply(ids: readonly string[]) {
    const apply = this.#current?.apply(ids);
    return (
      apply &&
      (() => {
        this.pieces += 1;
        this.beforePiece();
        return apply();
      })
    );
  }

  /** A process that is ready, in place of the one before. */
  async process(times: PieceProcessOptions = {}): Promise<PieceProcess> {
    this.beforePiece = () => undefined;
    this.pieces = 0;
    const log = {
      warn: (_facts: object, text: string) => this.warnings.push(text),
      print: (lines: string) => process.stderr.write(lines),
      printError: (lines: string) => process.stderr.write(lines),
    } as unknown as Log;
    const start = () => {
      const child = fork(ENTRY, [PIECE_ROLE], {
        env: this.#environment,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      this.children.push(child);
      return child;
    };
    const started = new PieceProcess(start, log, { pauseMs: 0, pieceMs: 60_000, ...times });
    this.#processes.push(started);
    this.#current = started;
    await until('the process is ready', async () => started.apply([]) !== undefined, 120_000);
    return started;
  }

  /** A new call that changes every price. */
  call() {
    this.calls += 1;
    this.fixture.clock.now = Date.now();
    const call = callOf({ name: NAME, items: ITEMS });
    const changes = call.changes.map((change) => ({
      ...change,
      strategy: { type: 'setTo', listingMinor: 1_000 + this.calls } as const,
    }));
    const once = { caller: 'app S1', operation: 'changePrices', key: `${this.calls}`, body: {} };
    return { ...call, changes, once };
  }

  /** Every change of the call is applied once, as far as its receipts, the offers, their log and the events tell. */
  async check(receipts: readonly Receipt[] | { rejected: string }): Promise<void> {
    const { db, market } = this.fixture;
    if ('rejected' in receipts) throw new Error(receipts.rejected);
    const revision = this.calls + 1;
    assert.deepEqual(
      receipts.map(({ state, termsRevision }) => [state, termsRevision]),
      [...new Array(ITEMS).fill(['APPLIED', revision]), ['REJECTED', undefined]],
    );
    const keys = receipts.map(({ marketplaceId, sellerId, sku }) => ({ marketplaceId, sellerId, sku }));
    const positions = await market.reader.listingPositions(keys);
    assert.deepEqual(
      positions.map((one) => [one.offer.listingPriceMinor, one.termsRevision]),
      new Array(ITEMS).fill([1_000 + this.calls, revision]),
    );
    const count = async (from: string) => (await db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${from}`))?.n;
    const all = ITEMS * this.calls;
    assert.equal(Number(await count('terms_log')), all);
    assert.equal(Number(await count('price_change_feed')), all);
    assert.equal(Number(await count("market_event WHERE kind = 'PRICE_CHANGED'")), all);
  }

  get child(): ChildProcess {
    return this.children.at(-1) as ChildProcess;
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.stop()));
    await this.fixture.db.close();
  }
}

withEngines('a process that applies large calls', (engine) => {
  const testOnce = testOnSqliteOrInTorture(engine);
  let large: Large;
  before(async () => {
    large = await Large.on(engine);
  });
  after(() => large.close());

  test('applies all pieces at a low priority, and this process hears of their items', async () => {
    const running = await large.process();
    const { market } = large.fixture;
    const announced = new Set<string>();
    market.writer.onBoards((keys) => {
      for (const { itemId } of keys) announced.add(itemId);
    });
    const { change } = market.writer.rebuilds;
    await large.check((await market.priceChanges.submit(large.call())) as readonly Receipt[]);
    assert.equal(large.pieces, Math.ceil((ITEMS + 1) / 25));
    // Rebuilds of this process are counted here, and there were none.
    assert.equal(market.writer.rebuilds.change, change);
    assert.equal(announced.size, ITEMS);
    assert.ok(getPriority(large.child.pid) > getPriority());
    await running.stop();
    assert.equal(large.child.exitCode, 0);
    assert.equal(running.apply([]), undefined);
  });

  test(`killed ${KILLS} times in the middle of a call: every change is applied once`, async (t) => {
    let after = 0;
    for (let n = 0; n < KILLS; n += 1) {
      const running = await large.process();
      const { child } = large;
      // From before the piece begins to after its end.
      large.beforePiece = () => void setTimeout(() => child.kill('SIGKILL'), Math.random() * 80);
      const call = large.call();
      await large.check((await large.fixture.market.priceChanges.submit(call)) as readonly Receipt[]);
      const again = await large.fixture.market.priceChanges.submit(call);
      await large.check(again as readonly Receipt[]);
      if (child.signalCode === 'SIGKILL') after += 1;
      await running.stop();
    }
    t.diagnostic(`${after} of ${KILLS} died before the call was answered`);
  });

  testOnce('stopped by a signal, it is ended, and the call goes on without it', async () => {
    const running = await large.process({ pieceMs: 300, pauseMs: 60_000 });
    const { child } = large;
    large.beforePiece = () => void child.kill('SIGSTOP');
    await large.check((await large.fixture.market.priceChanges.submit(large.call())) as readonly Receipt[]);
    assert.equal(large.pieces, 1);
    assert.ok(large.warnings.some((text) => text.includes('took too long')));
    await until('it has ended', async () => child.signalCode === 'SIGKILL');
    assert.equal(running.apply([]), undefined, 'no other one is started for a while');
    await running.stop();
  });

  testOnce('ends when there is nothing to do, and the next large call starts another one', async () => {
    const running = await large.process({ idleMs: 50 });
    const { child } = large;
    await until('it has ended', async () => child.exitCode === 0);
    assert.equal(running.apply([]), undefined);
    assert.notEqual(large.child, child);
    await running.stop();
    assert.equal(large.child.exitCode, 0);
  });
});
