/** A row of a file, and the line where it begins, counted from 1. */
export type FileRow = { readonly line: number; readonly cells: readonly string[] };

/** A text that is no CSV: the line, and what is wrong there. */
export type FileFault = { readonly line: number; readonly text: string };

/** Spreadsheet programs take a cell that begins so for a formula, and run it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line of CSV (RFC 4180), as the service writes it: a cell that a spreadsheet program would run gets an apostrophe, which both readers
 * take away. One that has apostrophes before such a character gets one more, so that each text comes back as it was.
 */
export const fileLine = (cells: readonly string[]): string =>
  `${cells
    .map((text) => (FORMULA.test(text) ? `'${text}` : text))
    .map((text) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\r\n`;

const plainCell = (text: string) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

/** A cell, quoted or not, and what ends it: the separator, the end of the line, or that of the file. */
const cellBefore = (separator: string) =>
  new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  );

/**
 * The rows of a file without empty lines. Cells are separated by the comma, semicolon or tab that the first line has first: spreadsheet
 * programs write one or the other, by country.
 */
export function fileRows(file: string): readonly FileRow[] | FileFault {
  const text = file.replace(/^\uFEFF/, '');
  const separator = /[,;\t\r\n]/.exec(text)?.[0] ?? ',';
  const cell = cellBefore(/[\r\n]/.test(separator) ? ',' : separator);
  const rows: FileRow[] = [];
  let line = 1;
  while (cell.lastIndex < text.length) {
    const row = { line, cells: [] as string[] };
    for (let isOpen = true; isOpen; ) {
      const [all, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
      if (all === undefined) return { line, text: 'has a quote that is not closed, or text after one' };
      row.cells.push(plainCell(quoted?.replaceAll('""', '"') ?? plain));
      line += all.split(/\r\n|\r|\n/).length - 1;
      isOpen = end !== '' && !/[\r\n]/.test(end);
    }
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
  }
  return rows;
}
