import { isId } from '../../domain/ids.ts';
import { type Html, html } from '../../pages/html.ts';
import { type Member, membershipsOf } from '../members.ts';
import { contextOf, type Exchange, PageError } from './exchange.ts';
import { signedInAccount } from './session.ts';

/*
 * The seller that the account pages are about. `?seller=` chooses it, and a cookie keeps it for the next page. Another tab may
 * choose another one, so every form names the seller that its page showed.
 */

const SELLER_COOKIE = '_seller';
const sellerCookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** The signed-in person at the chosen seller, else at its first; undefined when nobody is signed in, or the person has no seller. */
export async function signedInMember(exchange: Exchange): Promise<Member | undefined> {
  const memberships = await signedInMemberships(exchange);
  const { cookies } = contextOf(exchange);
  const asked = askedSeller(exchange);
  const wanted = asked ?? cookies.get(SELLER_COOKIE);
  const member = memberships.find(({ sellerId }) => sellerId === wanted) ?? memberships[0];
  if (member !== undefined && member.sellerId === asked) cookies.set(SELLER_COOKIE, member.sellerId, sellerCookie);
  return member;
}

const askedSeller = ({ req }: Exchange) => URL.parse(req.url ?? '', 'http://provider')?.searchParams.get('seller');

/**
 * Before a sign-in: the page that follows it is about the seller that was asked for. The cookie chooses only among the sellers that the
 * person works for, whatever it names.
 */
export function keepAskedSeller(exchange: Exchange): void {
  const asked = askedSeller(exchange);
  if (asked && isId(asked)) contextOf(exchange).cookies.set(SELLER_COOKIE, asked, sellerCookie);
}

/** The signed-in person at the seller that a form names. Throws a `PageError` when the person does not work for it (any more). */
export async function memberOfForm(exchange: Exchange, form: URLSearchParams): Promise<Member> {
  const seller = form.get('seller');
  const member = (await signedInMemberships(exchange)).find(({ sellerId }) => sellerId === seller);
  if (member === undefined) throw new PageError(403, 'access_denied', 'you do not work for this seller');
  return member;
}

/** For a person with several sellers: links that show the same page for another one. */
export async function sellerLinks(exchange: Exchange, shown: Member | undefined): Promise<Html | undefined> {
  const others = (await signedInMemberships(exchange)).filter(({ id }) => id !== shown?.id);
  if (others.length === 0) return undefined;
  const links = others.map(
    ({ sellerId }, index) =>
      html`${index > 0 && ', '}<a href="?seller=${encodeURIComponent(sellerId)}">${sellerId}</a>`,
  );
  return html`<br>Your other ${others.length === 1 ? 'seller' : 'sellers'}: ${links}`;
}

/** All sellers of the signed-in person. */
export async function signedInMemberships(exchange: Exchange): Promise<Member[]> {
  const account = await signedInAccount(exchange);
  return account === undefined ? [] : membershipsOf(exchange.db, account.id);
}
