import type { ImportCounts, ImportRun, ImportState } from '../domain/market/import-run.ts';

export type ImportRow = {
  id: string;
  state: ImportState;
  source: 'upload' | 'command';
  file_name: string;
  kind: string | null;
  quiet: number | null;
  who_type: string;
  who: string;
  applier_type: string | null;
  applier: string | null;
  created_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  bytes: number;
  sha256: string | null;
  read_bytes: number;
  lines: number;
  checked: string | null;
  applied: string | null;
  marketplaces: string;
  stocked: string | null;
  problem: string | null;
  starts: number;
};

export const importColumns = `id, state, source, file_name, kind, quiet, who_type, who, created_ms, started_ms, ended_ms, bytes, sha256,
  read_bytes, lines, checked, applied, marketplaces, stocked, problem, starts, applier_type, applier`;

/** As its worker needs it. */
export type StoredImport = ImportRun & { readonly stocked: readonly string[] | undefined };

const counts = (text: string | null): ImportCounts | undefined => (text === null ? undefined : JSON.parse(text));

export const importOf = (row: ImportRow): StoredImport => ({
  ...{ id: row.id, state: row.state, source: row.source, fileName: row.file_name, kind: row.kind ?? undefined },
  quiet: row.quiet === null ? undefined : row.quiet === 1,
  who: { type: row.who_type, id: row.who },
  applier: row.applier === null ? undefined : { type: row.applier_type ?? '', id: row.applier },
  ...{ createdMs: row.created_ms, startedMs: row.started_ms ?? undefined, endedMs: row.ended_ms ?? undefined },
  ...{ bytes: row.bytes, sha256: row.sha256 ?? undefined, readBytes: row.read_bytes, lines: row.lines },
  ...{ checked: counts(row.checked), applied: counts(row.applied), marketplaceIds: JSON.parse(row.marketplaces) },
  stocked: row.stocked === null ? undefined : JSON.parse(row.stocked),
  ...{ problem: row.problem ?? undefined, starts: row.starts },
});
