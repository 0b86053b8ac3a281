import { computed, signal } from '@preact/signals';
import { settings } from './settings.ts';

/** Where the reader is: the path below the console's own (`/listings/A-1`, undecoded; empty for the overview) and the query. */
export type Place = { readonly path: string; readonly query: URLSearchParams };

const address = signal(location.href);

/** Rises with every navigation but the first load: then the heading of the new page takes the focus. */
export const navigations = signal(0);

export const place = computed<Place>(() => {
  const { pathname, searchParams } = new URL(address.value);
  return { path: pathname.slice(settings.path.length).replace(/\/+$/, ''), query: searchParams };
});

/** The address of a page of the console, for `href`. Parts of a path must be encoded: `hrefOf('/listings', sku)` does it. */
export function hrefOf(path: string, ...parts: string[]): string {
  return `${settings.path}${path}${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`;
}

/** Goes to another page, or, with `replace`, changes the address of this one: filters and tabs belong into it. */
export function navigate(href: string, { replace = false } = {}): void {
  const target = new URL(href, location.href);
  history[replace ? 'replaceState' : 'pushState'](null, '', target);
  address.value = target.href;
  if (replace) return;
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
  return pathname === settings.path || (pathname.startsWith(`${settings.path}/`) && !pathname.includes('/callback'));
}
