import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeDemoMarket } from '../../src/cli/demo/make.ts';
import { runImport } from '../../src/cli/import.ts';
import { runSeed } from '../../src/cli/seed.ts';
import type { Db } from '../../src/db/db.ts';
import type { ApplyOptions } from '../../src/market/apply-call.ts';
import { applyLiveChanges } from '../../src/market/intake/live-changes.ts';
import { type Market, openMarket } from '../../src/market/market.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { testTerminal } from '../harness/terminal.ts';

const second = { ...marketplace, marketplaceId: 'M2', isDefault: false };
const inSecond = [{ ...item, marketplaceId: 'M2' }, offer('B', { marketplaceId: 'M2' })];
const first = [marketplace, seller, item, offer('A')];
const asLines = (records: readonly object[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`;

withEnginesInTorture('a quiet load', (engine) => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-quiet-test-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** A market that records whether each change that it applies is quiet. */
  type WatchedMarket = Market & { quiet: (string | boolean)[] };
  function watched(market: Market): WatchedMarket {
    const quiet: (string | boolean)[] = [];
    const apply = market.writer.apply.bind(market.writer);
    market.writer.apply = (intents, options) => {
      quiet.push(textOf(options.quiet));
      return apply(intents, options);
    };
    return { ...market, quiet };
  }
  const textOf = (quiet: ApplyOptions['quiet'] = false) =>
    typeof quiet === 'boolean' ? quiet : `only ${[...quiet].join()}`;

  async function freshMarket(): Promise<{ db: Db; market: WatchedMarket }> {
    const db = await (await engine.migrated()).open();
    return { db, market: watched(openMarket(db, Date.now)) };
  }

  /** From now on the seller receives events. */
  const receive = (db: Db, sellerId: string) =>
    db.run('INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms) VALUES ($1, 0, 1, 0)', [
      sellerId,
    ]);

  let files = 0;
  /** Imports each list of records as a file of one run. Returns which batches were quiet, and the last line printed. */
  async function importing(market: WatchedMarket, loads: (readonly object[])[], ...args: string[]) {
    const names = loads.map((records) => {
      const name = join(folder, `${engine.name}-${++files}.jsonl`);
      writeFileSync(name, asLines(records));
      return name;
    });
    const terminal = testTerminal();
    market.quiet.length = 0;
    assert.equal(await runImport(market, [...names, ...args], terminal), 0, terminal.printed.stderr);
    return [[...new Set(market.quiet)], terminal.printed.stdout.trimEnd().split('\n').at(-1)];
  }

  test('is the default for a marketplace that has no items when the run begins, in all files of the run', async () => {
    const { market } = await freshMarket();
    assert.deepEqual(await importing(market, [[marketplace, seller, item], [offer('A')]]), [
      ['only ', 'only M1'],
      'Quiet: sellers are not told of these changes, because M1 had no items before this import',
    ]);
    assert.deepEqual(await importing(market, [[offer('A', { listingPrice: 19 })]]), [
      ['only '],
      'Loud: sellers are told of these changes, because M1 had items before',
    ]);
    assert.deepEqual(await importing(market, [[second], [...inSecond, offer('A')]]), [
      ['only ', 'only M2'],
      'Partly quiet: sellers are told of the changes in M1, and of no others, because M2 had no items before this import',
    ]);
    assert.deepEqual(await importing(market, [[offer('A')]]), [['only '], 'Nothing changed that sellers are told of']);
  });

  test('names a marketplace for the sellers in it, also when only the facts of a seller change', async () => {
    const { market } = await freshMarket();
    await importing(market, [[...first, second]]);
    const [quiet, line] = await importing(market, [[{ ...seller, feedbackCount: 5 }]]);
    assert.deepEqual(quiet, ['only M2']);
    assert.equal(line, 'Loud: sellers are told of these changes, because M1 had items before');
  });

  test('is what --quiet asks for, and --loud the opposite', async () => {
    const { market } = await freshMarket();
    assert.deepEqual(await importing(market, [first], '--loud'), [
      [false],
      'Loud: sellers are told of these changes (--loud)',
    ]);
    assert.deepEqual(await importing(market, [[offer('A', { listingPrice: 19 })]], '--quiet'), [
      [true],
      'Quiet: sellers are not told of these changes (--quiet)',
    ]);
    for (const [args, reason] of [
      [['--quiet', '--loud'], /^--quiet and --loud contradict each other: give one of them\n/],
      [['--quiet=yes'], /^Option '--quiet' does not take an argument\n/],
      [['--silent'], /^Unknown option '--silent'/],
    ] as const) {
      const terminal = testTerminal();
      assert.equal(await runImport(market, [...args, 'x.jsonl'], terminal), 1);
      assert.match(terminal.printed.stderr, reason);
      assert.match(terminal.printed.stderr, /--quiet {4}sellers are not told[\s\S]*--loud {5}sellers are told/);
    }
  });

  test('leaves no events, also of boards that are built after the load and of changed sellers', async () => {
    const { db, market } = await freshMarket();
    await receive(db, 'S1');
    const published = async () => {
      const rows = await db.all<{ id: number; item_id: string }>('SELECT id, item_id FROM market_event');
      await db.run('DELETE FROM market_event');
      return [...new Set(rows.map(({ item_id }) => item_id))].sort();
    };
    const [i2, i3] = [
      { ...item, itemId: 'I2' },
      { ...item, itemId: 'I3', marketplaceId: 'M2' },
    ];
    await importing(market, [[...first, i2, offer('B', { itemId: 'I2' })]]);
    assert.deepEqual(await published(), []);
    const price = (sku: string, listingPrice: number, itemId = 'I1') => offer(sku, { listingPrice, itemId });
    await importing(market, [[price('A', 19), { ...seller, featuredMerchant: false }]], '--quiet');
    assert.deepEqual(await published(), []);
    await importing(market, [[price('A', 18), second, i3, offer('C', { marketplaceId: 'M2', itemId: 'I3' })]]);
    assert.deepEqual(await published(), ['I1'], 'not about the marketplace that was empty');
    await importing(market, [[seller]]);
    assert.deepEqual(await published(), ['I1', 'I2', 'I3']);
  });

  test('follows the same rules in a request of the operator', async () => {
    const { market } = await freshMarket();
    const load = async (records: object[], quiet?: boolean) => {
      market.quiet.length = 0;
      await applyLiveChanges(market, [Buffer.from(asLines(records))] as never, { quiet, requestId: 'r' });
      return [...new Set(market.quiet)];
    };
    assert.deepEqual(await load([...first, second]), ['only ', 'only M1']);
    assert.deepEqual(await load([offer('A', { listingPrice: 19 }), ...inSecond]), ['only M2']);
    assert.deepEqual(await load([offer('A')]), ['only ']);
    assert.deepEqual(await load([offer('A')], true), [true]);
    assert.deepEqual(await load([offer('A')], false), [false]);
  });

  test('is what seed and demo data are', async () => {
    const { market } = await freshMarket();
    for (const items of ['2', '4']) assert.equal(await runSeed(market, ['--items', items], testTerminal()), 0);
    assert.deepEqual([...new Set(market.quiet)], [true]);
    // The demo makes a market of its own, whose clock runs through the days of its history.
    const { db } = await freshMarket();
    await receive(db, 'A1DEMOSELLER');
    await makeDemoMarket(db, Date.UTC(2026, 10, 16));
    assert.deepEqual(await db.all('SELECT kind FROM market_event'), []);
  });
});
