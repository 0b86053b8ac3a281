import type { Db } from '../../db/db.ts';
import type { RecordChange } from '../records/record-change.ts';

/** How far behind the time of a marketplace's last change may be while it changes. */
const WRITE_EVERY_MS = 5_000;

/**
 * When records of each marketplace last changed. Written after the transaction of the change, at most every few seconds: a row that
 * every change of a marketplace wrote would make them wait for each other. A process that is killed loses the last seconds.
 */
export class LastChanges {
  readonly #db: Db;
  readonly #now: () => number;
  /** By marketplace: when its row is written next, and the change that it has then. */
  readonly #written = new Map<string, number>();
  readonly #waiting = new Map<string, number>();

  constructor(db: Db, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** For the listener of record changes. Never throws: the change is stored, and the next one writes this, too. */
  note(changes: readonly RecordChange[]): void {
    const atMs = this.#now();
    for (const id of new Set(changes.flatMap(marketplaceOf))) {
      const isWaiting = this.#waiting.has(id);
      this.#waiting.set(id, atMs);
      if (isWaiting) continue;
      const pauseMs = Math.max(0, Math.min(WRITE_EVERY_MS, (this.#written.get(id) ?? 0) + WRITE_EVERY_MS - atMs));
      // Behind the caller, whose transaction may hold the only connection.
      setTimeout(() => void this.#write(id), pauseMs).unref();
    }
  }

  /** By marketplace; one without a change since the store has this table is missing. */
  async read(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.all<{ marketplace_id: string; changed_ms: number }>(
      'SELECT marketplace_id, changed_ms FROM marketplace_change',
    );
    return new Map(rows.map(({ marketplace_id, changed_ms }) => [marketplace_id, changed_ms]));
  }

  async #write(marketplaceId: string): Promise<void> {
    const atMs = this.#waiting.get(marketplaceId);
    this.#waiting.delete(marketplaceId);
    if (atMs === undefined) return;
    this.#written.set(marketplaceId, atMs);
    try {
      await this.#db.run(
        `INSERT INTO marketplace_change (marketplace_id, changed_ms) VALUES ($1, $2)
           ON CONFLICT (marketplace_id) DO UPDATE SET changed_ms = excluded.changed_ms
             WHERE marketplace_change.changed_ms < excluded.changed_ms`,
        [marketplaceId, atMs],
      );
    } catch {
      // The store is closed, or cannot be reached: the time stays what it was until the next change.
    }
  }
}

/** Sellers belong to no marketplace. */
function marketplaceOf(change: RecordChange): string[] {
  if (change.kind === 'seller') return [];
  if (change.kind === 'offer') return [change.key.marketplaceId];
  const record = change.after ?? change.before;
  return record === undefined ? [] : [record.marketplaceId];
}
