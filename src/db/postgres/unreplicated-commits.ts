import type { PoolClient } from 'pg';

/**
 * Connections on which the server acknowledged a commit that no synchronous standby has. When an administrator cancels a commit
 * that waits for its standby (`pg_cancel_backend`), the server cannot undo it: it warns, and then reports success. If the
 * primary is lost now, so is the commit. Its caller must not take it for done.
 */
export class UnreplicatedCommits {
  readonly #clients = new Set<PoolClient>();

  watch(client: PoolClient): void {
    client.on('notice', ({ routine }) => {
      // The text of the warning depends on the language of the server, and its SQLSTATE is that of any warning.
      if (routine === 'SyncRepWaitForLSN') this.#clients.add(client);
    });
  }

  /** Whether the statement that was just answered is such a commit. */
  take(client: PoolClient): boolean {
    return this.#clients.size > 0 && this.#clients.delete(client);
  }
}
