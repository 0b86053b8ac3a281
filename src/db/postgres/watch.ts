import type { PoolClient } from 'pg';

const sweepMs = 250;

/**
 * Breaks connections on which an answer is overdue, so that its statements fail. The server itself stops a statement that
 * takes too long; this is for a server or a network that is gone without a word. The driver's own `query_timeout` sets a
 * timer for each statement, which costs 9 µs of its 105.
 */
export class AnswerWatch {
  readonly #deadlinesMs = new Map<PoolClient, number>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#sweep(), sweepMs).unref();
  }

  expect(client: PoolClient, withinMs: number): void {
    this.#deadlinesMs.set(client, performance.now() + withinMs);
  }

  answered(client: PoolClient): void {
    this.#deadlinesMs.delete(client);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #sweep(): void {
    const nowMs = performance.now();
    for (const [client, deadlineMs] of this.#deadlinesMs) {
      if (nowMs < deadlineMs) continue;
      this.#deadlinesMs.delete(client);
      // `client.end()` would wait for the answer. The pool breaks connections in the same way.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }
}
