import { timeText } from './event-payloads.ts';
import { type EventWords, type Fact, idText, wordsOf } from './event-words.ts';
import type { CloudEvent } from './notification.ts';

/** A text for people, in the length that each channel has room for. */
export type MessageText = {
  /** One line. */
  subject: string;
  sentences: readonly string[];
  facts: readonly Fact[];
  /** Sentences and facts as plain text of a few lines. */
  body: string;
  /** One text message: at most 160 characters, each of which is in GSM 03.38's basic alphabet. */
  short: string;
  push: { title: string; body: string };
};

/** 3GPP TS 23.038: what one message holds in 7-bit characters. A longer one is sent, and paid for, as two. */
const SHORT_CHARACTERS = 160;

/**
 * Plain English, and only words of the service, identifiers and amounts of the operator: whoever reads it may be a stranger
 * until the address is confirmed, so nothing that a seller wrote may be in it (decision 27), be it a test's scenario or a SKU.
 */
export function eventText(event: CloudEvent): MessageText {
  const { type, time, data } = event;
  const item = idText(event.subject);
  const marketplace = idText(data.marketplaceId);
  const inMarketplace = marketplace && ` in ${marketplace}`;
  const named = item && `item ${item}`;
  const words = wordsOf[type]({ data, item: named, place: `${named || 'an item that you sell'}${inMarketplace}` });
  const facts: Fact[] = [
    ['Item', item],
    ...words.facts,
    ['Marketplace', marketplace],
    ['Seller', idText(data.sellerId)],
    ['Time', timeText(time)],
    ['Notification', idText(event.id)],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return {
    subject: words.headline,
    sentences: words.sentences,
    facts: known,
    body: plainText(words.sentences, known),
    short: shortText(words),
    push: { title: words.headline, body: words.sentences.join(' ') },
  };
}

export function plainText(sentences: readonly string[], facts: readonly Fact[]): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  return `${sentences.join('\n')}\n${lines.length === 0 ? '' : `\n${lines.join('\n')}\n`}`;
}

/** As many whole sentences as there is room for: half a sentence with half an amount in it would mislead. */
function shortText({ headline, sentences }: EventWords): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' ? sentence : `${text} ${sentence}`;
    if (longer.length > SHORT_CHARACTERS) break;
    text = longer;
  }
  // Two identifiers of the greatest length can be too long for the first sentence already.
  return text === '' ? headline.slice(0, SHORT_CHARACTERS) : text;
}
