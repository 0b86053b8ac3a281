import { isNamedIn } from './digest-headline.ts';
import { cutName, foldedForSms } from './shown-name.ts';
import { fit, isGsm7, partsOf } from './sms-text.ts';
import type { EventSummary } from './summary-parts.ts';

/** The operator pays for each part. Two hold both prices, what to do and the link. */
const MAX_PARTS = 2;

/** What an SMS has room for; from its end on it can do without, except for the link. */
type Pieces = { headline: string; about: readonly string[]; briefs: readonly string[]; advice: string; url: string };

/** One event. The title is cut first: the prices and the link must not be. */
export function eventSms(summary: EventSummary, url: string): string {
  const { headline, about, advice, sku, warning = '' } = summary;
  const step = advice === NOTHING_TO_DO ? '' : joined(advice, warning);
  const shorter = about === '' ? [''] : [about, cutName(about, 30), cutName(about, 16)];
  return smsOf({ headline, about: shorter, briefs: briefsOf(summary), advice: step, url }, sku);
}

/** Several events: how many, and the most urgent one or two. */
export function digestSms(headline: string, summaries: readonly EventSummary[], url: string): string {
  const urgent = summaries.toSorted((one, other) => other.urgency - one.urgency);
  // One line for each item: the newest, which comes first among equals.
  const named = urgent
    .filter(({ about }, n) => about === '' || urgent.findIndex((one) => one.about === about) === n)
    .slice(0, 2);
  const lineWith = (brief: string, about: string) =>
    about === '' || isNamedIn(headline, about) ? brief : `${cutName(about, 30)}: ${brief}`;
  const lines = named.map(({ about, brief }) => lineWith(brief, about));
  const nameless = named.map((one) => lineWith(one.namelessBrief ?? one.brief, one.about));
  // The headline has a title when all events are about one item, and that may be in another alphabet.
  const texts = [lines.join(' '), nameless.join(' '), lines[0] ?? '', nameless[0] ?? '', ''].map((text) =>
    joined(`${headline}.`, text, url),
  );
  const last = joined(`${summaries.length} new notifications.`, url);
  return shortest([...texts, last]) ?? fit(last, MAX_PARTS);
}

const NOTHING_TO_DO = 'There is nothing to do.';

/** A name in another alphabet leaves less than half the room: the prices matter more than whose they are. */
const briefsOf = ({ brief, namelessBrief }: EventSummary): readonly string[] =>
  namelessBrief === undefined ? [brief] : [brief, namelessBrief];

function smsOf({ headline, about, briefs, advice, url }: Pieces, sku: string): string {
  const begin = (name: string) => `${headline}${name && `: ${name}`}.`;
  // A title in another alphabet: the SKU is a name that the seller knows, too.
  const bySku = sku === '' ? [] : [sku];
  const texts = (names: readonly string[], ...rest: string[]) =>
    briefs.flatMap((brief) => names.map((name) => joined(begin(name), brief, ...rest)));
  const candidates = [
    ...texts(about, advice, url),
    ...texts(about, url),
    ...texts(bySku, advice, url),
    ...texts(bySku, url),
    ...about.map((name) => joined(begin(name), url)),
    joined(begin(''), url),
  ];
  return shortest(candidates) ?? fit(candidates.at(-1) ?? '', MAX_PARTS);
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

/** The first text that fits, in the 7-bit alphabet if that has its characters, or has them without their accents. */
function shortest(candidates: readonly string[]): string | undefined {
  for (const candidate of candidates) {
    const text = inSmsAlphabet(candidate);
    if (partsOf(text) <= MAX_PARTS) return text;
  }
  return undefined;
}

function inSmsAlphabet(text: string): string {
  const folded = foldedForSms(text);
  if (isGsm7(folded)) return folded;
  const plain = folded.normalize('NFKD').replace(/\p{M}+/gu, '');
  return isGsm7(plain) ? plain : text;
}
