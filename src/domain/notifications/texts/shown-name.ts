/*
 * Titles, names and SKUs are written by sellers, or come from catalogues that sellers write to. In a message they must be nothing
 * but a name: no line, no link, no change of the direction of the text, and not so long that they push the rest away.
 */

const MAX_NAME_CHARACTERS = 60;
/** A grapheme can have any number of code units: a bound for all of them. */
const MAX_NAME_UNITS = 240;
const CUT_MARK = '...';

/** A name as people may see it in every channel, of at most `max` graphemes; '' when nothing of it can be shown. */
export function shownName(text: unknown, max = MAX_NAME_CHARACTERS): string {
  if (typeof text !== 'string') return '';
  // The bound first: a title may be of any length, and the patterns below must not cost more than a message.
  return isolated(cutName(oneSpace(withoutLinks(visible(text.slice(0, 4 * MAX_NAME_UNITS)))), max));
}

/**
 * One line of visible characters. Removed are control characters, those that reverse or hide text (`\p{Cf}`, default ignorables),
 * halves of surrogate pairs, and what no font has. More than four marks on one letter would cover the lines above and below.
 */
function visible(text: string): string {
  return text
    .replace(/[\s\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .normalize('NFC')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
}

const oneSpace = (text: string) => text.replace(/ {2,}/g, ' ').trim();

/** The dots that programs accept between the labels of a host name. */
export const DOT = '[.\u2024\u3002\ufe52\uff0e\uff61]';
const HOST_END = new RegExp(
  `(?<=\\S)(${DOT})(?=(?:[\\p{L}\\p{M}]{2,}|xn--[\\p{L}\\p{N}-]+)(?![\\p{L}\\p{M}\\p{N}]|[-_][\\p{L}\\p{N}]))`,
  'giu',
);
const FOUR_NUMBERS = new RegExp(`(?<=\\d)(${DOT})(?=\\d{1,3}${DOT}\\d{1,3}${DOT}\\d{1,3})`, 'gu');

/**
 * Mail programs and phones turn whatever looks like an address into a link, also in plain text. A space after the dot before the
 * last label prevents that and leaves the text readable: `visit shop.example` -> `visit shop. example`. Numbers such as
 * `2.5` and part numbers such as `AB.C-1` stay. Phone numbers cannot be told from model numbers, so they stay, too.
 */
const withoutLinks = (text: string): string =>
  text
    // An encoded word (RFC 2047) in a subject would be decoded by the reader's program: to anything.
    .replace(/=\?/g, '= ?')

    .replace(/:\/{1,2}/g, ': ')
    .replace(HOST_END, '$1 ')
    .replace(FOUR_NUMBERS, '$1 ');

/** Made once: that takes longer than to cut a name. For the first long name: it would be a fiftieth of the time to start. */
let segmenter: Intl.Segmenter | undefined;

/** Cuts between graphemes, at the end of a word where one is near. */
export function cutName(name: string, max: number): string {
  if (name.length <= max) return name;
  segmenter ??= new Intl.Segmenter();
  const graphemes = Array.from(segmenter.segment(name), ({ segment }) => segment);
  if (graphemes.length <= max && name.length <= MAX_NAME_UNITS) return name;
  let cut = '';
  for (const grapheme of graphemes.slice(0, Math.max(1, max - CUT_MARK.length))) {
    if (cut.length + grapheme.length > MAX_NAME_UNITS) break;
    cut += grapheme;
  }
  const word = cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd();
  return `${(word.length > cut.length * 0.7 ? word : cut).replace(/[\s,;:.–-]+$/u, '')}${CUT_MARK}`;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A name in Hebrew or Arabic must not reorder the amounts beside it (Unicode Bidirectional Algorithm, isolates). */
const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const FOLDED: Readonly<Record<string, string>> = {
  ...{
    '‘': "'",
    '’': "'",
    '‚': "'",
    '‛': "'",
    '′': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '‟': '"',
    '″': '"',
    '«': '"',
    '»': '"',
  },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '―': '-', '−': '-', '…': '...', '•': '-', '·': '-', '×': 'x' },
  ...{ '\u00a0': ' ', '®': '', '™': '', '©': '', '°': ' deg', '½': '1/2', '¼': '1/4', '¾': '3/4' },
};

/** The same words in the 7-bit alphabet of SMS, as far as it has them: one other character halves what fits into a message. */
export const foldedForSms = (text: string): string =>
  text.replace(/[‘’‚‛′“”„‟″«»‐‑‒–—―−…•·×\u00a0®™©°½¼¾]/gu, (character) => FOLDED[character] ?? '');
