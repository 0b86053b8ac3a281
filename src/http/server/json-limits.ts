/** The deepest body of the specification has 7 levels, and the largest batch has fewer than 1,000 values. */
export const MAX_JSON_LEVELS = 32;
export const MAX_JSON_VALUES = 10_000;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * What of a JSON text is over its limit, if anything. Recursive functions overflow the stack at deeply nested values, and an
 * object of many members takes long to build: both are found before the text is parsed. Takes about a third of the time of
 * `JSON.parse`. For a text that is not JSON the result is of no consequence: the parser rejects it.
 */
export function jsonExcessOf(bytes: Uint8Array): 'levels' | 'values' | undefined {
  let levels = 0;
  // One for each comma and for each list or object: at least the number of members and elements.
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      levels += 1;
      if (levels > MAX_JSON_LEVELS) return 'levels';
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) levels -= 1;
  }
  return values > MAX_JSON_VALUES ? 'values' : undefined;
}

/** The offset of the quote that closes the string at `from`. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
