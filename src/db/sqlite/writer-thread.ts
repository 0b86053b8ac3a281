import { Worker } from 'node:worker_threads';
import { Fault } from '../../domain/fault.ts';
import { type Row, storeUnavailable } from '../db.ts';
import { sqliteError } from './error.ts';
import type { ThreadAnswer, ThreadCall, ThreadError } from './writer-thread-process.ts';
import type { WritingConnection } from './writing-connection.ts';

type Waiting = { resolve(result: never): void; reject(error: unknown): void };

/**
 * A connection that writes in a thread of its own: the driver is synchronous, and whoever has much to write can prepare the next
 * rows meanwhile. Statements run in the order of calls. Each costs a message in both directions, and a copy of its rows.
 */
export class WriterThread implements WritingConnection {
  readonly #worker: Worker;
  readonly #file: string;
  readonly #onError: (error: unknown) => void;
  /** Calls without an answer, in their order. */
  readonly #waiting: Waiting[] = [];
  #ended: unknown;

  constructor(file: string, onError: (error: unknown) => void) {
    this.#file = file;
    this.#onError = onError;
    this.#worker = new Worker(new URL('./writer-thread-process.ts', import.meta.url), { workerData: file });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#answer(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The thread that writes has ended.')));
  }

  get<R>(sql: string, params?: Row): Promise<R | undefined> {
    return this.#call('get', sql, params);
  }

  all<R>(sql: string, params?: Row): Promise<R[]> {
    return this.#call('all', sql, params);
  }

  run(sql: string, params?: Row): Promise<number> {
    return this.#call('run', sql, params);
  }

  many<R>(sql: string, rows: readonly Row[]): Promise<R[]> {
    return rows.length === 0 ? Promise.resolve([]) : this.#call('many', sql, rows);
  }

  /** Never throws, as that of `SqliteConnection`. */
  async rollback(): Promise<void> {
    await this.#call('rollback').catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#call('close').catch(() => undefined);
    await this.#worker.terminate();
  }

  #call<T>(method: ThreadCall['method'], sql = '', values: ThreadCall['values'] = []): Promise<T> {
    if (this.#ended !== undefined) return Promise.reject(storeUnavailable(this.#ended));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ resolve, reject } as Waiting);
      this.#worker.postMessage({ method, sql, values } satisfies ThreadCall);
    });
  }

  #answer({ result, error }: ThreadAnswer): void {
    const waiting = this.#waiting.shift();
    if (error === undefined) waiting?.resolve(result as never);
    else {
      const translated = sqliteError(errorFrom(error), this.#file);
      this.#onError(translated);
      waiting?.reject(translated);
    }
  }

  #end(reason: unknown): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.splice(0)) reject(storeUnavailable(reason));
  }
}

/** The error of the driver, which `sqliteError` translates here as it did there: classes do not survive the copy. */
function errorFrom({ message, fault, isTypeError, ...codes }: ThreadError): Error {
  if (fault !== undefined) return new Fault(fault.code, fault.problems);
  return Object.assign(isTypeError ? new TypeError(message) : new Error(message), codes);
}
