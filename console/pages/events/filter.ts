import type { ListedEvent } from 'marketplace-seller-sdk';
import { marketplaceIdOf, skusOf } from '../../event-facts.ts';
import { summaryOf } from './event-summary.ts';
import type { EventFormats, Group } from './summary-parts.ts';

export type EventFilter = {
  readonly kind: Kind;
  /** A part of a SKU, in any case. Empty: all. */
  readonly sku: string;
  readonly marketplaceId: string;
};

/** What the seller may have to act upon; everything; or one group. */
export type Kind = 'main' | 'all' | Group;

const main: ReadonlySet<Group> = new Set<Group>([
  'won',
  'lost',
  'health',
  'promotions',
  'fees',
  'destinations',
  'other',
]);

export const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'main', label: 'What matters' },
  { value: 'lost', label: 'Buy box lost' },
  { value: 'won', label: 'Buy box won' },
  { value: 'health', label: 'Offer health' },
  { value: 'promotions', label: 'Fee promotions' },
  { value: 'fees', label: 'Fee changes' },
  { value: 'destinations', label: 'Suspended destinations' },
  { value: 'box', label: 'Other buy box changes' },
  { value: 'offers', label: 'Changes of offers' },
  { value: 'all', label: 'Everything' },
];

const eventKinds: Readonly<Partial<Record<Kind, string>>> = {
  ...{ won: 'BUY_BOX_CHANGED', lost: 'BUY_BOX_CHANGED', box: 'BUY_BOX_CHANGED', health: 'PRICING_HEALTH' },
  ...{ promotions: 'FEE_PROMOTION', fees: 'FEE_CHANGED', destinations: 'DESTINATION_SUSPENDED' },
  offers: 'ANY_OFFER_CHANGED',
};

/** The kind of events of a group, for a report. Undefined: several. */
export const eventKindOf = (kind: Kind): string | undefined => eventKinds[kind];

/** The address may have anything. */
export const kindOf = (text: string | null): Kind => kinds.find(({ value }) => value === text)?.value ?? 'main';

/** The group does not depend on how amounts and names are written. */
const plain: EventFormats = { money: () => '', date: () => '', seller: () => '' };

export function passes(event: ListedEvent, { kind, sku, marketplaceId }: EventFilter): boolean {
  if ((marketplaceIdOf(event) ?? marketplaceId) !== marketplaceId) return false;
  const { group } = summaryOf(event, plain);
  if (kind === 'main' ? !main.has(group) : kind !== 'all' && group !== kind) return false;
  if (sku === '') return true;
  const wanted = sku.toLowerCase();
  return skusOf(event).some((one) => one.toLowerCase().includes(wanted));
}
