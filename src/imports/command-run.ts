import type { Db } from '../db/db.ts';
import { timeOrderedId } from '../db/time-ordered-id.ts';
import type { ImportCounts } from '../domain/market/import-run.ts';
import { IMPORT_BEAT_MS, LEASE_MS } from './claim.ts';
import type { ImportFiles } from './import-files.ts';
import { commandFileName } from './import-table.ts';
import { KeptRejects } from './kept-rejects.ts';

/** Also while boards are built after the last line, which tells nothing of its progress. */
const COMMAND_LEASE_MS = 60 * LEASE_MS;

export type CommandStore = { readonly db: Db; readonly now: () => number; readonly files: ImportFiles };

export type CommandFacts = {
  readonly files: readonly string[];
  readonly quiet: boolean | undefined;
  readonly who: { readonly type: string; readonly id: string };
  readonly from: string;
};

/** Lists an import that a command runs, beside those that were uploaded. */
export class CommandRun {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #id: string;
  readonly rejects: KeptRejects;
  /** The marketplaces that its records are about. The import adds to it. */
  readonly marketplaceIds = new Set<string>();
  #writtenAt = performance.now();
  #writing: Promise<unknown> | undefined;

  private constructor({ db, now, files }: CommandStore, id: string) {
    this.#db = db;
    this.#now = now;
    this.#id = id;
    this.rejects = new KeptRejects(files, id);
  }

  static async begin(store: CommandStore, { files, quiet, who, from }: CommandFacts): Promise<CommandRun> {
    const nowMs = store.now();
    const names = files.map(commandFileName).join(', ').slice(0, 1_000);
    const id = timeOrderedId('imp', nowMs);
    await store.db.run(
      `INSERT INTO market_import (id, state, source, file_name, quiet, who_type, who, from_address, created_ms, started_ms, bytes, read_bytes,
         lines, marketplaces, starts, lease_until_ms, applier_type, applier)
       VALUES ($1, 'APPLYING', 'command', $2, $3, $4, $5, $6, $7, $7, 0, 0, 0, '[]', 1, $8, $4, $5)`,
      [
        ...[id, names, quiet === undefined ? null : Number(quiet), who.type, who.id, from],
        ...[nowMs, nowMs + COMMAND_LEASE_MS],
      ],
    );
    return new CommandRun(store, id);
  }

  /** Writes seldom, and behind the load. */
  progress(lines: number, counts: ImportCounts): void {
    if (this.#writing !== undefined || performance.now() - this.#writtenAt < IMPORT_BEAT_MS) return;
    this.#writtenAt = performance.now();
    const written = this.#write('APPLYING', lines, counts, this.#now() + COMMAND_LEASE_MS);
    // A store that cannot be reached ends the load itself.
    this.#writing = written
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async end(state: 'DONE' | 'FAILED', lines: number, counts: ImportCounts): Promise<void> {
    await this.#writing;
    await this.rejects.end();
    await this.#write(state, lines, counts, null);
  }

  async #write(state: string, lines: number, counts: ImportCounts, leaseUntilMs: number | null): Promise<void> {
    await this.#db.run(
      `UPDATE market_import SET state = $2, lines = $3, applied = $4, lease_until_ms = $5, ended_ms = $6, marketplaces = $7 WHERE id = $1`,
      [
        ...[
          this.#id,
          state,
          lines,
          JSON.stringify({ ...counts, rejectedStored: this.rejects.lines }),
          leaseUntilMs,
          leaseUntilMs === null ? this.#now() : null,
        ],
        JSON.stringify([...this.marketplaceIds].sort()),
      ],
    );
  }
}
