import { parseArgs } from 'node:util';
import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import { readWord } from '../../domain/vocabulary.ts';

export type ImportArguments = {
  files: string[];
  kind: RecordKind | undefined;
  rejects: string;
  isDryRun: boolean;
  /** True: no events for sellers. Undefined: no events only for the first load of a marketplace. */
  quiet: boolean | undefined;
  /** Whether requests of the service may wait for it. */
  isFullSpeed: boolean;
};

export const IMPORT_USAGE = `Imports market data into the store. The service may be running.

  npm run import -- FILE... [--kind KIND] [--rejects FILE] [--dry-run] [--quiet | --loud] [--full-speed]

    FILE       JSON lines, a JSON array, or CSV with a header row, plain or gzipped; - reads standard input
    --kind     the kind of the records in a CSV file that has no column "kind" and no kind in its file name:
               ${RECORD_KINDS.join(', ')}
    --rejects  the file for rejected lines and their reasons (default: import-rejects.jsonl)
    --dry-run  checks everything and reports what an import would do, but stores nothing
    --quiet    sellers are not told of these changes. This is the default for a marketplace that has no items when the
               import begins: its first load
    --loud     sellers are told of these changes. This is the default for all other marketplaces
    --full-speed  does not slow down for a service that uses the same PostgreSQL server: its requests wait longer

  Rejected lines do not stop the import: all valid lines are stored. Importing a file twice changes nothing.
  Exit code 0: all lines were stored. 2: some lines were rejected. 1: the import could not run.
`;

const OPTIONS = {
  kind: { type: 'string' },
  rejects: { type: 'string', default: 'import-rejects.jsonl' },
  'dry-run': { type: 'boolean', default: false },
  quiet: { type: 'boolean' },
  loud: { type: 'boolean' },
  'full-speed': { type: 'boolean', default: false },
} as const;

/** Returns a text when the arguments are wrong: what to print above the usage. */
export function readImportArguments(args: string[]): ImportArguments | string {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const kind = values.kind === undefined ? undefined : readWord(RECORD_KINDS, values.kind);
    if (values.kind !== undefined && kind === undefined) return `--kind must be one of ${RECORD_KINDS.join(', ')}\n\n`;
    if (values.quiet && values.loud) return '--quiet and --loud contradict each other: give one of them\n\n';
    if (positionals.length === 0) return '';
    const quiet = values.quiet ? true : values.loud ? false : undefined;
    return {
      files: positionals,
      kind,
      rejects: values.rejects,
      isDryRun: values['dry-run'],
      quiet,
      isFullSpeed: values['full-speed'],
    };
  } catch (error) {
    return `${(error as Error).message}\n\n`;
  }
}
