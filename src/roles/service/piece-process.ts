import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ItemKey } from '../../domain/market/item.ts';
import { forwardLines } from '../../log/forward-lines.ts';
import type { Log } from '../../log/log.ts';
import type { PieceApplier } from '../../market/price-changes/piece-applier.ts';
import {
  PIECES_READY,
  type PieceAnswer,
  type PieceFork,
  type PieceOrder,
  STOP_PIECES,
} from '../../processes/piece-fork.ts';

/** The process ends after so long without an order: most sellers change one price now and then. */
const IDLE_MS = 60_000;
/**
 * A piece takes some tens of milliseconds. One that takes longer holds up all writers, because the cores are busy with what has a higher
 * priority: the process is ended, and this one goes on by itself.
 */
const PIECE_MS = 3_000;
/** After one that ended or could not be started, this process goes on by itself for so long. */
const PAUSE_MS = 30_000;
const KILL_AFTER_MS = 4_000;

export type PieceProcessOptions = { idleMs?: number; pieceMs?: number; pauseMs?: number };

type Waiting = PromiseWithResolvers<readonly ItemKey[]>;

/**
 * The process of low priority that applies large calls of price changes for this one. The first large call starts it, and is applied here
 * until it is ready.
 */
export class PieceProcess implements PieceApplier {
  readonly #fork: PieceFork;
  readonly #log: Log;
  readonly #times: Required<PieceProcessOptions>;
  #child: ChildProcess | undefined;
  #isReady = false;
  #isStopping = false;
  #mayStartMs = Number.NEGATIVE_INFINITY;
  #orders = 0;
  readonly #waiting = new Map<number, Waiting>();
  #idle: NodeJS.Timeout | undefined;

  constructor(fork: PieceFork, log: Log, times: PieceProcessOptions = {}) {
    this.#fork = fork;
    this.#log = log;
    this.#times = { idleMs: IDLE_MS, pieceMs: PIECE_MS, pauseMs: PAUSE_MS, ...times };
  }

  apply(ids: readonly string[]): (() => Promise<readonly ItemKey[]>) | undefined {
    if (this.#isStopping) return undefined;
    if (this.#child === undefined) this.#start();
    if (!this.#isReady) return undefined;
    return () => this.#order(ids);
  }

  /** Resolves when the process has ended. Its last piece is settled or undone then. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#end();
  }

  #start(): void {
    if (performance.now() < this.#mayStartMs) return;
    const child = this.#fork();
    this.#child = child;
    child.once('error', (err) => this.#onGone(child, { err }));
    child.once('close', (code, signal) => this.#onGone(child, { code, signal }));
    child.on('message', (message: PieceAnswer | typeof PIECES_READY) => {
      if (message === PIECES_READY) {
        this.#isReady = this.#child === child;
        this.#endWhenIdle();
      } else this.#answered(message);
    });
    if (child.stdout) forwardLines(child.stdout, this.#log.print);
    if (child.stderr) forwardLines(child.stderr, this.#log.printError);
  }

  async #order(ids: readonly string[]): Promise<readonly ItemKey[]> {
    const child = this.#child;
    if (child === undefined || !this.#isReady) throw new Error('The process that applies price changes has ended.');
    this.#orders += 1;
    const order = this.#orders;
    const waiting = Promise.withResolvers<readonly ItemKey[]>();
    this.#waiting.set(order, waiting);
    const late = setTimeout(() => {
      this.#log.warn({ seconds: this.#times.pieceMs / 1_000 }, 'a piece of price changes took too long elsewhere');
      child.kill('SIGKILL');
    }, this.#times.pieceMs);
    clearTimeout(this.#idle);
    try {
      // A failure comes as an event.
      child.send({ order, ids } satisfies PieceOrder, () => undefined);
      return await waiting.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(order);
      this.#endWhenIdle();
    }
  }

  #answered(answer: PieceAnswer): void {
    const waiting = this.#waiting.get(answer.order);
    if ('problem' in answer) waiting?.reject(new Error(answer.problem));
    else waiting?.resolve(answer.items.map(([marketplaceId, itemId]) => ({ marketplaceId, itemId })));
  }

  #onGone(child: ChildProcess, facts: { err?: unknown; code?: number | null; signal?: string | null }): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#isReady = false;
    clearTimeout(this.#idle);
    if (facts.code !== 0) {
      this.#mayStartMs = performance.now() + this.#times.pauseMs;
      this.#log.warn(facts, 'the process that applies large calls of price changes ended; they are applied without it');
    }
    for (const { reject } of this.#waiting.values()) reject(new Error('The process that applies price changes ended.'));
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#waiting.size > 0 || this.#child === undefined) return;
    this.#idle = setTimeout(() => void this.#end(), this.#times.idleMs).unref();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#isReady = false;
    clearTimeout(this.#idle);
    if (child?.pid === undefined) return;
    const closed = once(child, 'close');
    if (child.connected) child.send(STOP_PIECES, () => undefined);
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    await closed;
    clearTimeout(timer);
  }
}
