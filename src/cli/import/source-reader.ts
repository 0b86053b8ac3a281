import type { UnknownField } from '../../domain/market/records/unknown-fields.ts';

/**
 * A record that is not checked yet, or why a line has none, or columns of a header that no row can use. `line` is the first
 * line, `text` its original text unless it cannot be read; `field` is empty when the whole line is wrong.
 */
export type SourceLine =
  | { line: number; value: unknown; text: string }
  | { line: number; field: string; reason: string; text?: string | undefined }
  | { line: number; unknownColumns: readonly UnknownField[] };

/** Reads one format: takes chunks of bytes and returns the records that are complete. */
export interface SourceReader {
  /** The first line of the record that is not complete yet. */
  readonly line: number;
  /** True when the rest of the input can be ignored. */
  readonly isDone: boolean;
  push(chunk: Uint8Array): SourceLine[];
  end(): SourceLine[];
}
