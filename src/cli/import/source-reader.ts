/** A record that is not checked yet, by the line it begins on; or why there is none. The field is empty when it is the whole. */
export type SourceLine = { line: number; value: unknown } | { line: number; field: string; reason: string };

/** One format. Takes bytes as they come and gives the records that are complete. */
export interface SourceReader {
  /** Where the record begins that was not given yet. */
  readonly line: number;
  /** Nothing more will be given. */
  readonly isDone: boolean;
  push(chunk: Uint8Array): SourceLine[];
  end(): SourceLine[];
}
