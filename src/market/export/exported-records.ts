import type { Db } from '../../db/db.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { type MarketRecord, writeRecord } from '../../domain/market/records/market-record.ts';

/** Every kind with its table, in the order in which an import must read them. Sellers are of no marketplace. */
const TABLES = [
  { kind: 'marketplace', table: 'marketplace' },
  { kind: 'seller', table: 'seller' },
  { kind: 'item', table: 'item' },
  { kind: 'offer', table: 'offer' },
  { kind: 'feeSchedule', table: 'fee_schedule' },
  { kind: 'priceGuard', table: 'price_guard' },
] as const satisfies readonly { kind: RecordKind; table: string }[];

export const EXPORTED_KINDS: readonly RecordKind[] = TABLES.map(({ kind }) => kind);

export type ExportedPart = {
  /** None: all. */
  readonly kinds?: readonly RecordKind[] | undefined;
  /** Undefined: all. Sellers come whole: they are of no marketplace. */
  readonly marketplaceId?: string | undefined;
};

export type ExportedRecord = { readonly kind: RecordKind; readonly line: string };

type ExportedRow = { kind: number; record: string; terms_set_ms: number | null };

/**
 * The records of one instant of the store, kind by kind, as lines that import reads, however many there are. One statement reads one
 * snapshot: no offer comes without its item. Terms that a seller changed come with the time of that change as `termsAsOf`: an import of the
 * line takes them back only if the seller has not changed them again (decision 49).
 */
export async function* exportedRecords(db: Pick<Db, 'each'>, part: ExportedPart = {}): AsyncGenerator<ExportedRecord> {
  const { sql, params } = statementOf(part);
  for await (const { kind: n, record, terms_set_ms: asOfMs } of db.each<ExportedRow>(sql, params)) {
    const { kind } = TABLES[n] as (typeof TABLES)[number];
    const terms = asOfMs === null ? {} : { terms: { by: 'operator', asOfMs } };
    const written = writeRecord({ kind, op: 'upsert', value: JSON.parse(record), ...terms } as MarketRecord);
    yield { kind, line: JSON.stringify(written) };
  }
}

/** A cursor takes the parts of a UNION ALL one after the other: PostgreSQL makes no parallel plan for one. */
function statementOf({ kinds = [], marketplaceId }: ExportedPart): { sql: string; params: string[] } {
  const selects = TABLES.flatMap(({ kind, table }, n) => {
    if (kinds.length > 0 && !kinds.includes(kind)) return [];
    const setMs = kind === 'offer' ? 'terms_set_ms' : 'CAST(NULL AS BIGINT) AS terms_set_ms';
    const isBound = marketplaceId !== undefined && kind !== 'seller';
    return [`SELECT ${n} AS kind, record, ${setMs} FROM ${table}${isBound ? ' WHERE marketplace_id = $1' : ''}`];
  });
  const needsId = selects.some((select) => select.includes('$1'));
  return { sql: selects.join(' UNION ALL '), params: needsId ? [marketplaceId ?? ''] : [] };
}
