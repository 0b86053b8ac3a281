import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import type { Connection } from '../connections.ts';
import type { Member } from '../members.ts';
import { accountPage } from './account/account-page.ts';
import type { Exchange } from './exchange.ts';
import { csrfToken } from './form.ts';
import { scopeDescription } from './scope-descriptions.ts';

type GrantsView = {
  email: string;
  /** Undefined when the person works for no seller. */
  member: Member | undefined;
  connections: readonly Connection[];
  /** How long the service accepts an access token after its end here. */
  cacheSeconds: number;
  /** The name of the application whose access the seller has just withdrawn. */
  withdrawn?: string | undefined;
};

export function grantsPage(exchange: Exchange, view: GrantsView): Page {
  const hidden = html`<input type="hidden" name="csrf" value="${csrfToken(exchange)}">`;
  const { member } = view;
  const applicationItem = (application: Connection) => html`<li>
<h2>${application.name}</h2>
<p class="small soft">Id <code>${application.clientId}</code><br>Connected since ${date(application.connectedAt)}${connectedBy(application, member?.id)}${
    application.lastUsedAt === undefined
      ? html` · not used yet`
      : html` · last used ${dateTime(application.lastUsedAt)}`
  }${application.endsAt === undefined ? undefined : html` · ends ${date(application.endsAt)}`}</p>
${
  application.isPaused
    ? html`<p class="small">It has no access now: the operator has disabled it, or the sign-in that connected it.</p>`
    : undefined
}
<ul class="small">${application.scopes.map((scope) => html`<li>${scopeDescription(scope, application.clientId).title}</li>`)}</ul>
<form method="post" action="${exchange.basePath}/grants/withdraw">${hidden}<input type="hidden" name="seller" value="${member?.sellerId}"><input type="hidden" name="client_id" value="${application.clientId}">
<button class="danger" aria-label="Withdraw the access of ${application.name}">Withdraw access</button></form></li>`;
  return accountPage(exchange, {
    title: 'Connected applications',
    section: '/grants',
    signedInAs: html`${
      member === undefined ? 'You work for no seller' : html`Seller <strong>${member.sellerId}</strong>`
    }, signed in as ${view.email}`,
    notice: view.withdrawn && `The access of ${view.withdrawn} has ended.`,
    body: html`${
      view.connections.length === 0
        ? html`<p>No application has access to your seller account.</p>
<p class="small soft">When you or a colleague connects one, it shows up here, and each of you can withdraw its access at any time.</p>`
        : html`<p>These applications act for your seller account. Withdrawing ends the access, whoever of you connected it: ${endOfTokens(view.cacheSeconds)}, and within a minute the application gets no more notifications. It has to ask again.</p>
<ul class="apps">${view.connections.map(applicationItem)}</ul>`
    }`,
  });
}

/** The provider refuses a withdrawn token at once. The service asks it again when its cached answer is that old. */
const endOfTokens = (seconds: number) =>
  seconds === 0
    ? 'it gets no new access token, and those that it has stop working at once'
    : `it gets no new access token, and those that it has stop working within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

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

function date(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function dateTime(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
