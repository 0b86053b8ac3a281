import { Worker } from 'node:worker_threads';
import type { Config } from '../../config/config.ts';
import { type Db, storeUnavailable } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';
import type { Log } from '../../log/log.ts';
import { Tally } from '../../notifications/tally.ts';
import type { DispatchedCounts, FromMarketThread, MarketThreadData, ToMarketThread } from './market-thread-messages.ts';

const PROGRAM = new URL('./market-thread-program.ts', import.meta.url);

/** A thread without calls ends after this time, and its memory is free. */
const IDLE_MS = 60_000;
/** A piece takes milliseconds, and waits for the store for seconds at most. One that takes so long will not end. */
const MAX_ANSWER_MS = 30_000;
/** What it does when it is to end takes milliseconds, or some seconds while it waits for the store. */
const MAX_END_MS = 10_000;
/** After one that failed, for so long none is started. */
const PAUSE_AFTER_FAILURE_MS = 30_000;

const POSTPONED = 'the events of an item cannot be addressed to sellers; trying again later';

type MarketThreadParts = {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly mode: PriceChangeMode;
  /** Whether this process is a worker, too. */
  readonly isWorker: boolean;
  /** Called after deliveries were queued. */
  onQueued(): void;
  now(): number;
  /** These are for tests. */
  readonly program?: URL;
  readonly maxAnswerMs?: number;
  readonly maxEndMs?: number;
  readonly idleMs?: number;
};

type Answer = Extract<FromMarketThread, { kind: 'applied' | 'failed' }>;

/**
 * A thread that applies large calls of price changes, and publishes their events: requests of this process wait neither for what it
 * computes nor for its commits. It begins with the first large call, and ends when there was none for a while. Whenever it fails, this
 * thread does its work: without it all is as right, and large calls delay requests.
 */
export class MarketThread {
  readonly #parts: MarketThreadParts;
  readonly #open = new Map<number, (answer: Answer | undefined) => void>();
  #thread: Worker | undefined;
  /** Resolves when no thread is ending any more. */
  #ending = Promise.resolve();
  #isOnline = false;
  #isStopped = false;
  #idle: NodeJS.Timeout | undefined;
  /** By `performance.now()`. */
  #failedMs = Number.NEGATIVE_INFINITY;
  #calls = 0;
  #postponed = 0;

  constructor(parts: MarketThreadParts) {
    this.#parts = parts;
  }

  /** Whether it does what the worker of this process would do for the market. */
  get isWorking(): boolean {
    return this.#parts.isWorker && this.#isOnline;
  }

  /** The number of items whose events it has postponed. */
  get postponed(): number {
    return this.#postponed;
  }

  /** As `ApplyApart`. */
  async apply(ids: readonly string[], isBusy: boolean): Promise<readonly ItemKey[] | undefined> {
    if (this.#isStopped || performance.now() - this.#failedMs < PAUSE_AFTER_FAILURE_MS) return undefined;
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    if (this.#thread === undefined) return undefined;
    const answer = await this.#answer(this.#thread, ids, isBusy);
    if (answer?.kind !== 'failed') return answer?.decided;
    if (answer.isStoreDown) throw storeUnavailable(answer.error);
    const text = 'the thread of the market could not apply price changes; this one tries';
    this.#parts.log.warn({ err: answer.error }, text);
    return undefined;
  }

  /** Undefined: the thread has ended. */
  async #answer(thread: Worker, ids: readonly string[], isBusy: boolean): Promise<Answer | undefined> {
    const call = ++this.#calls;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    this.#open.set(call, resolve);
    const timer = setTimeout(() => void thread.terminate(), this.#parts.maxAnswerMs ?? MAX_ANSWER_MS);
    post(thread, { kind: 'apply', call, ids, isBusy });
    const answer = await promise;
    clearTimeout(timer);
    this.#open.delete(call);
    if (this.#open.size === 0) this.#idle = setTimeout(() => this.#end(), this.#parts.idleMs ?? IDLE_MS).unref();
    return answer;
  }

  /** The market has changed in this thread: the other one publishes the events. */
  changed(): void {
    if (this.isWorking && this.#thread) post(this.#thread, { kind: 'changed' });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#end();
    await this.#ending;
  }

  /** It ends by itself, or is ended when it hangs. */
  #end(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread === undefined) return;
    const timer = setTimeout(() => void thread.terminate(), this.#parts.maxEndMs ?? MAX_END_MS);
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    this.#ending = Promise.all([this.#ending, ended]).then(() => clearTimeout(timer));
    post(thread, { kind: 'stop' });
  }

  /** Undefined: the machine has no place for another thread. */
  #start(): Worker | undefined {
    const { config, db, log, mode, isWorker, program = PROGRAM, now } = this.#parts;
    const turns = db.lendTurns();
    const workerData: MarketThreadData = { config, mode, isWorker, turns, startMs: now() };
    let thread: Worker;
    try {
      thread = new Worker(program, { workerData, transferList: turns ? [turns] : [], execArgv: [] });
    } catch (err) {
      turns?.close();
      this.#failedMs = performance.now();
      log.warn(
        { err, seconds: PAUSE_AFTER_FAILURE_MS / 1_000 },
        'no thread of the market can be started; this one does its work',
      );
      return undefined;
    }
    thread.unref();
    thread.once('online', () => log.info('a thread applies large calls of price changes from now on'));
    thread.on('message', (message: FromMarketThread) => this.#received(message));
    thread.on('error', (err) => log.error({ err }, 'the thread of the market failed'));
    thread.on('exit', () => {
      turns?.close();
      if (this.#thread === thread) {
        this.#failedMs = performance.now();
        log.warn({ seconds: PAUSE_AFTER_FAILURE_MS / 1_000 }, 'the thread of the market ended; this one does its work');
      }
      // Another one has begun while this one ended.
      if (this.#thread !== undefined && this.#thread !== thread) return;
      this.#thread = undefined;
      this.#isOnline = false;
      this.#postponed = 0;
      for (const resolve of this.#open.values()) resolve(undefined);
    });
    return thread;
  }

  #received(message: FromMarketThread): void {
    const { log } = this.#parts;
    this.#isOnline = true;
    if ('postponed' in message) this.#postponed = message.postponed;
    if (message.kind === 'warning') log.warn({ err: message.error }, message.text);
    else if (message.kind === 'dispatched') this.#dispatched(message.batch);
    else if (message.kind === 'postponed') log.error({ err: message.error, ...message.item }, POSTPONED);
    else this.#open.get(message.call)?.(message);
  }

  #dispatched({ countByKind, deliveries, tally }: DispatchedCounts): void {
    const { metrics, onQueued } = this.#parts;
    metrics.tallied(Tally.of(tally));
    for (const [kind, count] of countByKind) metrics.eventsDispatched(kind, count);
    if (deliveries > 0) onQueued();
  }
}

const post = (thread: Worker, message: ToMarketThread): void => thread.postMessage(message);
