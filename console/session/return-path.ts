/**
 * A path of the console that a sign-in may lead back to, with its query and fragment; the console's own path for everything else.
 * What was stored may have been changed, so it is checked again when it is used: no other origin, nothing outside the console,
 * not the callback itself.
 */
export function returnPathWithin(consolePath: string, wanted: string | null | undefined, base: string): string {
  const url = wanted?.startsWith('/') ? URL.parse(wanted, base) : null;
  const isInside = url?.origin === new URL(base).origin && isPathWithin(consolePath, url.pathname);
  return url && isInside ? `${url.pathname}${url.search}${url.hash}` : consolePath;
}

function isPathWithin(consolePath: string, path: string): boolean {
  if (path !== consolePath && !path.startsWith(`${consolePath}/`)) return false;
  return !/^\/(?:callback|assets)(?:\/|$)/.test(path.slice(consolePath.length));
}

/**
 * Where this page is at the public address of the console: the provider sends the browser back there and nowhere else. Undefined when the
 * reader is there already. The service also answers under other names of the machine and, where `PUBLIC_URL` has a path, without it.
 */
export function publicAddressOf(console: { origin: string; path: string }, here: string): string | undefined {
  const { origin, pathname, search, hash } = new URL(here);
  const isBelow = pathname === console.path || pathname.startsWith(`${console.path}/`);
  if (isBelow && origin === console.origin) return undefined;
  const name = console.path.slice(console.path.lastIndexOf('/'));
  const rest = new RegExp(`${name}(/.*)?$`).exec(pathname)?.[1] ?? '';
  return `${console.origin}${isBelow ? pathname : `${console.path}${rest}`}${search}${hash}`;
}
