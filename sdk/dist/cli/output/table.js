export const column = (name, of) => ({
    name,
    of: (row) => shown(of(row)),
});
export const rightColumn = (name, of) => ({
    ...column(name, of),
    isRight: true,
});
export const plain = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '?');
const shown = (value) => value === undefined || value === '' ? '-' : plain(String(value));
export function printTable(terminal, rows, columns) {
    const cells = rows.map((row) => columns.map((one) => one.of(row)));
    const widths = columns.map(({ name }, n) => Math.max(name.length, ...cells.map((line) => widthOf(line[n] ?? ''))));
    const lineOf = (line) => line
        .map((cell, n) => padded(cell, widths[n] ?? 0, columns[n]?.isRight === true))
        .join('  ')
        .trimEnd();
    terminal.print(terminal.styled('bold', lineOf(columns.map(({ name }) => name))));
    for (const line of cells)
        terminal.print(lineOf(line));
}
export function printFacts(terminal, facts) {
    const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, plain(value)]]));
    const width = Math.max(0, ...known.map(([name]) => name.length));
    for (const [name, value] of known)
        terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${value}`);
}
const widthOf = (text) => Array.from(text).length;
function padded(text, width, isRight) {
    const space = ' '.repeat(Math.max(0, width - widthOf(text)));
    return isRight ? space + text : text + space;
}
