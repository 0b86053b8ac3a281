import { isId } from '../ids.ts';
import { CONDITIONS } from '../vocabulary.ts';
import { knownWord, valueAt } from './event-payloads.ts';
import type { CloudEvent } from './notification.ts';

/** A label and its value; a fact with an empty value is omitted. */
export type Fact = readonly [label: string, value: string];

/** The parts of the text about an event: each channel uses as much as fits. */
export type EventSummary = {
  headline: string;
  /** Whole sentences, the most important first. */
  sentences: readonly string[];
  facts: readonly Fact[];
};

/**
 * `item` is `item ITEM000001`, or '' when unknown. `itemIn` is the item and its marketplace, to follow "of" or "for":
 * `item ITEM000001 in STORE_US`.
 */
export type About = { data: CloudEvent['data']; item: string; itemIn: string };

/** An identifier without spaces and line breaks is safe in every channel; '' for anything else. */
export function idText(id: unknown): string {
  return typeof id === 'string' && isId(id) ? id : '';
}

export function headline(text: string, item: string): string {
  return item === '' ? text : `${text}: ${item}`;
}

export function conditionOf(data: unknown): string {
  return knownWord(CONDITIONS, valueAt(data, 'ItemCondition') ?? valueAt(data, 'BuyBoxPrice', 'condition')) ?? '';
}

/** `['', 'One.', 'Two.']` -> `['One.', 'Two.']`. */
export const present = (sentences: readonly string[]): string[] => sentences.filter((sentence) => sentence !== '');

/** The elements of a list; none when it is no list. */
export const listAt = (data: unknown, name: string): readonly unknown[] => {
  const list = valueAt(data, name);
  return Array.isArray(list) ? list : [];
};
