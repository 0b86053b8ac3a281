import type { Html } from '../../../pages/html.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import type { ChangeMaker } from '../../audit-entries.ts';
import { type Member, membersOf } from '../../members.ts';
import type { TeamResult } from '../../team.ts';
import { changeMaker } from '../change-maker.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { memberOfForm, signedInMember } from '../signed-in-member.ts';
import { accountPage } from './account-page.ts';
import { type Notice, setNotice } from './notice.ts';

/*
 * What the pages and forms of the Team page share. Every form names the seller that its page showed: another tab may have chosen another
 * one since. The transaction of a change decides who may make it (`team.ts`), not these pages.
 */

/** The form, and the signed-in person at its seller. */
export async function readTeamForm(
  exchange: Exchange,
  account: Account,
): Promise<{ form: URLSearchParams; actor: Member; maker: ChangeMaker }> {
  const form = await readForm(exchange);
  if (account.demo && exchange.isPublicDemo)
    throw new PageError(403, 'access_denied', 'the team of a public demo cannot be changed');
  const actor = await memberOfForm(exchange, form);
  return { form, actor, maker: changeMaker(exchange, actor) };
}

/** Leads to the Team page, which says what became of a change. */
export function finishChange(exchange: Exchange, account: Account, result: TeamResult, done: Notice): void {
  if (result === 'not an owner') throw ownersOnly();
  setNotice(exchange, account.id, result === 'done' ? done : result);
  redirect(exchange, teamPath(exchange));
}

export const ownersOnly = () => new PageError(403, 'access_denied', 'only owners change the team');

export const teamPath = ({ basePath }: Exchange) => `${basePath}/account/team`;

export const hiddenFields = (exchange: Exchange, { sellerId }: Member): Html =>
  html`<input type="hidden" name="csrf" value="${csrfToken(exchange)}"><input type="hidden" name="seller" value="${sellerId}">`;

/** The reader, and the member of the same seller that `?member=` names; undefined when there is none. */
export async function addressedMember(exchange: Exchange): Promise<{ reader: Member; member: Member } | undefined> {
  const reader = await signedInMember(exchange);
  const wanted = URL.parse(exchange.req.url ?? '', 'http://provider')?.searchParams.get('member');
  const team = reader === undefined ? [] : await membersOf(exchange.db, reader.sellerId);
  const member = team.find(({ id }) => id === wanted);
  return reader && member && { reader, member };
}

type TeamPage = { title: string; isError?: boolean; reader: Member; body: Html; status?: number };

/** A page below the Team page. */
export function sendTeamPage(exchange: Exchange, account: Account, shown: TeamPage): void {
  const { title, isError = false, reader, body, status } = shown;
  const page = accountPage(exchange, {
    ...{ title, isError, section: '/account/team', body },
    ...{ account, seller: html`Seller <strong>${reader.sellerId}</strong>` },
  });
  sendProviderPage(exchange, status ?? 200, page);
}
