import { setImmediate as otherWork } from 'node:timers/promises';
import type { GuideFiles } from './guide-files.ts';
import { renderGuide } from './guide-html.ts';
import { guideSections } from './guide-list.ts';

/** Longer queries are cut: nobody types more words than these. */
const MAX_QUERY_CHARACTERS = 100;
const MAX_WORDS = 8;
const MAX_FOUND = 20;
/** Characters of a snippet before and after the first word that is found. */
const BEFORE = 60;
const AFTER = 140;

/** A part of a guide: what stands under one of its headings. The part before the first one has the guide's own title. */
type Section = {
  readonly guide: string;
  readonly title: string;
  readonly heading: string;
  /** The fragment of its heading; empty for the first part. */
  readonly id: string;
  readonly text: string;
  readonly lowerCase: { readonly title: string; readonly heading: string; readonly all: string };
};

/** Text in which the words of the query are marked. */
export type Marked = readonly { readonly text: string; readonly isFound: boolean }[];
export type FoundSection = Pick<Section, 'guide' | 'title' | 'heading' | 'id'> & { readonly snippet: Marked };
export type Found = { readonly sections: readonly FoundSection[]; readonly count: number };

export type GuideIndex = readonly Section[];

/** The words to look for. Empty when the query has none. */
export function wordsOf(query: string): readonly string[] {
  const words = query
    .slice(0, MAX_QUERY_CHARACTERS)
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u);
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MAX_WORDS);
}

/** Renders every guide, with pauses: the API answers meanwhile. */
export async function indexGuides({ guides }: GuideFiles): Promise<GuideIndex> {
  const index: Section[] = [];
  const listed = new Map(guideSections.flatMap((one) => one.guides).map(({ name, says }) => [name, says]));
  for (const [guide, { title, markdown }] of guides) {
    const [first = '', ...parts] = renderGuide(markdown, () => ({})).body.text.split(/(?=<h[23] id=")/);
    index.push(sectionOf({ guide, title, heading: title, id: '', text: `${listed.get(guide)} ${plain(first)}` }));
    for (const part of parts) {
      const [whole, id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [''];
      index.push(sectionOf({ guide, title, heading: plain(heading), id, text: plain(part.slice(whole.length)) }));
    }
    await otherWork();
  }
  return index;
}

function sectionOf(section: Omit<Section, 'lowerCase'>): Section {
  const [title, heading] = [section.title.toLowerCase(), section.heading.toLowerCase()];
  const all = `${title}\n${heading}\n${section.text.toLowerCase()}`;
  return { ...section, lowerCase: { title, heading, all } };
}

/** The sections that have all words: those with the words in their heading first, then those of a guide with them in its title. */
export function searchGuides(index: GuideIndex, words: readonly string[]): Found {
  const found = index
    .filter(({ lowerCase }) => words.every((word) => lowerCase.all.includes(word)))
    .map((section) => ({ section, rank: rankOf(section, words) }))
    .toSorted((a, b) => b.rank - a.rank);
  const sections = found.slice(0, MAX_FOUND).map(({ section: { guide, title, heading, id, text } }) => ({
    ...{ guide, title, heading, id },
    snippet: snippetOf(text, words),
  }));
  return { sections, count: found.length };
}

function rankOf({ lowerCase: { title, heading, all } }: Section, words: readonly string[]): number {
  const points = words.map((word) => {
    const times = Math.min(all.split(word).length - 1, 9);
    return (heading.includes(word) ? 100 : 0) + (title.includes(word) ? 30 : 0) + times;
  });
  return points.reduce((sum, one) => sum + one, 0);
}

function snippetOf(text: string, words: readonly string[]): Marked {
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'gi');
  const at = Math.max(text.search(pattern), 0);
  // Whole words: the first one may be cut.
  const start = at <= BEFORE ? 0 : text.indexOf(' ', at - BEFORE) + 1;
  const end = text.length <= at + AFTER ? text.length : Math.max(text.lastIndexOf(' ', at + AFTER), at + 1);
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  const pieces: { text: string; isFound: boolean }[] = [];
  let last = 0;
  for (const match of shown.matchAll(pattern)) {
    pieces.push({ text: shown.slice(last, match.index), isFound: false }, { text: match[0], isFound: true });
    last = match.index + match[0].length;
  }
  return [...pieces, { text: shown.slice(last), isFound: false }];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of our own HTML. */
const plain = (markup: string) =>
  markup
    .replace(/<label>.*?<\/label>/g, '')
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
