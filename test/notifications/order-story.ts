import assert from 'node:assert/strict';
import { type Sql, storeUnavailable } from '../../src/db/db.ts';
import { Fault } from '../../src/domain/fault.ts';
import { BatchSize } from '../../src/notifications/dispatch/batch-size.ts';
import type { DispatchOptions, EventDispatch } from '../../src/notifications/dispatch/event-dispatch.ts';
import { receive } from '../market/queued-events.ts';
import type { openEvents } from './event-store.ts';
import { failStatement, Interruption, type Mishap, watchedSql } from './mishap.ts';

type Store = Awaited<ReturnType<typeof openEvents>>;

/** An event of an item, for the receivers from `from` to `to`. A poisoned one cannot be told until its data is repaired. */
export type StoryEvent = { itemId: string; from: number; to: number; isPoison: boolean };

export type Story = {
  receivers: number;
  /** Events that are queued together, before the transaction with this number. */
  batches: readonly { transaction: number; events: readonly StoryEvent[] }[];
  mishaps: readonly Mishap[];
  /** Whether batches are found slow or fast, in turn: slow ones make the next batch smaller, fast ones larger. */
  paces: readonly ('slow' | 'fast')[];
  /** How far the clock moves at each transaction, in turn. */
  clockMs: readonly number[];
};

const TARGET_MS = 10;
const MIN_ROWS = 12;
/** More idle rounds than a story needs: each item is postponed a few times. */
const MAX_IDLE_ROUNDS = 60;
const IDLE_MS = 5_000;

/** What the story before this one left. */
const TABLES = ['delivery', 'market_event', 'seller_event', 'event_content', 'event_receiver', 'lease'];

export const sellerOf = (n: number) => `S${String(n).padStart(4, '0')}`;

/** Two dispatchers work on the events of a story until all are told. The store has a webhook of the first seller. */
export class OrderStory {
  readonly #store: Store;
  readonly #story: Story;
  readonly #expected: string[] = [];
  readonly #dispatches: EventDispatch[];
  /** The number of statements of each transaction. */
  readonly statements: number[] = [];
  /** Mishaps that took place. */
  readonly happened = new Set<Mishap['kind']>();
  #batches = 0;
  #isTakenOver = false;

  constructor(store: Store, story: Story) {
    this.#store = store;
    this.#story = story;
    this.#dispatches = [this.#dispatch(), this.#dispatch()];
  }

  /** Empties the store, and lets the story happen. */
  async play(): Promise<void> {
    const { clock, open, db } = this.#store;
    await this.#begin();
    for (let idle = 0; idle < MAX_IDLE_ROUNDS; ) {
      if ((await this.#step(0)) || (await this.#step(1))) continue;
      if (this.#batches < this.#story.batches.length) await this.#addNext();
      else if ((await open()) === 0) return;
      // After some tries the operator repairs the data.
      if (idle >= 3) await db.run(`UPDATE market_event SET kind = 'ANY_OFFER_CHANGED'`);
      idle += 1;
      clock.now += IDLE_MS;
    }
    assert.fail(`${await open()} events are still open`);
  }

  /** Every event reached every receiver once, in the order of revisions for each item, numbered 1, 2, 3 ... for each seller. */
  async assertInOrder(): Promise<void> {
    const rows = await this.#store.db.all<{ seller: string; sequence: number; revision: number; item: string }>(
      `SELECT seller_event.seller_id AS seller, seller_event.sequence, seller_event.revision, event_content.item_id AS item
         FROM seller_event JOIN event_content ON event_content.revision = seller_event.revision
        ORDER BY seller_event.seller_id, seller_event.sequence`,
    );
    for (const [seller, list] of Map.groupBy(rows, (row) => row.seller)) {
      const numbers = Array.from(list.keys(), (n) => n + 1);
      assert.deepEqual(
        list.map(({ sequence }) => sequence),
        numbers,
        `sequences of ${seller}`,
      );
      for (const [item, events] of Map.groupBy(list, (row) => row.item)) {
        const revisions = events.map(({ revision }) => revision);
        const rising = revisions.toSorted((a, b) => a - b);
        assert.deepEqual(revisions, rising, `revisions of ${item} for ${seller}`);
      }
    }
    const deliveries = await this.#store.db.all<{ sequence: number; previous: number | null }>(
      'SELECT sequence, previous_sequence AS previous FROM delivery ORDER BY sequence',
    );
    assert.deepEqual(
      deliveries.map(({ sequence, previous }) => [sequence, previous]),
      rows.filter(({ seller }) => seller === sellerOf(0)).map((_row, n) => [n + 1, n === 0 ? null : n]),
    );
    const published = rows.map(({ revision, seller }) => `${revision} ${seller}`);
    assert.deepEqual(published.sort(), this.#expected.sort(), 'every event reaches every receiver exactly once');
  }

  async #begin(): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      for (const table of TABLES) await tx.run(`DELETE FROM ${table}`);
      await tx.run('UPDATE destination SET latest_sequence = NULL');
      await receive(
        tx,
        Array.from({ length: this.#story.receivers }, (_, n) => sellerOf(n)),
      );
    });
    await this.#addNext();
  }

  async #addNext(): Promise<void> {
    const { add, db } = this.#store;
    const events = this.#story.batches[this.#batches]?.events ?? [];
    this.#batches += 1;
    const sellers = events.map(({ from, to }) => Array.from({ length: to - from }, (_, n) => sellerOf(from + n)));
    // Without the facts of its box a change of it cannot be told.
    const kindOf = ({ isPoison }: StoryEvent) => (isPoison ? 'BUY_BOX_CHANGED' : 'ANY_OFFER_CHANGED');
    await add(events.map((one, n) => ({ itemId: one.itemId, sellers: sellers[n] ?? [], kind: kindOf(one) })));
    const rows = await db.all<{ id: number }>('SELECT id FROM market_event ORDER BY id DESC LIMIT $1', [events.length]);
    for (const [n, { id }] of rows.reverse().entries())
      for (const seller of sellers[n] ?? []) this.#expected.push(`${id} ${seller}`);
  }

