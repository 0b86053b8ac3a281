import type { EventFilter, TestFilter } from 'marketplace-seller-sdk';
import { typedMinor } from '../../../typed-amount.ts';
import { isForPeople, PEOPLE_KINDS } from '../words.ts';

export const CONDITIONS = ['New', 'Used', 'Collectible', 'Refurbished', 'Club'] as const;
export const BOX_CHANGES = {
  LOST: 'I lost it',
  WON: 'I won it',
  HOLDER: 'Another holder',
  PRICE: 'Another price',
  NONE: 'Nobody holds it',
};
export const HEALTH_CHANGES = { UNHEALTHY: 'Not eligible any more', RECOVERED: 'Eligible again' };

/** A filter as a form has it. */
export type FilterValues = {
  readonly marketplaceIds: readonly string[];
  /** SKUs and items as typed: with commas, spaces or line ends between them. */
  readonly skus: string;
  readonly storeItemIds: string;
  readonly conditions: readonly string[];
  readonly changes: readonly string[];
  readonly minPriceChangePercent: string;
  readonly cause: 'any' | 'own' | 'others';
};

export const NO_FILTER: FilterValues = {
  marketplaceIds: [],
  skus: '',
  storeItemIds: '',
  conditions: [],
  changes: [],
  minPriceChangePercent: '',
  cause: 'any',
};

export function filterValues(filter: EventFilter = {}): FilterValues {
  return {
    marketplaceIds: filter.marketplaceIds ?? [],
    skus: (filter.skus ?? []).join('\n'),
    storeItemIds: (filter.storeItemIds ?? []).join('\n'),
    conditions: filter.conditions ?? [],
    changes: filter.changes ?? [],
    minPriceChangePercent: filter.minPriceChangePercent?.toString() ?? '',
    cause: filter.ownOnly ? 'own' : filter.othersOnly ? 'others' : 'any',
  };
}

/** Without the keys that let everything pass; undefined when none is left. */
export function filterOf(values: FilterValues): EventFilter | undefined {
  const { minPriceChangePercent: percent, cause } = values;
  const lists = {
    marketplaceIds: values.marketplaceIds,
    storeItemIds: listed(values.storeItemIds, /[\s,;]+/),
    // A SKU may have spaces inside.
    skus: listed(values.skus, /[\n\r,;]+/),
    conditions: values.conditions,
    changes: values.changes,
  };
  const filter = {
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(percent.trim() === '' ? {} : { minPriceChangePercent: numberOr(percent) }),
    ...(cause === 'own' ? { ownOnly: true } : {}),
    ...(cause === 'others' ? { othersOnly: true } : {}),
  } as EventFilter;
  return Object.keys(filter).length === 0 ? undefined : filter;
}

const listed = (text: string, between: RegExp) => [
  ...new Set(
    text
      .split(between)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Text that is no number stays: the service says at the field what would be right. */
export const numberOr = (text: string): number => {
  const minor = typedMinor(text, 3);
  const number = minor === undefined ? Number(text) : minor / 1_000;
  return Number.isNaN(number) ? (text as unknown as number) : number;
};

/**
 * The question how many events a destination would have got. People who choose no kinds get five, and of the buy box only what
 * they lost: the question says so, because the service does not know for whom it is asked.
 */
export function trialOf(type: string, kinds: readonly string[], values: FilterValues): TestFilter {
  const filter = filterOf(values) ?? {};
  if (kinds.length > 0) return { filter, eventTypes: kinds as TestFilter['eventTypes'] & object };
  if (!isForPeople(type)) return { filter };
  const changes = filter.changes ?? [];
  const box = changes.filter((change) => change in BOX_CHANGES);
  const others = changes.filter((change) => !(change in BOX_CHANGES));
  const isBoxLeft = box.length === 0 || box.includes('LOST');
  const eventTypes = PEOPLE_KINDS.filter((kind) => isBoxLeft || kind !== 'BUY_BOX_CHANGED');
  return { filter: { ...filter, changes: isBoxLeft ? ['LOST', ...others] : changes }, eventTypes };
}
