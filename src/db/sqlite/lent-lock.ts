import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { WriteLock } from '../write-lock.ts';

/** What the borrower asks for, and the lender's answer to `acquire`. */
type Message = 'acquire' | 'release' | 'granted';

/** The lender waits for no deadline: the borrower has one, and gives back a turn that comes after it. */
const NO_DEADLINE_MS = 2 ** 31 - 1;

export type LentTurns = {
  /** Awaited before the borrower gets its turn. */
  before(): Promise<void>;
  /** Called after its turn: it may have changed the store. */
  after(): void;
};

/**
 * Lends the lock of this thread's connection that writes to another thread with the same file open. With SQLite's own lock alone they would
 * try again and again, in no order. A borrower that ends during its turn gives the lock back. Returns its end of the channel.
 */
export function lendLock(lock: WriteLock, turns: LentTurns): MessagePort {
  const { port1: own, port2: others } = new MessageChannel();
  let isLent = false;
  let isClosed = false;
  const giveBack = () => {
    isLent = false;
    turns.after();
    lock.release();
  };
  const lend = async () => {
    await lock.acquire(NO_DEADLINE_MS, () => new Error('unreachable'));
    await turns.before();
    isLent = true;
    if (isClosed) giveBack();
    else own.postMessage('granted' satisfies Message);
  };
  own.on('message', (message: Message) => (message === 'acquire' ? void lend() : giveBack()));
  own.on('close', () => {
    isClosed = true;
    if (isLent) giveBack();
  });
  own.unref();
  return others;
}

type Waiter = { take(): void; readonly timer: NodeJS.Timeout };

/** The borrower's side: the lock of a thread that opens a file which another thread of the process has open. */
export class LentLock implements WriteLock {
  readonly #port: MessagePort;
  readonly #waiting: Waiter[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', () => this.#granted());
  }

  /** Only the lender knows. */
  readonly isFree = false;

  get waiting(): number {
    return this.#waiting.length;
  }

  acquire(timeoutMs: number, timeoutError: () => Error): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      reject(timeoutError());
    }, timeoutMs);
    const waiter: Waiter = { take: resolve, timer };
    this.#waiting.push(waiter);
    this.#port.postMessage('acquire' satisfies Message);
    return promise;
  }

  release(): void {
    this.#port.postMessage('release' satisfies Message);
  }

  #granted(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      // Whoever asked for this turn has waited for too long.
      this.release();
      return;
    }
    clearTimeout(next.timer);
    next.take();
  }
}
