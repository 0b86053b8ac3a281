/**
 * UPLOADING: the file arrives. CHECK_QUEUED, CHECKING: every line is read, and nothing is written. CHECKED: somebody may apply it.
 * APPLY_QUEUED, APPLYING: it is written. DONE, REFUSED (it is no market file, or was cut off), CANCELLED, FAILED: it has ended.
 */
export const IMPORT_STATES = [
  ...(['UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'CHECKED'] as const),
  ...(['APPLY_QUEUED', 'APPLYING', 'DONE', 'REFUSED', 'CANCELLED', 'FAILED'] as const),
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const OPEN_IMPORTS: readonly ImportState[] = IMPORT_STATES.slice(0, IMPORT_STATES.indexOf('DONE'));

export type ImportCounts = {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Removals of records that did not exist. */
  readonly absent: number;
  readonly rejected: number;
};

/** A problem of a rejected line, as it is downloaded. A line may have several. */
export type RejectedText = { readonly text: string; readonly isNewLine: boolean };

type ImportActor = { readonly type: string; readonly id: string };

/** An import: a file that was uploaded, or a command of the operator. */
export type ImportRun = {
  readonly id: string;
  readonly state: ImportState;
  readonly source: 'upload' | 'command';
  readonly fileName: string;
  /** The kind of the records of a CSV file that does not say it. */
  readonly kind: string | undefined;
  /** Undefined: quiet for the first load of a marketplace alone. */
  readonly quiet: boolean | undefined;
  readonly who: ImportActor;
  /** Who had it applied, which is the same for a command. Undefined: nobody yet. */
  readonly applier: ImportActor | undefined;
  readonly createdMs: number;
  /** When the check, or the application, began and ended. */
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
  readonly bytes: number;
  readonly sha256: string | undefined;
  /** How far it is: bytes of the file as it was sent, and lines. */
  readonly readBytes: number;
  readonly lines: number;
  readonly checked: ImportCounts | undefined;
  readonly applied: ImportCounts | undefined;
  /** Rejected lines that can be downloaded. */
  readonly rejectedStored: number;
  /** The marketplaces that its records are about. */
  readonly marketplaceIds: readonly string[];
  /** Why it was refused or failed. */
  readonly problem: string | undefined;
  /** How often the work on it began: more than once after a process was killed. */
  readonly starts: number;
};

/** Imports that wrote, or that were refused before they could: a check alone, or one that nobody applied, says nothing of the market. */
export const WRITTEN_IMPORTS: readonly ImportState[] = ['APPLYING', 'DONE', 'REFUSED', 'FAILED'];

/** Whether the import concerns a marketplace. One of which no record was accepted may concern any of them. */
export const isAbout = ({ marketplaceIds, applied }: ImportRun, marketplaceId: string): boolean =>
  marketplaceIds.length === 0 ? acceptedOf(applied) === 0 : marketplaceIds.includes(marketplaceId);

const acceptedOf = (counts: ImportCounts | undefined): number =>
  counts === undefined ? 0 : counts.added + counts.changed + counts.unchanged + counts.removed + counts.absent;

/** What one phase of an import may be asked to do. */
export type ImportPhase = 'check' | 'apply';
