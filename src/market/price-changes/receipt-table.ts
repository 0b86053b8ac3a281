import { afterRequests } from '../../async/after-requests.ts';
import type { Sql } from '../../db/db.ts';
import { keyGroup } from '../../db/key-group.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import { andThen } from '../../domain/maybe-promise.ts';
import type { ChangeResult, Receipt, ReceiptState } from '../../domain/price-changes/receipt.ts';
import { offers } from '../records/offer.ts';

/** Ids of receipts begin with it and the time of the call: they sort by time. */
export const RECEIPT_PREFIX = 'pc';

export type ReceiptRow = {
  id: string;
  call_id: string;
  marketplace_id: string;
  seller_id: string;
  sku: string;
  item_id: string | null;
  state: ReceiptState;
  asked: string;
  client_id: string;
  member_id: string | null;
  is_console: number;
  request_id: string;
  created_ms: number;
  settled_ms: number | null;
  terms_revision: number | null;
  outcome: string | null;
};

const COLUMNS = [
  ...(['id', 'call_id', 'marketplace_id', 'seller_id', 'sku', 'item_id', 'state', 'asked'] as const),
  ...(['client_id', 'member_id', 'is_console', 'request_id', 'created_ms', 'settled_ms', 'terms_revision'] as const),
  'outcome' as const,
];
export const receiptColumns = COLUMNS.map((name) => `price_change.${name}`).join(', ');

const fromRow = (row: ReceiptRow): Receipt => ({
  id: row.id,
  callId: row.call_id,
  marketplaceId: row.marketplace_id,
  sellerId: row.seller_id,
  sku: row.sku,
  itemId: row.item_id ?? undefined,
  state: row.state,
  asked: JSON.parse(row.asked),
  by: { clientId: row.client_id, memberId: row.member_id ?? undefined, isConsole: row.is_console === 1 },
  requestId: row.request_id,
  createdMs: row.created_ms,
  settledMs: row.settled_ms ?? undefined,
  termsRevision: row.terms_revision ?? undefined,
  result: row.outcome === null ? {} : JSON.parse(row.outcome),
});

export const receiptsFrom = (rows: ReceiptRow[]): Receipt[] => rows.map(fromRow);

const toRow = (receipt: Receipt): ReceiptRow => ({
  id: receipt.id,
  call_id: receipt.callId,
  marketplace_id: receipt.marketplaceId,
  seller_id: receipt.sellerId,
  sku: receipt.sku,
  item_id: receipt.itemId ?? null,
  state: receipt.state,
  asked: JSON.stringify(receipt.asked),
  client_id: receipt.by.clientId,
  member_id: receipt.by.memberId ?? null,
  is_console: Number(receipt.by.isConsole),
  request_id: receipt.requestId,
  created_ms: receipt.createdMs,
  settled_ms: receipt.settledMs ?? null,
  terms_revision: receipt.termsRevision ?? null,
  outcome: receipt.state === 'ACCEPTED' ? null : JSON.stringify(receipt.result),
});

/** Stores new receipts, and returns them as they are read. */
export async function addReceipts(tx: Sql, receipts: readonly Receipt[]): Promise<Receipt[]> {
  const rows = receipts.map(toRow);
  await tx.many(
    `INSERT INTO price_change (${COLUMNS.join(', ')}, seller_group)
     VALUES {rows: text key, text, text, text, text, text, text, text, text, text, bigint, text, bigint, bigint, bigint, text, bigint}`,
    rows.map((row) => [...COLUMNS.map((column) => row[column]), keyGroup(row.seller_id)]),
  );
  return receiptsFrom(rows);
}

/** What became of a change. */
export type Settled = {
  readonly id: string;
  readonly state: ReceiptState;
  readonly itemId: string | undefined;
  readonly atMs: number | undefined;
  readonly termsRevision: number | undefined;
  readonly result: ChangeResult;
};

/** Receipts with what became of their changes: those of which that is known. */
export function settledReceipts(receipts: readonly Receipt[], settled: readonly Settled[]): Receipt[] {
  const byId = new Map(settled.map((one) => [one.id, one]));
  return receipts.flatMap((receipt): Receipt[] => {
    const { atMs, ...became } = byId.get(receipt.id) ?? { id: undefined };
    return became.id === undefined ? [] : [{ ...receipt, ...became, settledMs: atMs }];
  });
}

/** Writes what became of changes. Two processes that apply the same ones collide here, and the second finds them settled. */
export async function settleReceipts(tx: Sql, settled: readonly Settled[]): Promise<void> {
  await tx.many(
    `UPDATE price_change SET state = k.column2, item_id = k.column3, settled_ms = k.column4, terms_revision = k.column5,
       outcome = k.column6
     FROM (VALUES {rows: text key, text, text, bigint, bigint, text}) AS k WHERE price_change.id = k.column1`,
    settled.map(({ id, state, itemId, atMs, termsRevision, result }) => [
      ...[id, state, itemId ?? null, atMs ?? null, termsRevision ?? null, JSON.stringify(result)],
    ]),
  );
}

