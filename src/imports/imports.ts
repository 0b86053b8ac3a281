import { createHash } from 'node:crypto';
import { TtlValue } from '../async/ttl-value.ts';
import { appendEntry } from '../audit/entry-table.ts';
import type { Db, Sql } from '../db/db.ts';
import { timeOrderedId } from '../db/time-ordered-id.ts';
import type { OperatorCaller } from '../domain/audit/operator-caller.ts';
import {
  IMPORT_STATES,
  type ImportRun,
  type ImportState,
  isAbout,
  OPEN_IMPORTS,
  WRITTEN_IMPORTS,
} from '../domain/market/import-run.ts';
import { IMPORT_BEAT_MS, LEASE_MS, lockImports } from './claim.ts';
import type { ImportFileKind, ImportFiles } from './import-files.ts';
import { type ImportRow, importColumns, importOf } from './import-table.ts';

/** Uploads that have not ended: each has a file. */
const MAX_OPEN_IMPORTS = 10;
/** The beginning of a file that shows what it is. */
const HEAD_BYTES = 65_536;

export type AskedImport = {
  readonly fileName: string;
  readonly kind: string | undefined;
  readonly quiet: boolean | undefined;
};

/** Why nothing was stored. */
export type UploadRefusal = 'too many' | { readonly tooLarge: number } | { readonly problem: string };

export type ImportsOptions = {
  readonly files: ImportFiles;
  readonly maxBytes: number;
  readonly now: () => number;
  /** Why a file that begins so is no market file; undefined when it may be one. */
  problemOfHead(head: Uint8Array, isWhole: boolean, asked: AskedImport): Promise<string | undefined>;
};

/** How many of the newest imports are looked through for the last one of each marketplace, and how long what was found is shown. */
const MAX_LOOKED_AT = 300;
const KEPT_MS = 5_000;

export type ImportPlace = { readonly createdMs: number; readonly id: string };

/** Files of market data that the operator uploads, and how far their imports are. A worker does the work (`import-runner.ts`). */
export class Imports {
  readonly #db: Db;
  readonly #options: ImportsOptions;
  readonly #last: TtlValue<ImportRun[]>;

