import type { SourceLine } from '../../src/cli/import/source-reader.ts';

/** A record or a problem, without the original text and without warnings about columns: those have tests of their own. */
export type PlainLine = { line: number; value: unknown } | { line: number; field: string; reason: string };

export function plain(lines: readonly SourceLine[]): PlainLine[] {
  return lines.flatMap((one) => {
    if ('unknownColumns' in one) return [];
    const { text: _text, ...rest } = one;
    return [rest as PlainLine];
  });
}
