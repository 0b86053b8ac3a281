import { CONDITIONS } from '../../vocabulary.ts';
import { valueAt } from '../event-payload.ts';
import type { CloudEvent } from '../notification.ts';
import type { ShownNames } from './event-names.ts';
import { knownWord, moneyText } from './payload-texts.ts';

/** A label and its value; a fact with an empty value is omitted. */
export type Fact = readonly [label: string, value: string];

/** The parts of the text about an event: each channel uses as much as fits. */
export type EventSummary = {
  /** What happened: `You lost the buy box`. */
  headline: string;
  /** What it happened to, such as the title of an item; '' when the headline says it all. */
  about: string;
  /** What happened in whole sentences, the most important first, with the prices. */
  sentences: readonly string[];
  /** What to do, in a sentence. */
  advice: string;
  /** More about the advice, for those who have room for it; '' when there is nothing. */
  adviceDetail: string;
  /** That a price of which this tells loses money, in sentences; absent when none does. No channel leaves it out where it tells the price. */
  warning?: string;
  /** Both prices in one short sentence: for an SMS. */
  brief: string;
  /** The same without the name of another seller, which may be long or in another alphabet; absent when there is none. */
  namelessBrief?: string;
  /** The two prices to compare, each with whose it is; none when there are not two. */
  prices: readonly Fact[];
  facts: readonly Fact[];
  /** Whose offer or listing it is about: the reader's own SKU; '' when it is about more than one. */
  sku: string;
  /** The word under which a digest counts it: see `digest-headline.ts`. */
  word: string;
  /** The SMS about several events has the one with the highest: first what costs sales, then the dearest. */
  urgency: number;
};

/** What the text about an event is made from. `item` is its title, or `item ITEM000001`; '' when the event has none. */
export type About = { data: CloudEvent['data']; item: string; names: ShownNames };

export function conditionOf(data: unknown): string {
  return knownWord(CONDITIONS, valueAt(data, 'ItemCondition') ?? valueAt(data, 'BuyBoxPrice', 'condition')) ?? '';
}

/** `Wool socks`, or `Wool socks (Used)`: most offers are new, so that is not said. */
export function itemInCondition(item: string, condition: string): string {
  if (condition === '' || condition === 'New') return item;
  return item === '' ? `condition ${condition}` : `${item} (${condition})`;
}

/** `['', 'One.', 'Two.']` -> `['One.', 'Two.']`. */
export const present = (sentences: readonly string[]): string[] => sentences.filter((sentence) => sentence !== '');

/** Two prices side by side; none when one is missing. */
export const bothPrices = (one: Fact, other: Fact): readonly Fact[] =>
  one[1] === '' || other[1] === '' ? [] : [one, other];

export const INCLUDES_SHIPPING = 'Prices include shipping.';

/** The amount of money, for comparisons within one currency; 0 when it is none. */
export const amountOf = (money: unknown): number => {
  const amount = valueAt(money, 'Amount');
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : 0;
};

/** ` plus 2.50 USD shipping`, of an own offer; '' when shipping is free. */
export function shippingOf(offer: unknown): string {
  const shipping = valueAt(offer, 'OwnPrice', 'Shipping');
  return amountOf(shipping) > 0 ? ` plus ${moneyText(shipping)} shipping` : '';
}

/** Urgency of an event that costs sales, of one that may, and of one that only informs. The amount decides among equals. */
export const urgencyOf = (rank: 0 | 1 | 2, money: unknown): number => rank * 1e15 + Math.min(1e14, amountOf(money));
