import type { Delivery, Destination, KindChoice } from 'marketplace-seller-sdk';
import { numberText } from '../../formats.ts';

/** The types of destinations, in the order in which they are offered. */
export const TYPES = ['WEBHOOKS', 'EMAIL', 'SMS', 'MOBILE_PUSH', 'PULL'] as const;
export type DestinationType = (typeof TYPES)[number];

export const isType = (text: string | null): text is DestinationType => TYPES.includes(text as DestinationType);

type Words = { readonly name: string; readonly about: string };

export const typeWords: Readonly<Record<DestinationType, Words>> = {
  WEBHOOKS: { name: 'Webhook', about: 'A signed request to your server, repeated until it answers.' },
  EMAIL: { name: 'E-mail', about: 'Short messages for people, at most one an hour of each kind.' },
  SMS: { name: 'SMS', about: 'The most urgent on a phone, at most ten a day.' },
  MOBILE_PUSH: { name: 'This browser', about: 'On this computer or phone, also while no page is open.' },
  PULL: { name: 'Queue', about: 'Your program fetches what happened when it has time.' },
};

export const typeName = (type: string): string =>
  type === 'MOBILE_PUSH' ? 'Browser' : isType(type) ? typeWords[type].name : type;

/** The kinds of events that a destination can choose, in words for sellers. */
export const kindWords: Readonly<Record<string, Words>> = {
  BUY_BOX_CHANGED: { name: 'Buy box', about: 'won, lost, or held by another seller or at another price' },
  ANY_OFFER_CHANGED: { name: 'Offers', about: 'the offers, counts or prices of an item have changed' },
  PRICING_HEALTH: {
    name: 'Health',
    about: 'an offer of yours is not eligible for the buy box of consumers any more, or is again',
  },
  PRICE_CHANGED: { name: 'Own prices', about: 'the terms of an offer of yours have changed, by whomever' },
  FEE_PROMOTION: { name: 'Fee promotions', about: 'a promotion on a fee begins, changes or ends' },
  FEE_CHANGED: { name: 'Fee changes', about: 'your listings will pay other fees' },
  DESTINATION_SUSPENDED: { name: 'Suspensions', about: 'a destination is suspended, or soon will be' },
  CREDENTIAL_EXPIRING: { name: 'Credentials', about: 'a secret of an application, or its access, will end' },
  REPORT_READY: { name: 'Reports', about: 'a report is ready, or could not be made' },
};

export const kindName = (kind: string): string =>
  kind === 'TEST_NOTIFICATION' ? 'Test' : (kindWords[kind]?.name ?? kind);

/** What an event is about: an item, or nothing in particular. */
export const eventTitle = (event: { type: string; subject?: unknown }): string =>
  typeof event.subject === 'string' ? `${kindName(event.type)} of ${event.subject}` : kindName(event.type);

/** Those that people get unless they choose others. */
export const PEOPLE_KINDS = [
  'BUY_BOX_CHANGED',
  'PRICING_HEALTH',
  'FEE_PROMOTION',
  'FEE_CHANGED',
  'DESTINATION_SUSPENDED',
] as const;

/** Types that people read: they have quiet hours, and by default get only what needs action. */
export const isForPeople = (type: string): boolean => type === 'EMAIL' || type === 'SMS' || type === 'MOBILE_PUSH';

/** Whose owner is asked first. */
export const hasOwner = (type: string): boolean => type === 'EMAIL' || type === 'SMS';

/** Where it sends to, in one line. */
export function addressOf({ type, webhookConfig, emailConfig, smsConfig, mobilePushConfig }: Destination): string {
  if (type === 'WEBHOOKS') return webhookConfig.url ?? '';
  if (type === 'EMAIL') return emailConfig?.address ?? 'your registered address';
  if (type === 'SMS') return smsConfig?.phoneNumber ?? '';
  if (type === 'PULL') return 'fetched by your program';
  const endpoint = mobilePushConfig?.subscription.endpoint ?? '';
  return URL.canParse(endpoint) ? new URL(endpoint).host : 'a subscribed browser';
}

const heldWords: Readonly<Record<string, string>> = {
  WINDOW: 'waits for the end of the window',
  HOURLY_LIMIT: 'waits: one e-mail an hour of each kind',
  DAILY_LIMIT: 'waits: ten SMS a day',
  QUIET_HOURS: 'waits for the end of the quiet hours',
};

/** Waits after an attempt that failed. */
export const isRetried = ({ state, attemptCount, heldBy }: Delivery): boolean =>
  state === 'PENDING' && attemptCount > 0 && heldBy === undefined;

/** Why a delivery is where it is; empty when its state says everything. `type` is that of its destination. */
export function stateReason(delivery: Delivery, type: string): string {
  const { state, heldBy, filteredBy } = delivery;
  if (state === 'PENDING' && heldBy) return heldWords[heldBy] ?? 'held back';
  if (type === 'PULL' && state === 'PENDING') return 'until your program fetches it';
  if (type === 'PULL' && state === 'SENDING') return 'your program has it and has not acknowledged it';
  if (isRetried(delivery)) return 'failed, is tried again';
  if (state === 'STORED') return 'in the outbox of the operator: there is no server for this type';
  if (state === 'DEAD') return 'no further attempt';
  if (state === 'SUPERSEDED') return 'a newer event took its place';
  return state === 'FILTERED' && filteredBy ? `by ${filterWords[filteredBy] ?? filteredBy}` : '';
}

/** The seller's own SKU where the event names one, else the item. */
export function itemText({ storeItemId, skus = [] }: Pick<Delivery, 'storeItemId' | 'skus'>): string {
  const [sku, ...others] = skus;
  if (sku === undefined) return storeItemId ?? '';
  return others.length === 0 ? sku : `${sku} and ${others.length} more`;
}

/** The receiver's code and how long the last attempt took. */
export function answerText({ lastAttempt }: Pick<Delivery, 'lastAttempt'>): string {
  if (lastAttempt === undefined) return '–';
  const { code, durationMs } = lastAttempt;
  const parts = [code, durationMs === undefined ? undefined : `${numberText(durationMs)} ms`];
  return parts.filter((part) => part !== undefined).join(' · ') || '–';
}

/** The keys of a filter. */
const filterWords: Readonly<Record<string, string>> = {
  marketplaceIds: 'marketplace',
  storeItemIds: 'item',
  skus: 'SKU',
  conditions: 'condition',
  changes: 'change',
  minPriceChangePercent: 'smallest price change',
  ownOnly: 'cause',
  othersOnly: 'cause',
};

/** In words: its window, and what its filter looks at. */
export function choiceText({ filter, windowSeconds }: KindChoice): string {
  const keys = Object.keys(filter ?? {}).map((key) => filterWords[key] ?? key);
  const filtered = keys.length > 0 ? `only some, by ${[...new Set(keys)].join(', ')}` : 'all events';
  const windowed =
    windowSeconds === 0 ? 'each at once' : `at most one in ${Number(windowSeconds) / 60} min for an item`;
  return [filter && filtered, windowSeconds !== undefined && windowed].filter(Boolean).join('; ');
}
