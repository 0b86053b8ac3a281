import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../faults/fleet.ts';
import type { Plain } from '../harness/operator.ts';
import type { ServiceProcess } from '../harness/process.ts';
import { item, marketplace, offer, seller } from '../market/market-fixture.ts';

/** Who holds the consumers' buy box of an item, and at which price in cents. */
export type Box = { sellerId: string; cents: number };

export const SELLERS: readonly string[] = ['P0', 'P1', 'P2', 'P3'];
const LIVE_ITEMS = ['L0', 'L1', 'L2', 'L3', 'L4', 'L5'];
const IMPORTED_ITEMS = ['F0', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7'];
const ITEMS = [...LIVE_ITEMS, ...IMPORTED_ITEMS];

/**
 * A market that clients of the operator's endpoint and import processes change without a pause, and what must come of it.
 * A change that was not acknowledged is made again until it is, and one client changes an item, so the buy box of each item
 * goes through known states, whatever is killed. Prices of different sellers are never equal.
 */
export class EventLoad {
  readonly #fleet: Fleet;
  readonly #folder: string;
  readonly #prices = new Map(ITEMS.map((itemId) => [itemId, SELLERS.map((_, n) => 2_000 + n)]));
  /** The states of each item's buy box, in order. */
  readonly boxes: Map<string, Box[]> = new Map(ITEMS.map((itemId) => [itemId, [this.#boxOf(itemId)]]));
  /** The import that runs now. */
  importing: ServiceProcess | undefined;
  acknowledged = 0;
  unanswered = 0;
  imports = 0;
  #isOver = false;

  constructor(fleet: Fleet, folder: string) {
    this.#fleet = fleet;
    this.#folder = folder;
  }

  market(): Plain[] {
    const offers = ITEMS.flatMap((itemId) => SELLERS.map((_, n) => this.#offerOf(itemId, n)));
    return [
      marketplace('M1', 'USD', true),
      ...SELLERS.map((id) => seller(id)),
      ...ITEMS.map((itemId) => item(itemId)),
      ...offers,
    ];
  }

  /** Changes the market until `stop`; settles when all that was begun is acknowledged. */
  async run(): Promise<void> {
    await Promise.all([...LIVE_ITEMS.map((itemId) => this.#changeLive(itemId)), this.#importInALoop()]);
  }

  stop(): void {
    this.#isOver = true;
  }

  async #changeLive(itemId: string): Promise<void> {
    const operator = this.#fleet.operator();
    while (!this.#isOver) {
      const record = this.#change(itemId);
      await this.#untilDone(() => operator.change([record]));
      this.#note(itemId);
      this.acknowledged += 1;
      await sleep(10);
    }
  }

  async #importInALoop(): Promise<void> {
    const file = join(this.#folder, 'changes.jsonl');
    const rejects = join(this.#folder, 'rejects.jsonl');
    while (!this.#isOver) {
      const records = IMPORTED_ITEMS.map((itemId) => this.#change(itemId));
      writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
      await this.#untilDone(async () => {
        this.importing = this.#fleet.command('import', file, '--rejects', rejects);
        if ((await this.importing.ended()) !== 0) throw new Error(this.importing.stderr);
      });
      for (const itemId of IMPORTED_ITEMS) this.#note(itemId);
      this.acknowledged += IMPORTED_ITEMS.length;
      this.imports += 1;
    }
  }

  /** Repeats what a kill interrupted. */
  async #untilDone(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      try {
        await work();
        return;
      } catch {
        this.unanswered += 1;
        await sleep(50);
      }
    }
    throw new Error('a change is never acknowledged');
  }

  /** A new price of one seller: the last digits are those of the seller. */
  #change(itemId: string): Plain {
    const n = Math.floor(Math.random() * SELLERS.length);
    const prices = this.#pricesOf(itemId);
    prices[n] = 1_500 + 4 * Math.floor(Math.random() * 250) + n;
    return this.#offerOf(itemId, n);
  }

  #note(itemId: string): void {
    const states = this.boxes.get(itemId) ?? [];
    const [before, now] = [states.at(-1), this.#boxOf(itemId)];
    if (before?.sellerId !== now.sellerId || before.cents !== now.cents) states.push(now);
  }

  #boxOf(itemId: string): Box {
    const prices = this.#pricesOf(itemId);
    const cents = Math.min(...prices);
    return { sellerId: SELLERS[prices.indexOf(cents)] ?? '', cents };
  }

  #offerOf(itemId: string, n: number): Plain {
    const listingPrice = (this.#pricesOf(itemId)[n] ?? 0) / 100;
    return offer(SELLERS[n] ?? '', `${itemId}-${n}`, itemId, { listingPrice });
  }

  #pricesOf(itemId: string): number[] {
    return this.#prices.get(itemId) ?? [];
  }
}
