import type { GetListingsData } from 'marketplace-seller-sdk';

/** What the reader has chosen; it is in the address. */
export type ListChoice = {
  readonly text: string;
  readonly state: string | undefined;
  readonly sort: 'sku' | 'price' | 'changed';
  readonly order: 'asc' | 'desc';
};

export const STATES = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'] as const;

/** Addresses may be written by hand: what is unknown is the default. */
export function choiceIn(query: URLSearchParams): ListChoice {
  const sort = (['sku', 'price', 'changed'] as const).find((name) => name === query.get('sort')) ?? 'sku';
  const order = (['asc', 'desc'] as const).find((name) => name === query.get('order'));
  return {
    text: query.get('q')?.trim() ?? '',
    state: STATES.find((state) => state === query.get('state')),
    sort,
    order: order ?? (sort === 'changed' ? 'desc' : 'asc'),
  };
}

type ListQuery = Omit<GetListingsData['query'], 'MarketplaceId'>;

/** A screen needs few rows; who scrolls gets larger pages. Only the first page counts. */
export function listQuery({ text, state, sort, order }: ListChoice, nextToken: string | undefined): ListQuery {
  return {
    sort,
    order,
    pageSize: nextToken === undefined ? 50 : 100,
    ...(text === '' ? {} : { query: text }),
    ...(state === undefined ? {} : { state: [state] }),
    ...(nextToken === undefined ? { counts: true } : { nextToken }),
  };
}
