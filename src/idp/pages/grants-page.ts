import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import type { Account } from '../accounts.ts';
import { cacheTimeText } from '../cache-time.ts';
import { type Connection, mayWithdraw } from '../connections.ts';
import type { Member } from '../members.ts';
import { accountPage } from './account/account-page.ts';
import type { Exchange } from './exchange.ts';
import { csrfToken } from './form.ts';
import { scopeDescription } from './scope-descriptions.ts';
import { dateElement, timeElement } from './time-elements.ts';

type GrantsView = {
  account: Account;
  /** Undefined when the person works for no seller. */
  member: Member | undefined;
  /** Links to the person's other sellers. */
  otherSellers: Html | undefined;
  connections: readonly Connection[];
  /** How long the service accepts an access token after its end here. */
  cacheSeconds: number;
  /** What the member has just withdrawn, in words. */
  withdrawn?: string | undefined;
};

export function grantsPage(exchange: Exchange, view: GrantsView): Page {
  const hidden = html`<input type="hidden" name="csrf" value="${csrfToken(exchange)}">`;
  const { member } = view;
  const applicationItem = (application: Connection) => html`<li>
<h2>${application.name}</h2>
<p class="small soft">Id <code>${application.clientId}</code><br>Connected since ${dateElement(application.connectedAt)}${connectedBy(application, member?.id)}${
    application.lastUsedAt === undefined
      ? html` · not used yet`
      : html` · last used ${timeElement(application.lastUsedAt)}`
  }${application.endsAt === undefined ? undefined : html` · ends ${dateElement(application.endsAt)}`}</p>
${usesByPerson(application)}
${
  application.isPaused
    ? html`<p class="small">It has no access now: the operator has disabled it, or the sign-in that connected it.</p>`
    : undefined
}
<ul class="small">${application.scopes.map((scope) => html`<li>${scopeDescription(scope, application.clientId).title}</li>`)}</ul>
${
  member !== undefined &&
  mayWithdraw(application, member) &&
  html`<form method="post" action="${exchange.basePath}/grants/withdraw">${hidden}<input type="hidden" name="seller" value="${member.sellerId}"><input type="hidden" name="client_id" value="${application.clientId}">
<button class="danger" aria-label="Withdraw access of ${application.name}">Withdraw access</button></form>`
}</li>`;
  return accountPage(exchange, {
    title: 'Connected applications',
    section: '/grants',
    account: view.account,
    seller: member === undefined ? html`You work for no seller` : html`Seller <strong>${member.sellerId}</strong>`,
    otherSellers: view.otherSellers,
    notice: view.withdrawn === undefined ? undefined : { text: view.withdrawn, isRefusal: false },
    body: html`${
      view.connections.length === 0
        ? html`<p>No application has access to your seller account.</p>
<p class="small soft">When you or a colleague connects one, it shows up here. You can withdraw its access at any time; an owner also that of a colleague.</p>`
        : html`<p>These applications act for your seller account. ${
            member?.role === 'owner'
              ? 'Withdrawing ends the access, whoever of you connected it'
              : 'You can withdraw the access that you gave; an owner can withdraw any. Withdrawing ends it'
          }: ${endOfTokens(view.cacheSeconds)}, and within a minute the application gets no more notifications. It has to ask again.</p>
<ul class="apps">${view.connections.map(applicationItem)}</ul>`
    }`,
  });
}

const endOfTokens = (seconds: number) =>
  `it gets no new access token, and those that it has stop working ${cacheTimeText(seconds)}`;

/** Which grant it was that was used, where it has several. */
function usesByPerson({ people }: Connection): Html | undefined {
  if (people.length < 2) return undefined;
  const use = ({ email, lastUsedAt }: Connection['people'][number]) =>
    html`<li>${email}: ${lastUsedAt === undefined ? 'not used yet' : html`last used ${timeElement(lastUsedAt)}`}</li>`;
  return html`<p class="small soft">The access that each of you gave:</p><ul class="small soft">${people.slice(0, MAX_LISTED).map(use)}</ul>`;
}

const MAX_LISTED = 10;

const MAX_NAMED = 3;

/** The colleagues who connected it; nothing when only the reader did. They sign in for the same seller, so their addresses may be shown. */
function connectedBy({ people }: Connection, reader: string | undefined): string | undefined {
  const others = people.filter(({ memberId }) => memberId !== reader).map(({ email }) => email);
  if (others.length === 0) return undefined;
  const more = others.length - MAX_NAMED;
  const named = [
    ...(others.length < people.length ? ['you'] : []),
    ...others.slice(0, MAX_NAMED),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  return ` by ${named.slice(0, -1).join(', ')}${named.length > 1 ? ' and ' : ''}${named.at(-1)}`;
}
