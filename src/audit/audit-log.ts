import type { Db } from '../db/db.ts';
import type { AuditEntry, AuditQuery, NewAuditEntry, SellerAuditQuery } from '../domain/audit/audit-entry.ts';
import { RETENTION, removedEntriesIn } from '../domain/audit/retention-entry.ts';
import { type Link, linkAfter, readLink } from './chain.ts';
import { appendEntry, ENTRY_COLUMNS, type EntryRow, entryOf } from './entry-table.ts';
import { sealEntries } from './sealing.ts';

/** Where the chain does not hold. */
export class BrokenChainError extends Error {}

/** Which entries there are: numbers have no gaps. `digest` is that of the last one. */
export type ChainExtent = { readonly first: number; readonly last: number; readonly digest: string };

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
    const filters = operation === undefined ? [] : [operation];
    const ofOperation = operation === undefined ? '' : ' AND operation = $6';
    const ofOne = who === undefined ? '' : ` AND who = $${filters.length + 6}`;
    const read = (id?: string) =>
      this.#db.all<EntryRow>(
        `SELECT ${ENTRY_COLUMNS}, number, digest FROM audit_entry
         WHERE at_ms >= $1 AND at_ms < $2 AND (at_ms, number) < ($3, $4)${ofOperation}${ofOne}
         ORDER BY at_ms DESC, number DESC LIMIT $5`,
        [
          ...[fromMs, untilMs, before?.atMs ?? MAX, before?.number ?? MAX, limit, ...filters],
          ...(id === undefined ? [] : [id]),
        ],
      );
    if (who === undefined) return (await read()).map(entryOf);
    // One walk of the index for each: with a list of ids the store would sort all their entries.
    const rows = (await Promise.all(who.map(async (id) => read(id)))).flat();
    return rows
      .toSorted((a, b) => b.at_ms - a.at_ms || b.number - a.number)
      .slice(0, limit)
      .map(entryOf);
  }

  /** A page of the entries about one seller, newest first. Entries of other sellers, and those about none, are never in it. */
  async sellerPage(query: SellerAuditQuery): Promise<AuditEntry[]> {
    const { sellerId, fromMs = 0, untilMs = MAX, operation, before, limit } = query;
    await this.seal();
    const rows = await this.#db.all<EntryRow>(
      `SELECT ${ENTRY_COLUMNS}, number, digest FROM audit_entry
       WHERE seller_id = $1 AND at_ms >= $2 AND at_ms < $3 AND (at_ms, entry_id) < ($4, $5)${operation === undefined ? '' : ' AND operation = $7'}
       ORDER BY at_ms DESC, entry_id DESC LIMIT $6`,
      [
        ...[sellerId, fromMs, untilMs, before?.atMs ?? MAX, before?.entryId ?? '', limit],
        ...(operation === undefined ? [] : [operation]),
      ],
    );
    return rows.map(entryOf);
  }

  /** Which entries there are now. It compares no digests. Undefined when there are none. */
  async extent(): Promise<ChainExtent | undefined> {
    const row = await this.#db.get<{ first: number | null; head: string | null }>(
      `SELECT (SELECT min(number) FROM audit_entry) AS first,
              (SELECT value FROM service_fact WHERE name = 'audit head') AS head`,
    );
    const { number: last, digest } = readLink(row?.head ?? undefined);
    return row === undefined || row.first === null ? undefined : { first: row.first, last, digest };
  }

  /**
   * All entries in the order of the chain, with bounded memory. Compares each digest, the beginning with what the newest retention entry
   * says, and the end with the stored head. Throws a BrokenChainError at the first entry that was changed, removed or added by others.
   */
  async *verified(): AsyncGenerator<AuditEntry, ChainExtent | undefined> {
    await this.seal();
    let link = readLink(undefined);
    let head = link;
    let first: number | undefined;
    for await (const row of this.#db.each<EntryRow | Bound>(CHAIN)) {
      if (row.entry_id !== null) {
        link = checkedLink(link, row);
        first ??= row.number;
        checkRemoved(row, first);
        yield entryOf(row);
      } else if (row.number === HORIZON) link = horizonIn(row.digest);
      else head = readLink(row.digest);
    }
    if (link.number !== head.number || link.digest !== head.digest)
      throw new BrokenChainError(`The audit log ends at entry ${link.number}, but ${head.number} were written.`);
    return first === undefined ? undefined : { first, last: head.number, digest: head.digest };
  }
}

function checkedLink(before: Link, row: EntryRow): Link {
  const link = linkAfter(before, row);
  if (row.number < link.number)
    throw new BrokenChainError(
      `Entry ${row.number} of the audit log was added: the log begins at entry ${link.number}.`,
    );
  // Also when it is no number.
  if (row.number !== link.number) throw new BrokenChainError(`Entry ${link.number} of the audit log is missing.`);
  if (row.digest !== link.digest) throw new BrokenChainError(`Entry ${row.number} of the audit log was changed.`);
  return link;
}

/** Throws when an entry exists that a retention entry says was removed: somebody added it later. */
function checkRemoved({ operation, number, details }: EntryRow, first: number): void {
  if (operation !== RETENTION || horizonIn(details).number < first) return;
  throw new BrokenChainError(`Entry ${first} of the audit log was added: entry ${number} says that it was removed.`);
}

/** The last entry that retention removed. Text that has a member twice is refused: the triggers of SQLite read the other of the two. */
function horizonIn(text: string): Link {
  const details = parsed(text);
  const removed = JSON.stringify(details) === text ? removedEntriesIn(details) : undefined;
  if (removed === undefined)
    throw new BrokenChainError('A retention entry of the audit log does not say what is gone.');
  return { number: removed.last, digest: removed.digest };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX = Number.MAX_SAFE_INTEGER;

/** Where the chain begins or ends: no entry, as it has no id. Its text is in the place of a digest, and its number comes first. */
type Bound = { readonly entry_id: null; readonly number: number; readonly digest: string };
const HORIZON = -2;
const HEAD = -1;

/**
 * Where the chain begins and ends, then its entries. One statement reads one snapshot: between two, retention can move the beginning.
 * That the newest retention entry is one of the chain is seen when its turn comes.
 */
const CHAIN = `
  SELECT ${ENTRY_COLUMNS.replaceAll(/\w+/g, 'NULL AS $&')}, bound.number, bound.text AS digest FROM (
    SELECT CAST(${HEAD} AS BIGINT) AS number, value AS text FROM service_fact WHERE name = 'audit head'
     UNION ALL SELECT CAST(${HORIZON} AS BIGINT), newest.details
      FROM (SELECT details FROM audit_entry WHERE operation = '${RETENTION}' ORDER BY number DESC LIMIT 1) AS newest) AS bound
   UNION ALL SELECT ${ENTRY_COLUMNS}, number, digest FROM audit_entry ORDER BY number`;
