/** What the load goes through before each of its requests or visits: a closed gate lets nobody in, and waits until all are out. */
export class Gate {
  #inside = 0;
  #closedMs = 0;
  #closed: { readonly sinceMs: number; readonly opened: PromiseWithResolvers<void> } | undefined;
  #left = Promise.withResolvers<void>();

  get isOpen(): boolean {
    return this.#closed === undefined;
  }

  /** How long it was closed so far. */
  closedMs(): number {
    return this.#closedMs + (this.#closed === undefined ? 0 : performance.now() - this.#closed.sinceMs);
  }

  /** Runs it as soon as the gate is open. */
  async through<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed !== undefined) await this.#closed.opened.promise;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#left.resolve();
    }
  }

  /** Resolves when nobody is inside. */
  async close(): Promise<void> {
    this.#closed = { sinceMs: performance.now(), opened: Promise.withResolvers() };
    while (this.#inside > 0) {
      this.#left = Promise.withResolvers();
      await this.#left.promise;
    }
  }

  open(): void {
    const closed = this.#closed;
    if (closed === undefined) return;
    this.#closedMs += performance.now() - closed.sinceMs;
    this.#closed = undefined;
    closed.opened.resolve();
  }
}
