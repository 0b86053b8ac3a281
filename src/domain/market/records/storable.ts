/*
 * Text and JSON that both databases store unchanged: no control characters except tab and line breaks (PostgreSQL has no
 * NUL), no halves of surrogate pairs (UTF-8 has none).
 */

const MAX_DEPTH = 8;

export function isStorableText(text: string): boolean {
  let hasSurrogates = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 ? code !== 9 && code !== 10 && code !== 13 : code === 127) return false;
    if (code >= 0xd800 && code <= 0xdfff) hasSurrogates = true;
  }
  return !hasSurrogates || text.isWellFormed();
}

/** True when the object has at most `max` values in all, is at most `MAX_DEPTH` deep, and all its texts can be stored. */
export function isStorable(object: object, max: number): boolean {
  return countLeft(object, max, 1) >= 0;
}

/** How many of `left` values are left after this value and its content. Negative when the value cannot be stored. */
function countLeft(value: unknown, left: number, depth: number): number {
  if (typeof value === 'string') return isStorableText(value) ? left : -1;
  if (typeof value === 'number') return Number.isFinite(value) ? left : -1;
  if (typeof value === 'boolean' || value === null) return left;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return -1;
  let remaining = left;
  for (const key in value) {
    if (!isStorableText(key)) return -1;
    remaining = countLeft((value as Record<string, unknown>)[key], remaining - 1, depth + 1);
    if (remaining < 0) return -1;
  }
  return remaining;
}
