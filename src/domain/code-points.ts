/**
 * Compares texts by code point: negative when `a` comes first. Both database engines sort text this way, so that lists
 * sorted here and lists sorted by the store have one order, on every machine.
 *
 * `<` compares UTF-16 code units instead. The two orders differ where one text has a character above U+FFFF, which
 * starts with a surrogate (U+D800 to U+DFFF), and the other has one from U+E000 to U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === length) return a.length - b.length;
  return rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
}

/** Moves surrogates behind all other code units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
