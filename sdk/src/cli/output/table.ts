import type { Terminal } from './terminal.ts';

/** Numbers and amounts stand below each other at their end. */
type Column<Row> = { readonly name: string; readonly of: (row: Row) => string; readonly isRight?: boolean };

export const column = <Row>(name: string, of: (row: Row) => string | number | undefined): Column<Row> => ({
  name,
  of: (row) => shown(of(row)),
});

export const rightColumn = <Row>(name: string, of: (row: Row) => string | number | undefined): Column<Row> => ({
  ...column(name, of),
  isRight: true,
});

/** What the service sends may come from others: control characters must not move the cursor or change colours. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');

const shown = (value: string | number | undefined) =>
  value === undefined || value === '' ? '-' : plain(String(value));

/** A table with a heading; the last column may be as long as it likes. */
export function printTable<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const cells = rows.map((row) => columns.map((one) => one.of(row)));
  const widths = columns.map(({ name }, n) => Math.max(name.length, ...cells.map((line) => widthOf(line[n] ?? ''))));
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, n) => padded(cell, widths[n] ?? 0, columns[n]?.isRight === true))
      .join('  ')
      .trimEnd();
  terminal.print(terminal.styled('bold', lineOf(columns.map(({ name }) => name))));
  for (const line of cells) terminal.print(lineOf(line));
}

/** Facts about one thing, each in a line. Those without a value are left out. */
export function printFacts(terminal: Terminal, facts: readonly (readonly [string, string | undefined])[]): void {
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, plain(value)] as const]));
  const width = Math.max(0, ...known.map(([name]) => name.length));
  for (const [name, value] of known) terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${value}`);
}

/** In characters, not in UTF-16 units. */
const widthOf = (text: string) => Array.from(text).length;

function padded(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? space + text : text + space;
}
