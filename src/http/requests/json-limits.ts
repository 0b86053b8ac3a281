/** The deepest body of the specification has 7 levels, and the largest batch has fewer than 1,000 values. */
export const MAX_JSON_LEVELS = 32;
export const MAX_JSON_VALUES = 10_000;

const QUOTE = 34;
const BACKSLASH = 92;

/** What a byte outside of strings does. Looked up, not compared: most bytes do nothing, and that takes half the time. */
const NOTHING = 0;
const BEGIN_STRING = 1;
const SEPARATE = 2;
const OPEN = 3;
const CLOSE = 4;
const EFFECTS = new Uint8Array(256);
for (const [characters, effect] of [
  ['"', BEGIN_STRING],
  [',', SEPARATE],
  ['{[', OPEN],
  ['}]', CLOSE],
] as const) {
  for (const byte of Buffer.from(characters)) EFFECTS[byte] = effect;
}

/**
 * What of a JSON text is over its limit, if anything. Recursive functions overflow the stack at deeply nested values, and an
 * object of many members takes long to build: both are found before the text is parsed. Takes about a fifth of the time of
 * `JSON.parse`. For a text that is not JSON the result is of no consequence: the parser rejects it.
 */
export function jsonExcessOf(bytes: Uint8Array): 'levels' | 'values' | undefined {
  const { length } = bytes;
  let levels = 0;
  // One for each comma and for each list or object: at least the number of members and elements.
  let values = 0;
  for (let at = 0; at < length; at += 1) {
    const effect = EFFECTS[bytes[at] as number];
    if (effect === NOTHING) continue;
    if (effect === BEGIN_STRING) {
      // To the quote that closes the string. A function of its own would double the time.
      for (at += 1; at < length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    } else if (effect === SEPARATE) values += 1;
    else if (effect === OPEN) {
      values += 1;
      levels += 1;
      if (levels > MAX_JSON_LEVELS) return 'levels';
    } else levels -= 1;
  }
  return values > MAX_JSON_VALUES ? 'values' : undefined;
}
