import { numberText } from '../../../formats.ts';

/** Which listings are edited: those of a filter of Listings or What if, or named ones. It is in the address. */
export type LimitsChoice = {
  /** Undefined: those that fit the filter. */
  readonly skus: readonly string[] | undefined;
  readonly text: string;
  readonly states: readonly string[];
};

/** One call takes so many. */
export const MAX_EDITED = 500;

export function limitsChoiceIn(query: URLSearchParams): LimitsChoice {
  const skus = query.getAll('sku').filter(Boolean);
  return {
    skus: skus.length > 0 ? skus : undefined,
    text: query.get('q')?.trim() ?? '',
    states: (query.get('state') ?? '').split(',').filter(Boolean),
  };
}

export const listingsText = (count: number): string => `${numberText(count)} ${count === 1 ? 'listing' : 'listings'}`;
