import type { CloudEvent } from '../notification.ts';
import { type ConsoleLink, type ConsoleOptions, consoleLink } from './console-link.ts';
import { digestHeadline, isNamedIn } from './digest-headline.ts';
import type { EventNames } from './event-names.ts';
import { ShownNames } from './event-names.ts';
import { digestSms, eventSms } from './event-sms.ts';
import { summaryOf } from './event-summary.ts';
import { idText, timeText } from './payload-texts.ts';
import type { EventSummary, Fact } from './summary-parts.ts';

/** What a message says about one event. */
export type TextEntry = {
  /** What happened; '' in a digest in which the same happened each time. */
  headline: string;
  /** What it is about: the title of an item, mostly. */
  about: string;
  sentences: readonly string[];
  /** Two prices to compare; none when there are not two. */
  prices: readonly Fact[];
  /** What to do. */
  advice: string;
  /** What that means, where there is more to say. */
  adviceDetail: string;
  /** That a price loses money; '' when none does. */
  warning: string;
  /** Which listing, where and when, in one line. */
  place: string;
  facts: readonly Fact[];
  /** Where the reader can look at it and act. */
  link?: ConsoleLink | undefined;
};

/** The text of a message for people, in a length for each channel. */
export type MessageText = {
  /** One line. */
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  /** Newest first. More than one: a digest. */
  entries: readonly TextEntry[];
  /** `and 37 more`, when the message has more events than entries. */
  more: string;
  link?: { label: string; url: string } | undefined;
  /** All of it as plain text. */
  body: string;
  /** At most two SMS. */
  short: string;
  push: { title: string; body: string; url?: string };
};

export type TextOptions = ConsoleOptions & {
  names?: EventNames | undefined;
  /** The page of the message. */
  url?: string | undefined;
  /** The page has room for all events of a digest, an e-mail has not. */
  maxEntries?: number;
};

const MAX_ENTRIES = 10;
const PUSH_LINES = 3;

/** Plain English about events of one kind, the newest first. Titles, names and SKUs in it are made safe: see `shown-name.ts`. */
export function eventsText(events: readonly CloudEvent[], options: TextOptions = {}): MessageText {
  const summaries = events.map((event) => summaryOf(event, options.names));
  const [first] = summaries;
  const [event] = events;
  if (first === undefined || event === undefined) throw new Error('a message has an event');
  const isDigest = events.length > 1;
  const headline = isDigest ? digestHeadline(event.type, summaries, events) : first.headline;
  const subject = isDigest || first.about === '' ? headline : `${headline}: ${first.about}`;
  const maxEntries = options.maxEntries ?? MAX_ENTRIES;
  const isSame = isDigest && summaries.every((one) => one.headline === first.headline && one.about !== '');
  const entries = events.slice(0, maxEntries).map((one, n) => {
    const entry = entryOf(one, summaries[n] ?? first, options, !isDigest);
    return isSame ? { ...entry, headline: '' } : entry;
  });
  const more = events.length > entries.length ? `and ${events.length - entries.length} more` : '';
  const link = linkOf(options.url, more === '' ? 0 : events.length);
  const url = options.url ?? '';
  return {
    ...{ subject, entries, more, link },
    preview: isDigest
      ? summaries.slice(0, 2).map(lineUnder(headline)).join(' ')
      : [...first.sentences, first.advice, ...warningIn(first)].join(' '),
    body: plainBody(headline, entries, more, link),
    short: isDigest ? digestSms(headline, summaries, url) : eventSms(first, url),
    push: { ...(isDigest ? digestPush(headline, summaries) : eventPush(first)), ...(url === '' ? {} : { url }) },
  };
}

const linkOf = (url: string | undefined, all: number) =>
  url === undefined ? undefined : { label: all === 0 ? 'View online' : `See all ${all}`, url };

function entryOf(event: CloudEvent, summary: EventSummary, options: TextOptions, hasFacts: boolean): TextEntry {
  const { names } = options;
  const { headline, about, sentences, advice, adviceDetail, sku, warning = '' } = summary;
  const marketplace = names === undefined ? idText(event.data.marketplaceId) : marketplaceOf(event, names);
  const time = timeText(event.time);
  const isTest = event.type === 'TEST_NOTIFICATION';
  const facts: Fact[] = [
    ...summary.facts,
    ['Your SKU', sku],
    ['Marketplace', marketplace],
    ['Time', time],
    // Only tests: a seller looks for them in the delivery log.
    ['Notification', isTest ? idText(event.id) : ''],
  ];
  return {
    ...{ headline, about, sentences, advice, adviceDetail, warning },
    prices: hasFacts ? summary.prices : [],
    place: [sku && `SKU ${sku}`, marketplace, time].filter((text) => text !== '').join(' · '),
    facts: hasFacts ? facts.filter(([, value]) => value !== '') : [],
    link: consoleLink(event, options, sku),
  };
}

const marketplaceOf = ({ data }: CloudEvent, names: EventNames) =>
  new ShownNames(names, data.marketplaceId).marketplace();

/** One event in a line. The name of the only item is in the headline already. */
const lineUnder =
  (headline: string) =>
  ({ about, brief }: EventSummary): string =>
    about === '' || isNamedIn(headline, about) ? brief : `${about}: ${brief}`;

const warningIn = ({ warning = '' }: EventSummary) => (warning === '' ? [] : [warning]);

function eventPush(summary: EventSummary) {
  const { headline, about, sentences, advice } = summary;
  const text = [...sentences, advice, ...warningIn(summary)].join(' ');
  return { title: headline, body: about === '' ? text : `${about}\n${text}` };
}

function digestPush(headline: string, summaries: readonly EventSummary[]) {
  const lines = summaries.slice(0, PUSH_LINES).map(lineUnder(headline));
  const rest = summaries.length - lines.length;
  return { title: headline, body: [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n') };
}

function plainBody(headline: string, entries: readonly TextEntry[], more: string, link: MessageText['link']): string {
  const [only] = entries;
  const blocks =
    entries.length === 1 && only
      ? singleBlocks(headline, only)
      : [headline, ...entries.map((entry) => digestBlock(entry))];
  const ends = [...(more === '' ? [] : [more]), ...(link === undefined ? [] : [`${link.label}: ${link.url}`])];
  return `${[...blocks, ...ends].join('\n\n')}\n`;
}

function singleBlocks(headline: string, entry: TextEntry): string[] {
  const { about, sentences, advice, adviceDetail, warning, facts, link } = entry;
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  return [
    about === '' ? headline : `${headline}\n${about}`,
    sentences.join('\n'),
    [
      `What to do: ${advice}${adviceDetail && ` ${adviceDetail}`}`,
      ...(warning === '' ? [] : [`Loses money: ${warning}`]),
      ...linkLines(link),
    ].join('\n'),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
  ];
}

const linkLines = (link: ConsoleLink | undefined) => (link === undefined ? [] : [`${link.label}: ${link.url}`]);

const digestBlock = ({ headline, about, sentences, advice, adviceDetail, warning, place, link }: TextEntry): string =>
  [
    about,
    headline,
    ...sentences,
    `${advice}${adviceDetail && ` ${adviceDetail}`}`,
    warning && `Loses money: ${warning}`,
    place,
    ...linkLines(link),
  ]
    .filter((line) => line !== '')
    .join('\n');