  #dispatch(): EventDispatch {
    let calls = 0;
    let passedMs = 0;
    const nowMs = () => {
      const { paces } = this.#story;
      passedMs += paces[calls++ % paces.length] === 'slow' ? 2 * TARGET_MS : 0;
      return passedMs;
    };
    const goal = { targetMs: TARGET_MS, minRows: MIN_ROWS };
    // As on PostgreSQL: pauses between transactions then use no timer.
    const size = new BatchSize('postgres', { wallMs: nowMs, cpuMs: nowMs }, goal);
    return this.#store.dispatch({ transaction: (work, options) => this.#transaction(work, options) }, size);
  }

  /** A step of one process. If it is killed, another one takes its place. */
  async #step(process: 0 | 1): Promise<boolean> {
    try {
      return (await this.#dispatches[process]?.step(new AbortController().signal)) ?? false;
    } catch (error) {
      const cause = error instanceof Fault ? error.cause : undefined;
      if (cause instanceof Interruption && cause.kind === 'killed') this.#dispatches[process] = this.#dispatch();
      return false;
    }
  }

  async #transaction<T>(...[work, options]: Parameters<DispatchOptions['transaction']>): Promise<T> {
    const { clock, db } = this.#store;
    const { batches, clockMs, mishaps } = this.#story;
    const number = this.statements.push(0) - 1;
    while ((batches[this.#batches]?.transaction ?? Number.POSITIVE_INFINITY) <= number) await this.#addNext();
    clock.now += clockMs[number % clockMs.length] ?? 0;
    const mishap = mishaps.find(({ transaction }) => transaction === number);
    if (mishap?.kind === 'takenOver' || mishap?.kind === 'lostCommit') this.happened.add(mishap.kind);
    if (mishap?.kind === 'takenOver') await this.#takeOver(mishap.statement % 2 === 0 ? IDLE_MS : 0);
    const run = db.transaction((tx) => work(this.#watched(tx, number, mishap)), options);
    const result = await run.catch((error) => {
      // Thrown inside, PostgreSQL would take it for a lost connection, and run the work once more.
      throw error instanceof Interruption ? storeUnavailable(error) : error;
    });
    if (mishap?.kind === 'lostCommit') throw storeUnavailable(new Error('The answer to the commit is lost.'));
    return result as T;
  }

  /** The lease of the process at work ends, and a new one does a step. Its own lease may have ended before the first one goes on. */
  async #takeOver(pauseMs: number): Promise<void> {
    if (this.#isTakenOver) return;
    this.#isTakenOver = true;
    this.#store.clock.now += IDLE_MS;
    await this.#dispatch()
      .step(new AbortController().signal)
      .catch(() => undefined);
    this.#store.clock.now += pauseMs;
    this.#isTakenOver = false;
  }

  /** Counts the statements of a transaction, and lets one of them fail. */
  #watched(tx: Sql, number: number, mishap: Mishap | undefined): Sql {
    return watchedSql(tx, () => {
      const statement = this.statements[number] ?? 0;
      this.statements[number] = statement + 1;
      if (mishap?.statement !== statement) return undefined;
      this.happened.add(mishap.kind);
      return failStatement(tx, mishap.kind);
    });
  }
}
