import type { Readable } from 'node:stream';

/** A line without an end must not fill the memory. */
const MAX_LINE_CHARACTERS = 65_536;

/** Calls `write` with the whole lines of the stream, one or more at a time. The end of the stream ends its last line. */
export function forwardLines(from: Readable, write: (lines: string) => void): void {
  let begun = '';
  const end = () => {
    if (begun !== '') write(`${begun}\n`);
    begun = '';
  };
  from
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const all = begun + text;
      const wholeLines = all.lastIndexOf('\n') + 1;
      begun = all.slice(wholeLines);
      if (wholeLines > 0) write(all.slice(0, wholeLines));
      if (begun.length > MAX_LINE_CHARACTERS) end();
    })
    .on('end', end)
    .on('error', end);
}
