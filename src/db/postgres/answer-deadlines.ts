import type { PoolClient } from 'pg';

const SWEEP_MS = 250;

/**
 * Breaks connections on which an answer is overdue, so that their statements fail. The server itself ends a statement that
 * takes too long; this is for a server or a network that vanished. The driver's own `query_timeout` sets a timer for each
 * statement, which costs 9 µs of its 105.
 */
export class AnswerDeadlines {
  readonly #deadlinesMs = new Map<PoolClient, number>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS).unref();
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
      // `client.end()` would wait for the answer. The pool itself breaks connections in this way too.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }
}
