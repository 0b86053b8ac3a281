/*
 * The rules for identifiers.
 *
 * The operator chooses SellerId, StoreItemId and MarketplaceId: letters, digits, `.`, `_` and `-`. They need no escaping in
 * a path, and none contains the comma that separates them in a list (decision 24). The first character is a letter or
 * digit, because clients resolve `..` in a path and `__proto__` must never be a key.
 *
 * The seller chooses the SKU: any script, up to 256 characters (decision 2), counted as code points. Control characters and
 * halves of surrogate pairs cannot be stored or sent unchanged. White space at either end is rejected: it is invisible, and
 * clients and spreadsheets trim it, so that the listing could not be found again. SKUs are compared code point by code
 * point, without changing case or Unicode normal form.
 */

const MAX_ID_LENGTH = 64;
const MAX_SKU_LENGTH = 256;

export const ID_RULE = `1 to ${MAX_ID_LENGTH} letters, digits, ".", "_" or "-", the first a letter or digit`;
export const SKU_RULE = `1 to ${MAX_SKU_LENGTH} characters without control characters or white space at either end`;

export function isId(text: string): boolean {
  const length = text.length;
  if (length === 0 || length > MAX_ID_LENGTH || !isLetterOrDigit(text.charCodeAt(0))) return false;
  for (let at = 1; at < length; at++) {
    const code = text.charCodeAt(at);
    if (!isLetterOrDigit(code) && code !== 95 && code !== 45 && code !== 46) return false;
  }
  return true;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

/** What is wrong with a SKU; undefined when it is valid. */
export function skuProblem(text: string): string | undefined {
  const units = text.length;
  if (units === 0) return 'must not be empty';
  // A code point has at most two units, so a longer text is too long without counting.
  if (units > 2 * MAX_SKU_LENGTH) return `must have at most ${MAX_SKU_LENGTH} characters`;
  let characters = 0;
  for (let at = 0; at < units; at++) {
    const code = text.charCodeAt(at);
    characters++;
    if (code < 32 || (code >= 127 && code < 160)) return 'must not contain control characters';
    if (code < 0xd800 || code > 0xdfff) continue;
    if (code > 0xdbff || (text.charCodeAt(++at) & 0xfc00) !== 0xdc00) return 'must be well-formed Unicode';
  }
  if (characters > MAX_SKU_LENGTH) return `must have at most ${MAX_SKU_LENGTH} characters`;
  if (isWhiteSpace(text.charCodeAt(0)) || isWhiteSpace(text.charCodeAt(units - 1))) {
    return 'must not begin or end with white space';
  }
  return undefined;
}

/** The characters that `String.prototype.trim` removes, except control characters. */
function isWhiteSpace(code: number): boolean {
  if (code < 128) return code === 32;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