  constructor(db: Db, options: ImportsOptions) {
    this.#db = db;
    this.#options = options;
    this.#last = new TtlValue(
      () => this.page(WRITTEN_IMPORTS, undefined, MAX_LOOKED_AT),
      KEPT_MS,
      () => performance.now(),
    );
  }

  /** Stores a file while it arrives. What is refused, or breaks off, leaves nothing. */
  async upload(
    chunks: AsyncIterable<Uint8Array>,
    asked: AskedImport,
    caller: OperatorCaller,
  ): Promise<ImportRun | UploadRefusal> {
    const id = await this.#begin(asked, caller);
    if (id === undefined) return 'too many';
    try {
      const stored = await this.#store(id, chunks, asked);
      if ('bytes' in stored) return await this.#stored(id, stored, caller);
      await this.#drop(id);
      return stored;
    } catch (error) {
      // Also here the row goes last: whoever finds files without a row removes them.
      await this.#drop(id).catch(() => undefined);
      throw error;
    }
  }

  /** The newest first. */
  async page(states: readonly ImportState[], before: ImportPlace | undefined, limit: number): Promise<ImportRun[]> {
    const wanted = states.length === 0 ? IMPORT_STATES : states;
    const { createdMs, id } = before ?? { createdMs: Number.MAX_SAFE_INTEGER, id: '' };
    const rows = await this.#db.all<ImportRow>(
      `SELECT ${importColumns} FROM market_import WHERE created_ms <= $1 AND (created_ms < $1 OR id < $2)
         AND state IN (${wanted.map((_, n) => `$${n + 4}`).join(', ')}) ORDER BY created_ms DESC, id DESC LIMIT $3`,
      [createdMs, id, limit, ...wanted],
    );
    return rows.map(importOf);
  }

  /** The last import about each of these marketplaces that was written, or refused before. */
  async lastOf(marketplaceIds: readonly string[]): Promise<ReadonlyMap<string, ImportRun>> {
    const runs = await this.#last.get();
    return new Map(
      marketplaceIds.flatMap((id) => {
        const last = runs.find((run) => isAbout(run, id));
        return last === undefined ? [] : [[id, last]];
      }),
    );
  }

  async find(id: string): Promise<ImportRun | undefined> {
    return find(this.#db, id);
  }

  /** Has a checked import written by a worker. Returns it as it was where its state does not allow that; undefined: there is none. */
  async apply(id: string, caller: OperatorCaller): Promise<{ run: ImportRun; isQueued: boolean } | undefined> {
    return this.#change(id, async (tx, run, nowMs) => {
      if (run.state !== 'CHECKED') return false;
      await tx.run(
        `UPDATE market_import SET state = 'APPLY_QUEUED', started_ms = NULL, ended_ms = NULL, starts = 0, applier_type = $2, applier = $3
          WHERE id = $1`,
        [id, caller.who.type, caller.who.id],
      );
      await appendEntry(tx, {
        ...{ atMs: nowMs, ...caller, operation: 'applyImport', outcome: 'begun' },
        details: { importId: id, fileName: run.fileName, sha256: run.sha256, bytes: run.bytes },
      });
      return true;
    });
  }

  /** Ends an import. One that is being written ends within seconds, and keeps what it has written. */
  async cancel(id: string, caller: OperatorCaller): Promise<{ run: ImportRun; isQueued: boolean } | undefined> {
    const cancelled = await this.#change(id, async (tx, run, nowMs) => {
      if (run.source !== 'upload' || !OPEN_IMPORTS.includes(run.state)) return false;
      const isWorkedOn = run.state === 'CHECKING' || run.state === 'APPLYING' || run.state === 'UPLOADING';
      await tx.run(
        `UPDATE market_import SET cancel_ms = $2${isWorkedOn ? '' : `, state = 'CANCELLED', ended_ms = $2`} WHERE id = $1`,
        [id, nowMs],
      );
      await appendEntry(tx, {
        ...{ atMs: nowMs, ...caller, operation: 'cancelImport', outcome: 'done' },
        details: { importId: id, fileName: run.fileName, state: run.state },
      });
      return true;
    });
    if (cancelled?.run.state === 'CANCELLED') await this.#options.files.remove(id, 'file');
    return cancelled;
  }

  read(id: string, kind: ImportFileKind): AsyncIterable<Uint8Array> {
    return this.#options.files.read(id, kind);
  }

  async #change(
    id: string,
    change: (tx: Sql, run: ImportRun, nowMs: number) => Promise<boolean>,
  ): Promise<{ run: ImportRun; isQueued: boolean } | undefined> {
    return this.#db.transaction(async (tx) => {
      await lockImports(tx);
      const run = await find(tx, id);
      if (run === undefined) return undefined;
      const isQueued = await change(tx, run, this.#options.now());
      return { run: isQueued ? ((await find(tx, id)) ?? run) : run, isQueued };
    });
  }

  async #begin(asked: AskedImport, { who, from }: OperatorCaller): Promise<string | undefined> {
    const nowMs = this.#options.now();
    const id = timeOrderedId('imp', nowMs);
    return this.#db.transaction(async (tx) => {
      await lockImports(tx);
      const row = await tx.get<{ open: number }>(
        `SELECT COUNT(*) AS open FROM market_import WHERE source = 'upload' AND state IN (${OPEN_IMPORTS.map((state) => `'${state}'`).join(', ')})`,
      );
      if ((row?.open ?? 0) >= MAX_OPEN_IMPORTS) return undefined;
      await tx.run(
        `INSERT INTO market_import (id, state, source, file_name, kind, quiet, who_type, who, from_address, created_ms, bytes, read_bytes,
           lines, marketplaces, starts, lease_until_ms)
         VALUES ($1, 'UPLOADING', 'upload', $2, $3, $4, $5, $6, $7, $8, 0, 0, 0, '[]', 0, $9)`,
        [
          ...[id, asked.fileName, asked.kind ?? null, asked.quiet === undefined ? null : Number(asked.quiet)],
          ...[who.type, who.id, from, nowMs, nowMs + LEASE_MS],
        ],
      );
      return id;
    });
  }

  async #store(
    id: string,
    chunks: AsyncIterable<Uint8Array>,
    asked: AskedImport,
  ): Promise<{ bytes: number; sha256: string } | Exclude<UploadRefusal, 'too many'>> {
    const { files, maxBytes, problemOfHead } = this.#options;
    const writer = await files.writer(id, 'file');
    const hash = createHash('sha256');
    let head: Buffer | undefined = Buffer.alloc(0);
    let bytes = 0;
    let extendedAt = performance.now();
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > maxBytes) return { tooLarge: maxBytes };
        if (head !== undefined) {
          head = Buffer.concat([head, chunk]);
          if (head.length >= HEAD_BYTES) {
            const problem = await problemOfHead(head, false, asked);
            if (problem !== undefined) return { problem };
            head = undefined;
          }
        }
        hash.update(chunk);
        await writer.write(chunk);
        if (performance.now() - extendedAt > IMPORT_BEAT_MS) {
          extendedAt = performance.now();
          if (!(await this.#extend(id, bytes))) return { problem: 'The upload was cancelled.' };
        }
      }
      const problem = head && (await problemOfHead(head, true, asked));
      if (problem !== undefined) return { problem };
    } finally {
      await writer.end();
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  async #extend(id: string, bytes: number): Promise<boolean> {
    const row = await this.#db.get<{ cancel_ms: number | null }>(
      `UPDATE market_import SET lease_until_ms = $2, bytes = $3 WHERE id = $1 AND state = 'UPLOADING' RETURNING cancel_ms`,
      [id, this.#options.now() + LEASE_MS, bytes],
    );
    return row !== undefined && row.cancel_ms === null;
  }

  async #stored(
    id: string,
    { bytes, sha256 }: { bytes: number; sha256: string },
    caller: OperatorCaller,
  ): Promise<ImportRun | UploadRefusal> {
    const run = await this.#db.transaction(async (tx) => {
      const changed = await tx.run(
        `UPDATE market_import SET state = 'CHECK_QUEUED', bytes = $2, sha256 = $3, lease_until_ms = NULL
          WHERE id = $1 AND state = 'UPLOADING' AND cancel_ms IS NULL`,
        [id, bytes, sha256],
      );
      if (changed === 0) return undefined;
      const stored = (await find(tx, id)) as ImportRun;
      await appendEntry(tx, {
        ...{ atMs: this.#options.now(), ...caller, operation: 'uploadImport', outcome: 'done' },
        details: { importId: id, fileName: stored.fileName, sha256, bytes },
      });
      return stored;
    });
    if (run !== undefined) return run;
    await this.#drop(id);
    return { problem: 'The upload was cancelled.' };
  }

  async #drop(id: string): Promise<void> {
    await this.#options.files.remove(id);
    await this.#db.run(`DELETE FROM market_import WHERE id = $1 AND state = 'UPLOADING'`, [id]);
  }
}

async function find(sql: Sql, id: string): Promise<ImportRun | undefined> {
  const row = await sql.get<ImportRow>(`SELECT ${importColumns} FROM market_import WHERE id = $1`, [id]);
  return row && importOf(row);
}
