import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SqliteConnection } from './connection.ts';

/** Pages in the log, and not yet in the file, that begin a checkpoint. SQLite's own number. */
const DUE_PAGES = 1_000;

/** From so many pages in the log on, the next writer waits until all of them are in the file: the log is then written from its beginning again. 32 MB. */
const FULL_PAGES = 8_000;

/** The connection that writes makes checkpoints itself from here on, as it does without a thread. */
const OWN_PAGES = 3 * FULL_PAGES;
const OWN_PAGES_WITHOUT_THREAD = DUE_PAGES;

const MAX_WAIT_MS = 1_000;

const PROGRAM = new URL('./checkpoint-thread.ts', import.meta.url);

/** For tests. */
export type CheckpointOptions = { duePages?: number; fullPages?: number; program?: URL };

/** For a connection of another thread, whose process makes checkpoints after each of its turns (`LentTurns`). */
export const leaveCheckpoints = (writer: SqliteConnection): void => makeOwnFrom(writer, OWN_PAGES);

const makeOwnFrom = (writer: SqliteConnection, pages: number): void =>
  writer.exec(`PRAGMA wal_autocheckpoint = ${pages}`);

type LogPages = { readonly log: number; readonly checkpointed: number };

/**
 * Checkpoints in a thread with a connection of its own. SQLite makes them inside COMMIT: a transaction that fills the log would copy
 * thousands of pages and wait for the disk twice, and every request of the process with it. The thread starts when the log is long
 * for the first time: most processes and commands never need it. Without this file SQLite makes the checkpoints, and all is
 * as safe: see `docs/reliability.md`.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #writer: SqliteConnection;
  readonly #duePages: number;
  readonly #fullPages: number;
  readonly #program: URL;
  #thread: Worker | undefined;
  #isOff = false;
  /** The checkpoint that runs. */
  #running: Promise<void> | undefined;
  #fullAt: number;
  #pages = 0;

  constructor(file: string, writer: SqliteConnection, { duePages, fullPages, program }: CheckpointOptions = {}) {
    this.#file = file;
    this.#writer = writer;
    this.#duePages = duePages ?? DUE_PAGES;
    this.#fullPages = fullPages ?? FULL_PAGES;
    this.#program = program ?? PROGRAM;
    this.#fullAt = this.#fullPages;
    makeOwnFrom(writer, OWN_PAGES);
  }

  /** To be called after every commit of the connection that writes. Never throws: the commit has happened. */
  afterCommit(): void {
    const found = this.#isOff ? undefined : this.#log();
    if (found === undefined) return;
    if (found.log < this.#pages) this.#fullAt = this.#fullPages;
    this.#pages = found.log;
    if (found.log - found.checkpointed >= this.#duePages) this.#running ??= this.#checkpoint();
  }

  /**
   * Keeps the log bounded: to be awaited by the one who holds the write lock, before BEGIN. Where another process reads old pages
   * for long, the log grows on, and writers wait only now and then.
   */
  async room(): Promise<void> {
    if (this.#pages < this.#fullAt || this.#isOff) return;
    this.#fullAt = this.#pages + this.#fullPages;
    await Promise.race([this.#running, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    this.#running ??= this.#checkpoint();
    await Promise.race([this.#running, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  /** Resolves when the thread has closed its connection. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#isOff = true;
    if (thread === undefined) return;
    const ended = once(thread, 'exit');
    thread.ref();
    thread.postMessage('close');
    await ended;
  }

  /** Changes nothing, and takes 4 µs. */
  #log(): LogPages | undefined {
    try {
      return this.#writer.get<LogPages>('PRAGMA wal_checkpoint(NOOP)');
    } catch {
      return undefined;
    }
  }

  async #checkpoint(): Promise<void> {
    const waiting = new AbortController();
    try {
      this.#thread ??= this.#start();
      const thread = this.#thread;
      // Somebody may wait for it, and nothing else keep the process running.
      thread.ref();
      thread.postMessage('checkpoint');
      await Promise.race([once(thread, 'message', waiting), once(thread, 'exit', waiting)]);
      if (this.#thread !== undefined) thread.unref();
    } catch {
      this.#giveUp();
    } finally {
      waiting.abort();
      this.#running = undefined;
    }
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { workerData: this.#file, execArgv: [] });
    thread.on('error', () => this.#giveUp());
    return thread;
  }

  #giveUp(): void {
    if (this.#isOff) return;
    this.#isOff = true;
    this.#thread = undefined;
    makeOwnFrom(this.#writer, OWN_PAGES_WITHOUT_THREAD);
  }
}
