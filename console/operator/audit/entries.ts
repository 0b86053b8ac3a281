import type { AuditEntry } from 'marketplace-seller-sdk/operator';
import { client } from '../api.ts';
import type { ListPage } from '../parts/pages.ts';

type AuditQuestion = { readonly operation: string; readonly who: string; readonly kind: string };

/** The log has no index of kinds: so many pages are looked through at a time for one that the reader wants. */
const MOST_PAGES = 10;
const PAGE_SIZE = 50;
const WIDE_PAGE_SIZE = 500;

/** The next entries, those about one kind of records if the reader wants that. */
export async function entriesOf(
  { operation, who, kind }: AuditQuestion,
  nextToken: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<AuditEntry>> {
  const query = {
    ...(operation && { operation }),
    ...(who && { who }),
    limit: kind === '' ? PAGE_SIZE : WIDE_PAGE_SIZE,
  };
  let token = nextToken;
  for (let page = 1; ; page += 1) {
    const answer = await client.getAudit({ query: { ...query, ...(token && { nextToken: token }) }, signal });
    const rows = answer.entries.filter(({ details }) => kind === '' || hasKind(details, kind));
    token = answer.nextToken;
    if (rows.length > 0 || token === undefined || page === MOST_PAGES) return { rows, nextToken: token };
  }
}

function hasKind({ records }: AuditEntry['details'], kind: string): boolean {
  return typeof records === 'object' && records !== null && Object.hasOwn(records, kind);
}
