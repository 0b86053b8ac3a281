/**
 * How a text is split into SMS parts. One message holds 160 characters of the GSM 7-bit alphabet (3GPP TS 23.038 6.2.1), or
 * 70 of UCS-2, which every other script needs. A longer text is sent in parts, and the header that joins them leaves 153
 * or 67 characters in each.
 */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Take two characters each: an escape precedes them. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const GSM7 = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

/** Three dots: the ellipsis character is not in the 7-bit alphabet and would turn the whole text into UCS-2. */
const CUT_MARK = '...';

/** Whether every character is in the 7-bit alphabet. A single other character turns the whole text into UCS-2. */
export function isGsm7(text: string): boolean {
  for (const character of text) if (!BASIC.has(character) && !EXTENSION.has(character)) return false;
  return true;
}

/** How many parts the text needs; an empty text needs one. */
export function partsOf(text: string): number {
  const gsm7 = isGsm7(text);
  const { alone, joined } = gsm7 ? GSM7 : UCS2;
  const lengthOf = (character: string) => (gsm7 ? (EXTENSION.has(character) ? 2 : 1) : character.length);
  let total = 0;
  let parts = 1;
  let used = 0;
  for (const character of text) {
    const length = lengthOf(character);
    total += length;
    // A part must not end within an escape sequence or a surrogate pair: the character moves to the next part.
    if (used + length > joined) {
      parts += 1;
      used = 0;
    }
    used += length;
  }
  return total <= alone ? 1 : parts;
}

/** The text, or as much of its beginning as fits into `maxParts`, with three dots at the cut. */
export function fit(text: string, maxParts: number): string {
  if (partsOf(text) <= maxParts) return text;
  // Cut between graphemes: half an emoji, or a letter without its accent, would be another character.
  const characters = Array.from(
    new Intl.Segmenter().segment(text.slice(0, maxParts * GSM7.alone)),
    (one) => one.segment,
  );
  // Binary search for the longest beginning that fits.
  let fits = 0;
  let tooLong = characters.length + 1;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (partsOf(beginning(characters, middle)) <= maxParts) fits = middle;
    else tooLong = middle;
  }
  return beginning(characters, fits);
}

const beginning = (characters: readonly string[], count: number) =>
  `${characters.slice(0, count).join('').trimEnd()}${CUT_MARK}`;
