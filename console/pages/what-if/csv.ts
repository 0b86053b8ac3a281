/** Text, or a number, which stays plain: programs read it. */
export type Cell = string | number | undefined;

/** RFC 4180: lines end with CR LF, and text with a comma, a quote or a line break is quoted. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');

function cellText(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet would run it: titles and SKUs come from others. Tabs and line breaks before it are skipped by some. */
const isFormula = (text: string) => /^\s*[=+\-@＝＋－＠]/u.test(text) || /^[\t\r]/.test(text);
