import { basename } from 'node:path';
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

/** Without its folder: where files are on a machine is not the matter of who reads the list. */
export const commandFileName = (file: string): string => (file === '-' ? 'standard input' : basename(file));

/** Those of a command also say how many rejected lines are stored. */
type StoredCounts = ImportCounts & { readonly rejectedStored?: number };

const counts = (text: string | null): StoredCounts | undefined => (text === null ? undefined : JSON.parse(text));

/** An upload has all of what its last phase found: while it goes on, those of the phase before. */
function rejectedStored({ source, state, checked, applied }: ImportRow): number {
  const last = counts(applied) ?? counts(checked);
  if (source === 'command') return last?.rejectedStored ?? 0;
  if (state === 'CHECKING') return 0;
  return (state === 'APPLYING' ? counts(checked) : last)?.rejected ?? 0;
}

/** The release before stored the whole path. */
const fileNameOf = ({ source, file_name }: ImportRow): string =>
  source === 'command' ? file_name.split(', ').map(commandFileName).join(', ') : file_name;

export const importOf = (row: ImportRow): StoredImport => ({
  ...{ id: row.id, state: row.state, source: row.source, fileName: fileNameOf(row), kind: row.kind ?? undefined },
  quiet: row.quiet === null ? undefined : row.quiet === 1,
  who: { type: row.who_type, id: row.who },
  applier: row.applier === null ? undefined : { type: row.applier_type ?? '', id: row.applier },
  ...{ createdMs: row.created_ms, startedMs: row.started_ms ?? undefined, endedMs: row.ended_ms ?? undefined },
  ...{ bytes: row.bytes, sha256: row.sha256 ?? undefined, readBytes: row.read_bytes, lines: row.lines },
  ...{ checked: counts(row.checked), applied: counts(row.applied), marketplaceIds: JSON.parse(row.marketplaces) },
  rejectedStored: rejectedStored(row),
  stocked: row.stocked === null ? undefined : JSON.parse(row.stocked),
  ...{ problem: row.problem ?? undefined, starts: row.starts },
});
