import type { Readable } from 'node:stream';

/** A line without an end must not fill the memory. */
const MAX_LINE_CHARACTERS = 65_536;

/** Calls `write` with each whole line of the stream. The end of the stream ends its last line. */
export function forwardLines(from: Readable, write: (line: string) => void): void {
  let begun = '';
  const end = () => {
    if (begun !== '') write(`${begun}\n`);
    begun = '';
  };
  from
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const lines = (begun + text).split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) write(`${line}\n`);
      if (begun.length > MAX_LINE_CHARACTERS) end();
    })
    .on('end', end)
    .on('error', end);
}
