import { timeText } from './event-payloads.ts';
import { summaryOf } from './event-summary.ts';
import type { CloudEvent } from './notification.ts';
import { type EventSummary, type Fact, idText } from './summary-parts.ts';

/** The text of a message for people, in a length for each channel. */
export type MessageText = {
  /** One line. */
  subject: string;
  sentences: readonly string[];
  facts: readonly Fact[];
  /** Sentences and facts as plain text of a few lines. */
  body: string;
  /** One SMS: at most 160 characters of the GSM 03.38 basic alphabet. */
  short: string;
  push: { title: string; body: string };
};

/** 3GPP TS 23.038: 7-bit characters in one SMS. A longer text is sent, and billed, as two. */
const MAX_SHORT_CHARACTERS = 160;

/**
 * Plain English, with identifiers and amounts of the operator. Until the address is confirmed its reader may be a stranger,
 * so the text contains nothing that a seller wrote, such as the scenario of a test or a SKU (decision 27).
 */
export function eventText(event: CloudEvent): MessageText {
  const { type, time, data } = event;
  const item = idText(event.subject);
  const marketplace = idText(data.marketplaceId);
  const inMarketplace = marketplace && ` in ${marketplace}`;
  const named = item && `item ${item}`;
  const itemIn = `${named || 'an item that you sell'}${inMarketplace}`;
  const summary = summaryOf[type]({ data, item: named, itemIn });
  const facts: Fact[] = [
    ['Item', item],
    ...summary.facts,
    ['Marketplace', marketplace],
    ['Seller', idText(data.sellerId)],
    ['Time', timeText(time)],
    ['Notification', idText(event.id)],
  ];
  const present = facts.filter(([, value]) => value !== '');
  return {
    subject: summary.headline,
    sentences: summary.sentences,
    facts: present,
    body: plainText(summary.sentences, present),
    short: shortText(summary),
    push: { title: summary.headline, body: summary.sentences.join(' ') },
  };
}

export function plainText(sentences: readonly string[], facts: readonly Fact[]): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  return `${sentences.join('\n')}\n${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}`;
}

/** As many whole sentences as fit: a sentence that is cut within an amount would mislead. */
function shortText({ headline, sentences }: EventSummary): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > MAX_SHORT_CHARACTERS) break;
    text = longer;
  }
  // With two identifiers of maximum length even the first sentence is too long.
  return text === '' ? headline.slice(0, MAX_SHORT_CHARACTERS) : text;
}
