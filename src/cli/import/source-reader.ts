/** A record that is not checked yet, or why a line has none. `line` is its first line; `field` is empty when the whole line is wrong. */
export type SourceLine = { line: number; value: unknown } | { line: number; field: string; reason: string };

/** Reads one format: takes chunks of bytes and returns the records that are complete. */
export interface SourceReader {
  /** The first line of the record that is not complete yet. */
  readonly line: number;
  /** True when the rest of the input can be ignored. */
  readonly isDone: boolean;
  push(chunk: Uint8Array): SourceLine[];
  end(): SourceLine[];
}
