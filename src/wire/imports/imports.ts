import type { Static } from 'typebox';
import { IMPORT_STATES, type ImportCounts, type ImportRun } from '../../domain/market/import-run.ts';
import { RECORD_KINDS } from '../../domain/market/records/envelope.ts';
import { writeTime } from '../../domain/time.ts';
import { type KnownAs, knownAsShapes } from '../known-as.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const DEFAULT_IMPORTS = 20;
const MAX_IMPORTS = 100;

export const ImportParams = Type.Object({
  importId: Type.String({
    ...{ minLength: 1, maxLength: 64, examples: ['imp_019a8541c400aa55bb66cc77dd88ee99ff02'] },
    description: 'The import.',
  }),
});

export const ImportsQuery = Type.Object({
  state: Type.Optional.Array(Type.Enum([...IMPORT_STATES]), {
    ...{ minItems: 1, maxItems: IMPORT_STATES.length, examples: [['CHECKED']] },
    description: 'Only imports in this state; repeat it for several.',
  }),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_IMPORTS, default: DEFAULT_IMPORTS },
    description: 'The maximum number of imports.',
  }),
  nextToken: Type.Optional.String({ maxLength: 2_048, description: 'Where the last page ended.' }),
});

export const UploadQuery = Type.Object({
  fileName: Type.String({
    ...{ minLength: 1, maxLength: 256, pattern: '^[^\\u0000-\\u001f\\u007f]+$', examples: ['offers.csv'] },
    description:
      'The name of the file. Where it contains the kind of the records, as offers.csv does, a CSV file need not say it.',
  }),
  kind: Type.Optional.Enum([...RECORD_KINDS], {
    description: 'The kind of the records of a CSV file that has no column "kind".',
  }),
  quiet: Type.Optional.Boolean(
    'true: sellers are not told of these changes. false: they are. Without it the first load of a marketplace is quiet.',
  ),
});

export const RejectedQuery = Type.Object({
  format: Type.Optional.Enum(['JSONL', 'CSV'], {
    default: 'JSONL',
    description: 'A line of JSON for each problem, or CSV.',
  }),
});

const ImportedBy = (title: string, description: string) =>
  Type.Named(title, description, {
    type: openSet(
      ['client', 'operator', 'user'],
      'client: an application. operator: a person who signed in. user: a user of a machine; an open set.',
    ),
    id: Type.String('Its id, or the name of the user.'),
    ...knownAsShapes,
  });

const CountsShape = Type.Named('ImportCounts', 'How many lines had which outcome.', {
  added: Type.Integer('Records that are new.'),
  changed: Type.Integer('Records that differ from the stored ones.'),
  unchanged: Type.Integer('Records that are stored already.'),
  removed: Type.Integer('Records that are removed.'),
  absent: Type.Integer('Removals of records that do not exist.'),
  rejected: Type.Integer('Lines that are rejected.'),
});

export const ImportShape = Type.Named('Import', 'An import of market data, and how far it is.', {
  importId: Type.String('The id of the import.'),
  state: openSet(IMPORT_STATES, {
    title: 'ImportState',
    description:
      'UPLOADING: the file arrives. CHECK_QUEUED, CHECKING: every line is read, nothing is written. CHECKED: it can be applied. APPLY_QUEUED, APPLYING: ' +
      'it is written. DONE, REFUSED, CANCELLED, FAILED: it has ended; an open set.',
  }),
  source: openSet(['upload', 'command'], 'upload: by this API. command: `npm run import`; an open set.'),
  fileName: Type.String('The name of the file, or of the files of the command, without their folders.'),
  kind: Type.Optional.String('The kind of the records of a CSV file that has no column "kind".'),
  quiet: Type.Optional.Boolean(
    'true: sellers are not told of these changes. false: they are. Absent: they are, but not of the first load of a marketplace.',
  ),
  by: ImportedBy('ImportedBy', 'Who uploaded it, or ran the command.'),
  appliedBy: Type.Optional(ImportedBy('ImportAppliedBy', 'Who had it applied. Absent: nobody yet.')),
  createdTime: Type.Time('When the upload, or the command, began.'),
  startedTime: Type.Optional.Time('When the check, or the application, began. Absent: it waits.'),
  endedTime: Type.Optional.Time('When the check, or the application, ended. Absent: not yet.'),
  bytes: Type.Integer('The size of the file as it was sent; of a command 0.'),
  sha256: Type.Optional.String('The digest of the file as it was sent.'),
  progress: Type.Named('ImportProgress', 'How far the check, or the application, is.', {
    bytes: Type.Integer('Bytes of the file that were read.'),
    lines: Type.Integer('Lines that were read.'),
    linesPerSecond: Type.Optional.Integer('Lines a second since it began. Absent: it waits.'),
  }),
  checked: Type.Optional(CountsShape),
  applied: Type.Optional(CountsShape),
  rejectedStored: Type.Integer(
    'How many rejected lines `.../rejected` has: of an upload those of its last check or application, of a run of `npm run import` the ' +
      'first 100,000 at most. Runs of earlier versions have none.',
  ),
  marketplaceIds: Type.Array(Type.String(), 'The marketplaces of its records, as the check found them.'),
  problem: Type.Optional.String('Why it was refused or failed.'),
  starts: Type.Integer('How often the check, or the application, began: more than once after its process was killed.'),
});

