import { randomUUID } from 'node:crypto';
import type { Row, Sql } from '../db/db.ts';
import type { AuditActor, AuditEntry, AuditOutcome, NewAuditEntry } from '../domain/audit/audit-entry.ts';

/** A row of `audit_pending`, and of `audit_entry` without number and digest. */
export type EntryColumns = {
  entry_id: string;
  at_ms: number;
  who_type: string;
  who: string;
  source: string;
  operation: string;
  outcome: string;
  request_id: string | null;
  details: string;
  seller_id: string | null;
};

export type EntryRow = EntryColumns & { number: number; digest: string };

export const ENTRY_COLUMNS =
  'entry_id, at_ms, who_type, who, source, operation, outcome, request_id, details, seller_id';
export const ENTRY_TYPES = 'text key, bigint, text, text, text, text, text, text, text, text';

/** What a caller or a command wrote may have this: the store cannot take it. */
const NUL = /\0/g;
const plain = (text: string) => text.replace(NUL, '\uFFFD');

/** How many entries this process has made: two of the same millisecond keep their order. */
let made = 0;
const MAX_MADE = 36 ** 5;

/** Sorts by time, so that entries are sealed in the order of their making and the index of ids grows at its end. */
function newEntryId(atMs: number): string {
  made = (made + 1) % MAX_MADE;
  const [time, order] = [atMs.toString(36).padStart(9, '0'), made.toString(36).padStart(5, '0')];
  return `${time}${order}${randomDigits()}`;
}

/** 64 random bits. Node makes UUIDs from blocks of random bytes; eight bytes alone take as long as a statement of the change. */
function randomDigits(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 4)}${uuid.slice(24)}`;
}

export function columnsOf(entry: NewAuditEntry): EntryColumns {
  return {
    entry_id: newEntryId(entry.atMs),
    at_ms: entry.atMs,
    who_type: entry.who.type,
    who: plain(entry.who.id),
    source: plain(entry.from),
    operation: entry.operation,
    outcome: entry.outcome,
    request_id: entry.requestId ?? null,
    details: JSON.stringify(entry.details),
    seller_id: entry.sellerId ?? null,
  };
}

export const valuesOf = (row: EntryColumns): Row => [
  ...[row.entry_id, row.at_ms, row.who_type, row.who, row.source],
  ...[row.operation, row.outcome, row.request_id, row.details, row.seller_id],
];

/** Records what the transaction `tx` does. It takes effect with it, or not at all. */
export async function appendEntry(tx: Sql, entry: NewAuditEntry): Promise<void> {
  await tx.run(
    `INSERT INTO audit_pending (${ENTRY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    valuesOf(columnsOf(entry)),
  );
}

export function entryOf(row: EntryRow): AuditEntry {
  return {
    ...{ entryId: row.entry_id, number: row.number, digest: row.digest, atMs: row.at_ms },
    who: { type: row.who_type as AuditActor['type'], id: row.who },
    from: row.source,
    operation: row.operation,
    outcome: row.outcome as AuditOutcome,
    requestId: row.request_id ?? undefined,
    details: JSON.parse(row.details),
    ...(row.seller_id !== null && { sellerId: row.seller_id }),
  };
}
