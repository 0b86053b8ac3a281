import type { Sql } from '../../db/db.ts';
import type { Caller } from '../../domain/authorization/rights.ts';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import { DAY_MS } from '../../domain/duration.ts';

const MAX_REMEMBERED = 10_000;
const NEVER = -1;

/**
 * Records when a delegated application last showed a valid token of a seller, once a day: a provider that cannot be asked what a
 * seller has withdrawn gives no other sign (decision 38). Called when the provider confirms a token, so not at every request.
 */
export class ApplicationUse {
  readonly #sql: Sql;
  readonly #now: () => number;
  readonly #onFailure: (error: unknown) => void;
  /** The day of the last record, by seller and application. */
  readonly #days = new BoundedCache<number>(MAX_REMEMBERED);

  constructor(sql: Sql, now: () => number, onFailure: (error: unknown) => void) {
    this.#sql = sql;
    this.#now = now;
    this.#onFailure = onFailure;
  }

  /** Returns at once. A record that fails is tried again with the next token. */
  record({ grant, clientId, sellerId }: Caller): void {
    if (grant !== 'delegated' || sellerId === undefined) return;
    const key = `${sellerId}\n${clientId}`;
    const nowMs = this.#now();
    const day = Math.floor(nowMs / DAY_MS);
    if (this.#days.get(key) === day) return;
    this.#days.set(key, day);
    this.#save(sellerId, clientId, nowMs, day * DAY_MS).catch((error: unknown) => {
      this.#days.set(key, NEVER);
      this.#onFailure(error);
    });
  }

  /** Only applications that own destinations or schedules of reports have a row. */
  async #save(sellerId: string, application: string, nowMs: number, beforeMs: number): Promise<void> {
    await this.#sql.run(
      `UPDATE delegated_application SET used_ms = $3, warned_ms = NULL
       WHERE seller_id = $1 AND application = $2 AND used_ms < $4`,
      [sellerId, application, nowMs, beforeMs],
    );
  }
}
