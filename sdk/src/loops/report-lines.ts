import { failure } from '../api-error.ts';

/** The objects behind the first line of a document in JSONL. Throws `IncompleteDocument` when there are not as many as `expected`. */
export async function* jsonLines<Line extends object>(
  bytes: AsyncIterable<Uint8Array>,
  expected: number | undefined,
): AsyncGenerator<Line, void, undefined> {
  let count = -1;
  for await (const text of textLines(bytes)) {
    count += 1;
    if (count > 0) yield readLine<Line>(text, count);
  }
  if (expected !== undefined && count !== expected) throw incomplete(`It has ${count} lines instead of ${expected}.`);
}

/** Far above every line. A broken service must not fill the memory. */
const MAX_LINE = 2 ** 24;

/** The document ends with the end of a line: what is behind the last one is half of a line. */
async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Joined once per line: a long line comes in many pieces.
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    length += first.length;
    if (length > MAX_LINE) throw incomplete('A line has no end.');
    for (const next of others) {
      yield pieces.join('');
      pieces = [next];
      length = next.length;
    }
  }
  if (pieces.join('') + decoder.decode() !== '') throw incomplete('It ends within a line.');
}

function readLine<Line extends object>(text: string, number: number): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    // Without the cause: its message quotes the line.
    throw incomplete(`Line ${number} is no JSON.`);
  }
}

const incomplete = (details: string) =>
  failure('IncompleteDocument', 'The document is not complete.', details, { status: 200 });
