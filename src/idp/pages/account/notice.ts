import { contextOf, type Exchange } from '../exchange.ts';

/** What a form has just done, for the page after it. The cookie has the name; the text is here, so that nobody can write one. */
const NOTICES = {
  'password changed': 'Your password was changed. You were signed out of all other browsers.',
} as const;

type Notice = keyof typeof NOTICES;

const COOKIE = '_notice';
const LIFETIME_MS = 60_000;
const options = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** For the next page only. The cookie is signed, so that a link cannot make a page claim what did not happen. */
export function setNotice(exchange: Exchange, accountId: string, notice: Notice): void {
  const value = `${accountId}.${encodeURIComponent(notice)}`;
  contextOf(exchange).cookies.set(COOKIE, value, { ...options, maxAge: LIFETIME_MS });
}

/** The text of the notice for this account, once. */
export function takeNotice(exchange: Exchange, accountId: string): string | undefined {
  const { cookies } = contextOf(exchange);
  const value = cookies.get(COOKIE, { signed: true });
  if (value === undefined) return undefined;
  cookies.set(COOKIE, null, options);
  const [owner, notice = ''] = value.split('.', 2);
  return owner === accountId ? NOTICES[decodeURIComponent(notice) as Notice] : undefined;
}
