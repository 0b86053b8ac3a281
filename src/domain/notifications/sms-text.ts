/**
 * How a text becomes short messages. In the GSM 7-bit alphabet (3GPP TS 23.038 6.2.1) 160 characters fit into one, in
 * UCS-2, which every other script needs, 70. A longer text is sent in parts, and the header that joins them again takes
 * room in each: 153 and 67 are left.
 */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two places each: an escape comes before them. */
const EXTENSION = new Set('\f^{}\\[~]|€');

const GSM7 = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

/** In both alphabets, unlike the one character for it, which alone would cost more than half of the room. */
const CUT_MARK = '...';

/** Whether every character is in the 7-bit alphabet. One that is not makes the whole text UCS-2. */
export function isGsm7(text: string): boolean {
  for (const character of text) if (!BASIC.has(character) && !EXTENSION.has(character)) return false;
  return true;
}

/** How many short messages the text takes; an empty one takes one, too. */
export function partsOf(text: string): number {
  const gsm7 = isGsm7(text);
  const { alone, joined } = gsm7 ? GSM7 : UCS2;
  const placesOf = (character: string) => (gsm7 ? (EXTENSION.has(character) ? 2 : 1) : character.length);
  let whole = 0;
  let parts = 1;
  let used = 0;
  for (const character of text) {
    const places = placesOf(character);
    whole += places;
    // An escape or half a surrogate pair at the end of a part would be read as something else: it moves to the next.
    if (used + places > joined) {
      parts += 1;
      used = 0;
    }
    used += places;
  }
  return whole <= alone ? 1 : parts;
}

/** The text, or as much of its beginning as fits into so many parts, with dots that say that there was more. */
export function fit(text: string, maxParts: number): string {
  if (partsOf(text) <= maxParts) return text;
  // By what a reader sees as one character: half an emoji or a letter without its accent is another one.
  const characters = Array.from(
    new Intl.Segmenter().segment(text.slice(0, maxParts * GSM7.alone)),
    (one) => one.segment,
  );
  // The longer a beginning, the more parts it takes: halve the interval in which the last one that fits must be.
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
