import { DAY_MS } from './duration.ts';

export const NOTE_SEVERITIES = ['INFO', 'WARNING', 'URGENT'] as const;
export type NoteSeverity = (typeof NOTE_SEVERITIES)[number];

/** What the operator tells all sellers for a time, such as "Maintenance tonight". */
export type NoteDraft = {
  /** Plain text: whoever shows it shows every character as it is. */
  readonly text: string;
  readonly severity: NoteSeverity;
  readonly fromMs: number;
  readonly untilMs: number;
};

export type OperatorNote = NoteDraft & {
  readonly noteId: string;
  readonly createdMs: number;
  readonly createdBy: string;
};

export const MAX_NOTE_CHARACTERS = 500;
/** Notes that have not ended: sellers read all of them. */
export const MAX_OPEN_NOTES = 20;
/** How long a note is kept after its end. */
export const ENDED_NOTES_KEPT_MS = 30 * DAY_MS;
/** How long a note is shown when it names no end, and at most. */
export const DEFAULT_NOTE_MS = 7 * DAY_MS;
export const MAX_NOTE_MS = 366 * DAY_MS;

/** What is wrong with a text, as the end of a sentence that begins with its name; undefined when it is valid. */
export function noteTextProblem(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (Array.from(text).length > MAX_NOTE_CHARACTERS) return `must have at most ${MAX_NOTE_CHARACTERS} characters`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  // Line breaks are text; characters that turn the direction of writing would change what is read.
  return /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u.test(text)
    ? 'must not contain control characters but line breaks'
    : undefined;
}
