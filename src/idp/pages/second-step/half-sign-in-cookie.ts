import { type Account, accountById } from '../../accounts.ts';
import { beginHalfSignIn, findHalfSignIn, type HalfSignIn } from '../../factors/half-sign-in.ts';
import { contextOf, type Exchange } from '../exchange.ts';
import type { SignInPlace } from './sign-in-place.ts';

const COOKIE = '_half';

/** The browser sends the cookie to this place only, so that sign-ins in several tabs do not end each other. */
const optionsAt = ({ path }: SignInPlace) =>
  ({ httpOnly: true, sameSite: 'lax', signed: true, path: path.replace(/\?.*$/, '') }) as const;

export async function beginAt(exchange: Exchange, place: SignInPlace, account: Account): Promise<string> {
  const id = await beginHalfSignIn(exchange.db, account.id, place.path, exchange.now());
  contextOf(exchange).cookies.set(COOKIE, id, optionsAt(place));
  return id;
}

export type OpenSignIn = { readonly half: HalfSignIn; readonly account: Account };

/** The half sign-in of this browser at this place; undefined when there is none, it has ended, or the account is disabled. */
export async function openAt(exchange: Exchange, place: SignInPlace): Promise<OpenSignIn | undefined> {
  const { db, now } = exchange;
  const id = contextOf(exchange).cookies.get(COOKIE, { signed: true });
  const half = id === undefined ? undefined : await findHalfSignIn(db, id, place.path, now());
  const account = half && (await accountById(db, half.accountId));
  return half && account && { half, account };
}

export function dropCookieAt(exchange: Exchange, place: SignInPlace): void {
  contextOf(exchange).cookies.set(COOKIE, null, optionsAt(place));
}
