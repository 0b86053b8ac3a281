/** Fewer different characters are no random text: 32 random hexadecimal digits have about 14. */
const MIN_DIFFERENT = 8;

/**
 * Words of placeholders, of commands that make a key, and of keys that people think of. Seven letters and more: in a key of random
 * bytes none of them occurs, by any chance that matters (one in a hundred million).
 */
const WORDS = [
  ...['changeme', 'changethis', 'changeit', 'replaceme', 'replacethis', 'replacewith', 'placeholder', 'example'],
  ...['yourkey', 'yoursecret', 'keyhere', 'insertkey', 'operatorkey', 'secretkey', 'topsecret', 'supersecret'],
  ...['password', 'passphrase', 'characters', 'openssl', 'randombytes', 'letmein', 'qwertyu', 'trustno', 'dontuse'],
];

/**
 * Why a key could be guessed; undefined for a good one. The measure is simple: at least eight different characters, no text that
 * repeats itself, no row of neighbours such as `abcdef`, no word of a placeholder. The key itself is never in the answer.
 */
export function guessableBecause(key: string): string | undefined {
  const letters = key.toLowerCase().replace(/[^a-z]/g, '');
  if (WORDS.some((word) => letters.includes(word))) return 'it has the words of a placeholder';
  if (new Set(key).size < MIN_DIFFERENT) return `it has fewer than ${MIN_DIFFERENT} different characters`;
  if (repeatsItself(key)) return 'it repeats itself';
  if (isRow(key)) return 'its characters follow each other, as in abcdef';
  return undefined;
}

/** Whether a beginning of at most half of the text is repeated until its end. */
function repeatsItself(key: string): boolean {
  for (let period = 1; period <= key.length / 2; period++) if (key.startsWith(key.slice(period))) return true;
  return false;
}

/** Whether more than half of the characters are the same as, or next to, the one before. */
function isRow(key: string): boolean {
  let near = 0;
  for (let at = 1; at < key.length; at++) {
    if (Math.abs(key.charCodeAt(at) - key.charCodeAt(at - 1)) <= 1) near += 1;
  }
  return near > key.length / 2;
}