/** Receipts of a call that are read without a pause. */
const RECEIPTS_AT_ONCE = 50;

/** In the order of the call. */
export async function receiptsOfCall(sql: Sql, callId: string): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (;;) {
    const rows = await sql.all<ReceiptRow>(
      `SELECT ${receiptColumns} FROM price_change WHERE call_id = $1 AND id > $2 ORDER BY call_id, id LIMIT ${RECEIPTS_AT_ONCE}`,
      [callId, receipts.at(-1)?.id ?? ''],
    );
    for (const receipt of receiptsFrom(rows)) receipts.push(receipt);
    if (rows.length < RECEIPTS_AT_ONCE) return receipts;
    await afterRequests();
  }
}

/** Those of these receipts that are in a state, in any order. */
export async function receiptsIn(sql: Sql, state: ReceiptState, ids: readonly string[]): Promise<Receipt[]> {
  const found = await receiptsById(sql, ids);
  return found.filter((receipt) => receipt.state === state);
}

/** Those of these receipts that exist, in any order. */
export async function receiptsById(sql: Sql, ids: readonly string[]): Promise<Receipt[]> {
  const rows = await sql.many<ReceiptRow>(
    `SELECT ${receiptColumns} FROM (VALUES {rows: text}) AS k JOIN price_change ON price_change.id = k.column1`,
    ids.map((id) => [id]),
  );
  return receiptsFrom(rows);
}

/** Lines of the operator's feed after a number, in their order. */
export async function feedLines(
  sql: Sql,
  marketplaceId: string,
  after: number,
  limit: number,
): Promise<{ number: number; receipt: Receipt }[]> {
  const rows = await sql.all<ReceiptRow & { number: number }>(
    `SELECT feed.number, ${receiptColumns} FROM price_change_feed AS feed JOIN price_change ON price_change.id = feed.change_id
      WHERE feed.marketplace_id = $1 AND feed.number > $2 ORDER BY feed.marketplace_id, feed.number LIMIT $3`,
    [marketplaceId, after, limit],
  );
  return rows.map(({ number, ...row }) => ({ number, receipt: fromRow(row) }));
}

/** The pending changes of these listings. */
export async function pendingOf(sql: Sql, listings: readonly OfferKey[]): Promise<Receipt[]> {
  const rows = await sql.many<ReceiptRow>(
    `SELECT ${receiptColumns} FROM (VALUES {rows: text, text, text}) AS k
       JOIN price_change ON price_change.marketplace_id = k.column1 AND price_change.seller_id = k.column2
        AND price_change.sku = k.column3 AND price_change.state = 'PENDING'`,
    listings.map((one) => offers.keyOf(one)),
  );
  return receiptsFrom(rows);
}

export function receiptById(sql: Sql, id: string): MaybePromise<Receipt | undefined> {
  return andThen(
    sql.get<ReceiptRow>(`SELECT ${receiptColumns} FROM price_change WHERE id = $1`, [id]),
    (row) => row && fromRow(row),
  );
}

/** The receipts among these whose listing got a newer change meanwhile, with its id. */
export async function newerChanges(sql: Sql, receipts: readonly Receipt[]): Promise<Map<string, string>> {
  const rows = await sql.many<{ id: string; newer: string | null }>(
    `SELECT k.column1 AS id, (SELECT MAX(other.id) FROM price_change AS other
        WHERE other.seller_id = k.column2 AND other.sku = k.column3 AND other.created_ms > k.column5
          AND other.marketplace_id = k.column4 AND other.state IN ('PENDING', 'APPLIED', 'UNCHANGED', 'OVERRIDDEN')) AS newer
       FROM (VALUES {rows: text, text, text, text, bigint}) AS k`,
    receipts.map(({ id, sellerId, sku, marketplaceId, createdMs }) => [id, sellerId, sku, marketplaceId, createdMs]),
  );
  return new Map(rows.flatMap(({ id, newer }) => (newer === null ? [] : [[id, newer] as const])));
}

/** Calls with changes that were stored some time ago and are not applied, oldest first. */
export async function unfinishedCalls(sql: Sql, beforeMs: number, limit: number): Promise<string[]> {
  const rows = await sql.all<{ call_id: string }>(
    `SELECT call_id FROM price_change WHERE state = 'ACCEPTED' AND created_ms < $1 ORDER BY state, created_ms LIMIT $2`,
    [beforeMs, limit],
  );
  return [...new Set(rows.map(({ call_id }) => call_id))];
}
