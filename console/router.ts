import { computed, signal } from '@preact/signals';
import { type Place, pathOf, placeAt } from './address.ts';
import { settings } from './settings.ts';

const address = signal(location.href);

/** Rises with every navigation but the first load. */
export const navigations = signal(0);

/** Whether the heading of the page that appears next takes the focus: after a navigation, unless the reader is to stay where they are. */
export const movesFocusToHeading = signal(false);

/** Where the reader is. */
export const place = computed<Place>(() => placeAt(settings.path, address.value));

/** The marketplace in the address. It does not change with filters and pages. */
export const marketplaceId = computed(() => place.value.marketplaceId);

/**
 * The address of a page of the console in the marketplace that is shown, for `href`. Parts of a path must be encoded:
 * `hrefOf('/listings', sku)` does it.
 */
export function hrefOf(path: string, ...parts: string[]): string {
  return hrefIn(marketplaceId.value, path, ...parts);
}

/** The same in another marketplace. */
export function hrefIn(id: string | undefined, path: string, ...parts: string[]): string {
  const page = `${path}${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`;
  return pathOf(settings.path, { marketplaceId: id, path: page });
}

/** Goes to another page, or, with `replace`, changes the address of this one: filters and tabs belong into it. */
export function navigate(href: string, { replace = false, movesFocus = true } = {}): void {
  const target = new URL(href, location.href);
  history[replace ? 'replaceState' : 'pushState'](null, '', target);
  address.value = target.href;
  if (replace) return;
  movesFocusToHeading.value = movesFocus;
  navigations.value += 1;
  scrollTo(0, 0);
}

/** Changes some parameters of the query; `undefined` removes one. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const target = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  navigate(target.href, { replace: true });
}

/** Links stay links: only a plain click on one of the console's pages is handled here. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    address.value = location.href;
    movesFocusToHeading.value = true;
    navigations.value += 1;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || !isPage(link)) return;
    event.preventDefault();
    if (link.href !== location.href) navigate(link.href);
  });
}

function isPage({ origin, pathname, href }: HTMLAnchorElement): boolean {
  if (origin !== location.origin) return false;
  // The browser itself moves to a part of the page.
  if (href.includes('#') && pathname === location.pathname) return false;
  if (pathname === settings.path) return true;
  return pathname.startsWith(`${settings.path}/`) && pathname !== `${settings.path}/callback`;
}
