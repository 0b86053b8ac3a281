import type { Db } from '../db/db.ts';
import type { AuditEntry, AuditQuery, NewAuditEntry } from '../domain/audit/audit-entry.ts';
import { type Link, linkAfter, readLink } from './chain.ts';
import { appendEntry, ENTRY_COLUMNS, type EntryRow, entryOf } from './entry-table.ts';
import { sealEntries } from './sealing.ts';

/** Where the chain does not hold. */
export class BrokenChainError extends Error {}

/** The log of operator changes. It has no method that changes or removes an entry. */
export class AuditLog {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Records what is no transaction of this store: a command, or a request that was denied. */
  append(entry: NewAuditEntry): Promise<void> {
    return appendEntry(this.#db, entry);
  }

  /** Gives numbers and digests to what was recorded. */
  seal(): Promise<number> {
    return sealEntries(this.#db);
  }

  /** A page, newest first, with all that was recorded before the call. */
  async page({ fromMs = 0, untilMs = MAX, who, operation, before, limit }: AuditQuery): Promise<AuditEntry[]> {
    await this.seal();
    const filters = Object.entries({ who, operation }).flatMap(([column, value]) =>
      value === undefined ? [] : [{ column, value }],
    );
    const conditions = filters.map(({ column }, n) => ` AND ${column} = $${n + 6}`).join('');
    const rows = await this.#db.all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS}, number, digest FROM audit_entry
       WHERE at_ms >= $1 AND at_ms < $2 AND (at_ms, number) < ($3, $4)${conditions}
       ORDER BY at_ms DESC, number DESC LIMIT $5`,
      [fromMs, untilMs, before?.atMs ?? MAX, before?.number ?? MAX, limit, ...filters.map(({ value }) => value)],
    );
    return rows.map(entryOf);
  }

  /**
   * All entries in the order of the chain, with bounded memory. Compares each digest, and the end with the stored head. Throws a
   * BrokenChainError at the first entry that was changed, removed or added by others.
   */
  async *verified(): AsyncGenerator<AuditEntry, Link> {
    await this.seal();
    let link = readLink(undefined);
    let head = link;
    for await (const row of this.#db.each<EntryRow>(CHAIN)) {
      if (row.number === HORIZON) link = readLink(row.digest);
      else if (row.number === HEAD) head = readLink(row.digest);
      if (row.number <= link.number) continue;
      link = linkAfter(link, row);
      if (row.number !== link.number) throw new BrokenChainError(`Entry ${link.number} of the audit log is missing.`);
      if (row.digest !== link.digest) throw new BrokenChainError(`Entry ${row.number} of the audit log was changed.`);
      yield entryOf(row);
    }
    if (link.number !== head.number || link.digest !== head.digest)
      throw new BrokenChainError(`The audit log ends at entry ${link.number}, but ${head.number} were written.`);
    return head;
  }
}

const MAX = Number.MAX_SAFE_INTEGER;

/** In place of the numbers of entries, which begin at 1. */
const HORIZON = -1;
const HEAD = 0;

/**
 * Where the chain begins and ends, then its entries. One statement reads one snapshot: between two, retention can move the beginning.
 */
const CHAIN = `
  SELECT ${ENTRY_COLUMNS.replaceAll(/\w+/g, 'NULL AS $&')},
         CAST(CASE name WHEN 'audit head' THEN ${HEAD} ELSE ${HORIZON} END AS BIGINT) AS number, value AS digest
    FROM service_fact WHERE name IN ('audit head', 'audit horizon')
   UNION ALL SELECT ${ENTRY_COLUMNS}, number, digest FROM audit_entry ORDER BY number`;
