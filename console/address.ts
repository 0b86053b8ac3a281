/** What an address of the console says. */
export type Place = {
  /** Undefined: the address names none. */
  readonly marketplaceId: string | undefined;
  /** The page: `/listings/A-1`, undecoded; empty for the overview. */
  readonly path: string;
  readonly query: URLSearchParams;
};

/** `MarketplaceId`s have letters, digits, `.`, `_` and `-`; anything else behind the word is a page. */
const SCOPE = /^\/marketplaces\/(?<id>[A-Za-z0-9][\w.-]*)(?=\/|$)/;

/**
 * Reads `/console/marketplaces/STORE_US/listings/A-1`. The page comes last, behind pairs of a word and an id that say whose data it shows.
 * A further pair, such as `sellers/A1`, can be added before or behind this one: addresses without it stay valid, as those without a
 * marketplace do. `src/domain/notifications/texts/console-link.ts` writes the same addresses into messages.
 */
export function placeAt(consolePath: string, href: string): Place {
  const { pathname, searchParams } = new URL(href);
  const below = pathname.slice(consolePath.length).replace(/\/+$/, '');
  const scope = SCOPE.exec(below);
  return { marketplaceId: scope?.groups?.id, path: below.slice(scope?.[0].length ?? 0), query: searchParams };
}

/** The path of a page. It begins with the console's own, and has no marketplace when none is known. */
export function pathOf(consolePath: string, { marketplaceId, path }: Pick<Place, 'marketplaceId' | 'path'>): string {
  return `${consolePath}${marketplaceId === undefined ? '' : `/marketplaces/${marketplaceId}`}${path}`;
}

/** Amounts are in the currency of their marketplace: in another one they mean another price. */
const AMOUNTS = ['price', 'shipping', 'amount', 'floor'];

/** The same page with the same filters in another marketplace. */
export function addressIn(consolePath: string, href: string, marketplaceId: string): string {
  const url = new URL(href);
  const place = placeAt(consolePath, href);
  url.pathname = pathOf(consolePath, { ...place, marketplaceId });
  const isMove = place.marketplaceId !== undefined && place.marketplaceId !== marketplaceId;
  if (isMove) for (const name of AMOUNTS) url.searchParams.delete(name);
  return url.href;
}
