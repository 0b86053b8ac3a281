import type { Row, Sql } from '../db/db.ts';
import type { Report, ReportFailure, ReportFormat, ReportMaker, ReportState } from '../domain/reports/report.ts';

export type ReportRow = {
  id: string;
  document_id: string;
  seller_id: string;
  application: string | null;
  client_id: string;
  member_id: string | null;
  schedule_id: string | null;
  type: string;
  marketplace_ids: string;
  parameters: string;
  format: ReportFormat;
  locale: string | null;
  since_id: string | null;
  state: ReportState;
  reason: string | null;
  created_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  starts: number;
  copied_ms: number | null;
  instant_ms: number | null;
  sequence: number | null;
  versions: string | null;
  not_in_events: string | null;
  processed: number;
  total: number | null;
  lines: number | null;
  removed: number | null;
  bytes: number;
  gzip_bytes: number | null;
  digest: string | null;
  stored_in: string | null;
};

export const reportColumns = [
  ...[
    'id',
    'document_id',
    'seller_id',
    'application',
    'client_id',
    'member_id',
    'schedule_id',
    'type',
    'marketplace_ids',
  ],
  ...[
    'parameters',
    'format',
    'locale',
    'since_id',
    'state',
    'reason',
    'created_ms',
    'started_ms',
    'ended_ms',
    'starts',
  ],
  ...[
    'copied_ms',
    'instant_ms',
    'sequence',
    'versions',
    'not_in_events',
    'processed',
    'total',
    'lines',
    'removed',
    'bytes',
    'gzip_bytes',
  ],
  ...['digest', 'stored_in'],
].join(', ');

/** A report with what only the module itself reads. */
export type StoredReport = Report & { readonly storedIn: string | undefined; readonly starts: number };

export function reportOf(row: ReportRow): StoredReport {
  const { instant_ms: instantMs, sequence, versions, state, lines, gzip_bytes: gzipBytes, digest } = row;
  return {
    ...{ id: row.id, documentId: row.document_id, sellerId: row.seller_id, clientId: row.client_id },
    application: row.application ?? undefined,
    memberId: row.member_id ?? undefined,
    scheduleId: row.schedule_id ?? undefined,
    ...{ type: row.type, format: row.format, state },
    marketplaceIds: JSON.parse(row.marketplace_ids),
    parameters: JSON.parse(row.parameters),
    locale: row.locale ?? undefined,
    sinceId: row.since_id ?? undefined,
    failure: row.reason === null ? undefined : (JSON.parse(row.reason) as ReportFailure),
    createdMs: row.created_ms,
    startedMs: row.started_ms ?? undefined,
    endedMs: row.ended_ms ?? undefined,
    copiedMs: row.copied_ms ?? undefined,
    instant:
      instantMs === null || sequence === null
        ? undefined
        : { instantMs, sequence, versions: versions === null ? {} : JSON.parse(versions) },
    notInEvents: row.not_in_events === null ? undefined : JSON.parse(row.not_in_events),
    processed: row.processed,
    total: row.total ?? undefined,
    document:
      lines === null || gzipBytes === null || digest === null
        ? undefined
        : { lines, ...(row.removed !== null && { removed: row.removed }), bytes: row.bytes, gzipBytes, digest },
    storedIn: row.stored_in ?? undefined,
    starts: row.starts,
  };
}

/** Adds a report that waits. */
export async function addReport(tx: Sql, report: Report, isSmall: boolean): Promise<void> {
  const values: Row = [
    ...[report.id, report.documentId, report.sellerId, report.application ?? null, report.clientId],
    ...[report.memberId ?? null, report.scheduleId ?? null, report.type, JSON.stringify(report.marketplaceIds)],
    ...[JSON.stringify(report.parameters), report.format, report.locale ?? null, report.sinceId ?? null],
    ...[isSmall ? 1 : 0, report.createdMs],
  ];
  await tx.run(
    `INSERT INTO report (id, document_id, seller_id, application, client_id, member_id, schedule_id, type, marketplace_ids,
       parameters, format, locale, since_id, is_small, created_ms, state, starts, processed, bytes, kept_bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'IN_QUEUE', 0, 0, 0, 0)`,
    values,
  );
}

/** Whose reports a caller sees (decision 38). */
export type ReportAccess = Pick<ReportMaker, 'sellerId' | 'application'>;

export const canSee = ({ sellerId, application }: ReportAccess, report: Report): boolean =>
  report.sellerId === sellerId && (application === undefined || report.application === application);

export async function reportById(sql: Sql, id: string): Promise<StoredReport | undefined> {
  const row = await sql.get<ReportRow>(`SELECT ${reportColumns} FROM report WHERE id = $1`, [id]);
  return row && reportOf(row);
}

export async function reportByDocument(sql: Sql, documentId: string): Promise<StoredReport | undefined> {
  const row = await sql.get<ReportRow>(`SELECT ${reportColumns} FROM report WHERE document_id = $1`, [documentId]);
  return row && reportOf(row);
}

/**
 * The report that one follows: the one that it is compared with, else the last one of its maker and type that is done and about one of its
 * marketplaces. A seller has some hundreds at most.
 */
export async function lastReportLike(sql: Sql, report: Report): Promise<StoredReport | undefined> {
  if (report.sinceId !== undefined) return reportById(sql, report.sinceId);
  const rows = await sql.all<ReportRow>(
    `SELECT ${reportColumns} FROM report WHERE seller_id = $1 AND id <> $2 AND type = $3 AND COALESCE(application, '') = $4
       AND state = 'DONE' ORDER BY instant_ms DESC, id DESC`,
    [report.sellerId, report.id, report.type, report.application ?? ''],
  );
  const found = rows.find((row) => {
    const ids: string[] = JSON.parse(row.marketplace_ids);
    return ids.some((id) => report.marketplaceIds.includes(id));
  });
  return found && reportOf(found);
}

/** Which reports, newest first. */
export type ReportQuery = {
  readonly types: readonly string[];
  readonly states: readonly ReportState[];
  /** The id of the last one that the caller has. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** A seller has some hundreds at most: seven days, and a bounded number at once. */
export async function readReports(sql: Sql, access: ReportAccess, query: ReportQuery): Promise<StoredReport[]> {
  const rows = await sql.all<ReportRow>(
    `SELECT ${reportColumns} FROM report WHERE seller_id = $1 AND id < $2 AND ($3 = '' OR application = $3)
       AND ($4 = '' OR $4 LIKE '%,' || type || ',%') AND ($5 = '' OR $5 LIKE '%,' || state || ',%')
     ORDER BY seller_id DESC, id DESC LIMIT $6`,
    [
      access.sellerId,
      query.after ?? '~',
      access.application ?? '',
      listOf(query.types),
      listOf(query.states),
      query.limit,
    ],
  );
  return rows.map(reportOf);
}

const listOf = (words: readonly string[]) => (words.length === 0 ? '' : `,${words.join(',')},`);
