import type { PoolClient } from 'pg';

const SWEEP_MS = 250;

/**
 * Breaks connections on which an answer is overdue, so that their statements fail. The server itself ends a statement that
 * takes too long; this is for a server or a network that vanished. The driver's own `query_timeout` sets a timer for each
 * statement, which costs 9 µs of its 105.
 *
 * When one answer is overdue, the server behind the other connections is most likely gone, too: a primary that is frozen
 * keeps its connections open. If they stayed in the pool, each of them would cost one more statement its whole timeout.
 * Those that wait for no answer are therefore broken at the same time, and the next statement reconnects, to the new
 * primary if there is one. Those that wait keep their own deadlines, which may be long for good reason.
 */
export class AnswerDeadlines {
  readonly #deadlinesMs = new Map<PoolClient, number>();
  readonly #open = new Set<PoolClient>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS).unref();
  }

  opened(client: PoolClient): void {
    this.#open.add(client);
  }

  closed(client: PoolClient): void {
    this.#open.delete(client);
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
    if (this.#overdue().length === 0) return;
    for (const client of this.#open) if (!this.#deadlinesMs.has(client)) breakConnection(client);
    // The pool learns of a closed socket in the next turn of the event loop, in no promised order. The callers of overdue
    // statements must come later: they would otherwise repeat them on a connection that is closed already.
    setTimeout(() => {
      for (const client of this.#overdue()) {
        this.#deadlinesMs.delete(client);
        breakConnection(client);
      }
    }, 1);
  }

  #overdue(): PoolClient[] {
    const nowMs = performance.now();
    return [...this.#deadlinesMs].filter(([, deadlineMs]) => nowMs >= deadlineMs).map(([client]) => client);
  }
}

/** `client.end()` would wait for the answer. The pool itself breaks connections in this way too. */
function breakConnection(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
