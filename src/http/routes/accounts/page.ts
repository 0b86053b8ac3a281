import { Type } from '../../../wire/type.ts';
import { type PagedList, readPageToken, writePageToken } from '../page-token.ts';

/* Pages of lists in the order of their ids. */

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

export const pageQuery = {
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    description: 'The maximum number of elements.',
  }),
  nextToken: Type.Optional.String({ maxLength: 512, description: 'Where the last page ended.' }),
};

export type PageQuery = { readonly limit?: number; readonly nextToken?: string };

/** What to ask for: one more than the page has, so that it is known whether there are more. Throws a fault when the token is not valid. */
export function askedPage(scope: string, { limit = DEFAULT_LIMIT, nextToken }: PageQuery) {
  const after = nextToken === undefined ? '' : readPageToken(listOf(scope), nextToken, idIn);
  return { after, limit: limit + 1 };
}

/** The elements of the page, and the token of the next one, if there are more. */
export function pageOf<Element>(
  scope: string,
  found: readonly Element[],
  limit: number,
  idOf: (one: Element) => string,
) {
  const page = found.slice(0, limit - 1);
  const last = found.length >= limit ? page.at(-1) : undefined;
  return { page, ...(last !== undefined && { nextToken: writePageToken(listOf(scope), idOf(last)) }) };
}

const listOf = (scope: string): PagedList => ({ scope, checksum: 'last' });

/** Ids of accounts and applications may begin with `-` or `_`; those of applications are whatever their provider chose. */
const ID = /^[ -~]{1,256}$/;

const idIn = (position: string) => (ID.test(position) ? position : undefined);
