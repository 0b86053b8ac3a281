import type { GetListingsData } from 'marketplace-seller-sdk';

const SORTS = ['sku', 'price', 'changed', 'gap', 'net', 'share', 'state'] as const;
const API_SORTS = ['sku', 'price', 'changed', 'gap'] as const;

/** What the reader has chosen; it is in the address. */
export type ListChoice = {
  readonly text: string;
  readonly state: string | undefined;
  /** The service sorts by the first four, the console by the others (`row-order.ts`). */
  readonly sort: (typeof SORTS)[number];
  readonly order: 'asc' | 'desc';
};

export const STATES = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'] as const;

/** Addresses may be written by hand: what is unknown is the default. */
export function choiceIn(query: URLSearchParams): ListChoice {
  const sort = SORTS.find((name) => name === query.get('sort')) ?? 'sku';
  const order = (['asc', 'desc'] as const).find((name) => name === query.get('order'));
  return {
    text: query.get('q')?.trim() ?? '',
    state: STATES.find((state) => state === query.get('state')),
    sort,
    order: order ?? (sort === 'changed' || sort === 'gap' ? 'desc' : 'asc'),
  };
}

type ListQuery = Omit<GetListingsData['query'], 'MarketplaceId'>;

/** The order that the service is asked for. What the console sorts comes in the order of SKUs. */
export function apiOrder({ sort, order }: ListChoice): { sort: (typeof API_SORTS)[number]; order: 'asc' | 'desc' } {
  const known = API_SORTS.find((name) => name === sort);
  return known === undefined ? { sort: 'sku', order: 'asc' } : { sort: known, order };
}

/** A screen needs few rows; scrolling gets larger pages. Only the first page has counts. */
export function listQuery(choice: ListChoice, nextToken: string | undefined): ListQuery {
  const { text, state } = choice;
  return {
    ...apiOrder(choice),
    pageSize: nextToken === undefined ? 50 : 100,
    ...(text === '' ? {} : { query: text }),
    ...(state === undefined ? {} : { state: [state] }),
    ...(nextToken === undefined ? { counts: true } : { nextToken }),
  };
}
