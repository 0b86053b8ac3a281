import assert, { deepEqual, equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../faults/engines-by-scale.ts';
import { Fleet } from '../faults/fleet.ts';
import { compileCache } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { type OperatorPrices, STEPS } from './operator-client.ts';
import { PriceLoad, recordsOf, type WireReceipt } from './price-load.ts';

/* Decisions 48 and 49 under kill -9 of the operator's own program, at each of its steps, while sellers change their prices. */

const KILLS = scaled(STEPS.length, 50);
const PAUSE_MS = 300;
const SELLERS = ['P0', 'P1', 'P2', 'P3'];
/** Shorter than the program is away after some of its ends: then changes end without an outcome, and outcomes come late. */
const CHANGE_SECONDS = 3;
const AWAY_MS = 9_000;

for (const mode of ['confirmed', 'direct'] as const) {
  onBothEngines(`the operator's program under kill -9 in ${mode}`, (engine) => {
    let fleet: Fleet;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'operator-client-'));
      const more = { PRICE_CHANGES: mode, PRICE_CHANGE_SECONDS: `${CHANGE_SECONDS}` };
      fleet = await Fleet.on(await engine.fresh(), more);
    });
    after(async () => {
      await fleet.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test(`${KILLS} kills: its prices are those of the market, every change ends, nothing is lost or counts twice`, async (t) => {
      await fleet.api();
      await fleet.worker();
      await fleet.operator().change(recordsOf(SELLERS));
      for (const id of SELLERS) await fleet.seller(id).webhook(fleet.receiver.url(`/${id}`));
      const load = SELLERS.map((id) => new PriceLoad(fleet, id, { pauseMs: PAUSE_MS }));
      const [quiet = assert.fail(), ...busy] = load;
      const running = Promise.all(busy.map((one) => one.run()));
      const stop = () => {
        for (const one of busy) one.stop();
      };
      running.catch(stop);
      try {
        for (let n = 0; n < KILLS; n += 1) {
          const isAway = mode === 'confirmed' && n % 25 === 3;
          // Nobody changes these listings again meanwhile: the first changes may be decided on and not sent, the second ones nobody reads.
          if (isAway) await quiet.call(2 * n);
          equal(await follow(STEPS[n % STEPS.length] ?? ''), 'SIGKILL');
          if (!isAway) continue;
          await quiet.call(2 * n + 1);
          await sleep(AWAY_MS);
        }
      } finally {
        stop();
      }
      await running;
      await until('nothing is left to apply', async () => (await count("state = 'ACCEPTED'")) === 0);
      equal(await follow(''), 0);
      await until('no change waits', async () => (await count("state = 'PENDING'")) === 0);
      await until('all events are addressed', async () => (await eventsLeft()) === 0, 120_000);

      const system: OperatorPrices = JSON.parse(readFileSync(join(folder, 'prices'), 'utf8'));
      const all: WireReceipt[] = [];
      for (const one of load) {
        const stored = await one.receipts();
        for (const id of one.answered)
          ok(
            stored.some((receipt) => receipt.PriceChangeId === id),
            `${id} was answered`,
          );
        checkDecisions(stored, system);
        await checkListings(one, stored, system);
        all.push(...stored);
      }
      await checkFeed(all);
      if (mode === 'confirmed') ok(all.some(({ Rejection }) => Rejection?.Code === 'TimedOut'));
      const states = Object.groupBy(all, ({ State, Rejection }) => Rejection?.Code ?? State);
      const figures = Object.entries(states).map(([name, some = []]) => `${some.length} ${name}`);
      t.diagnostic(`figures of ${engine.name} in ${mode}: ${KILLS} kills, ${figures.join(', ')}`);
    });

    /** Runs the program until it dies at this step. Returns how it ended. */
    async function follow(dyingAt: string): Promise<unknown> {
      const args = [join(import.meta.dirname, 'operator-client.ts'), fleet.base, folder, dyingAt];
      const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      const [status, signal] = await once(child, 'close');
      return signal ?? status;
    }

    const count = async (condition: string) =>
      (await fleet.db.get<{ n: number }>(`SELECT COUNT(*) AS n FROM price_change WHERE ${condition}`))?.n ?? 0;
    const eventsLeft = async () =>
      (await fleet.db.get<{ n: number }>('SELECT COUNT(*) AS n FROM market_event'))?.n ?? 0;

    /** What the operator applied is APPLIED and what it refused is REJECTED by it, whenever the outcome came; nothing else is. */
    function checkDecisions(stored: readonly WireReceipt[], { decided }: OperatorPrices): void {
      if (mode === 'direct') return;
      for (const { PriceChangeId: id, State, Rejection } of stored) {
        const isApplied = decided[id]?.outcome === 'applied';
        equal(State === 'APPLIED', isApplied, `${id} is ${State}`);
        if (Rejection?.Code === 'RejectedByOperator') equal(decided[id]?.outcome, 'rejected', id);
      }
    }

    /** Each listing has as many revisions as changes were applied, the price of the operator's system, and an event for each change. */
    async function checkListings(load: PriceLoad, stored: readonly WireReceipt[], { prices }: OperatorPrices) {
      const events = await fleet.seller(load.sellerId).events();
      for (const sku of load.prices.keys()) {
        const applied = stored.filter(({ SellerSKU, State }) => SellerSKU === sku && State === 'APPLIED');
        const revisions = applied.map(({ TermsRevision }) => TermsRevision).sort((a, b) => a - b);
        const row = await fleet.db.get<{ listing_minor: number; terms_revision: number }>(
          'SELECT listing_minor, terms_revision FROM offer WHERE seller_id = $1 AND sku = $2',
          [load.sellerId, sku],
        );
        deepEqual([revisions.length + 1, new Set(revisions).size], [row?.terms_revision, revisions.length], sku);
        if (applied.length > 0) equal(prices[sku], row?.listing_minor, sku);
        const published = events.filter(({ type, data }) => type === 'PRICE_CHANGED' && data.SellerSKU === sku);
        deepEqual(
          published.map(({ data }) => String(data.PriceChangeId)).sort(),
          applied.map(({ PriceChangeId }) => PriceChangeId).sort(),
          sku,
        );
      }
    }

    /** Numbers have no gaps, and each change that was applied or that the operator was asked for stands there once. */
    async function checkFeed(receipts: readonly WireReceipt[]): Promise<void> {
      const rows = await fleet.db.all<{ number: number; change_id: string }>(
        'SELECT number, change_id FROM price_change_feed ORDER BY number',
      );
      deepEqual(
        rows.map(({ number }) => number),
        rows.map((_row, n) => n + 1),
      );
      const published = new Set(rows.map(({ change_id }) => change_id));
      equal(published.size, rows.length);
      for (const { PriceChangeId: id, State } of receipts)
        if (State === 'APPLIED' || State === 'REJECTED') ok(published.has(id), `${id} is ${State}`);
    }
  });
}