const exampleCounts = { added: 120, changed: 3_410, unchanged: 96_470, removed: 0, absent: 0, rejected: 2 };

export const importExample = {
  ...{
    importId: 'imp_019a8541c400aa55bb66cc77dd88ee99ff02',
    state: 'CHECKED',
    source: 'upload',
    fileName: 'offers.csv',
  },
  by: { type: 'operator', id: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b', email: 'olga@marketplace.example' },
  ...{ createdTime: '2026-11-18T11:40:00.000Z', startedTime: '2026-11-18T11:40:02.000Z' },
  ...{ endedTime: '2026-11-18T11:40:07.000Z', bytes: 18_400_000 },
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  progress: { bytes: 18_400_000, lines: 100_002, linesPerSecond: 20_000 },
  ...{ checked: exampleCounts, rejectedStored: 2, marketplaceIds: ['STORE_US'], starts: 1 },
};

/** What the page of a marketplace says about its last import. */
export const LastImportShape = Type.Named('LastImport', 'The last import that is about a marketplace.', {
  importId: Type.String('The import: read it for the rest.'),
  state: openSet(IMPORT_STATES, { title: 'LastImportState', description: 'As in the list of imports; an open set.' }),
  source: openSet(['upload', 'command'], 'As in the list of imports; an open set.'),
  fileName: Type.String('The name of the file, or of the files of the command, without their folders.'),
  time: Type.Time('When it ended, or began if it goes on.'),
  lines: Type.Integer('Lines that were read.'),
  rejected: Type.Integer('Lines that are rejected.'),
});

export function writeLastImport(run: ImportRun): Static<typeof LastImportShape> {
  const { id, state, source, fileName, lines, checked, applied } = run;
  const time = writeTime(run.endedMs ?? run.startedMs ?? run.createdMs);
  const rejected = (applied ?? checked)?.rejected ?? 0;
  return { ...{ importId: id, state, source, fileName, time, lines, rejected } };
}

export const ImportsAnswer = Type.Named(
  'Imports',
  'A page of imports.',
  {
    imports: Type.Array(ImportShape, 'The newest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ imports: [importExample] }] },
);

type Who = { readonly type: string; readonly id: string };

export function writeImport(
  run: ImportRun,
  { nowMs, nameOf }: { readonly nowMs: number; readonly nameOf: (who: Who) => KnownAs },
): Static<typeof ImportShape> {
  const {
    id,
    state,
    source,
    fileName,
    kind,
    quiet,
    who,
    applier,
    startedMs,
    endedMs,
    sha256,
    lines,
    checked,
    applied,
  } = run;
  const named = ({ type, id }: Who) => ({ type, id, ...nameOf({ type, id }) });
  const seconds = startedMs === undefined ? 0 : ((endedMs ?? nowMs) - startedMs) / 1_000;
  return {
    ...{ importId: id, state, source, fileName, ...(kind && { kind }), ...(quiet !== undefined && { quiet }) },
    ...{ by: named(who), ...(applier && { appliedBy: named(applier) }) },
    ...{ createdTime: writeTime(run.createdMs) },
    ...(startedMs !== undefined && { startedTime: writeTime(startedMs) }),
    ...(endedMs !== undefined && { endedTime: writeTime(endedMs) }),
    ...{ bytes: run.bytes, ...(sha256 !== undefined && { sha256 }) },
    progress: {
      ...{ bytes: run.readBytes, lines },
      ...(startedMs !== undefined && { linesPerSecond: Math.round(lines / Math.max(seconds, 0.001)) }),
    },
    ...(checked && { checked: writeCounts(checked) }),
    ...(applied && { applied: writeCounts(applied) }),
    ...{ rejectedStored: run.rejectedStored, marketplaceIds: [...run.marketplaceIds] },
    ...(run.problem !== undefined && { problem: run.problem }),
    starts: run.starts,
  };
}

const writeCounts = ({ added, changed, unchanged, removed, absent, rejected }: ImportCounts) => ({
  ...{ added, changed, unchanged, removed, absent, rejected },
});
