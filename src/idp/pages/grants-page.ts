import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import { providerPage } from './provider-page.ts';
import { scopeDescription } from './scope-descriptions.ts';

export type ConnectedApplication = {
  clientId: string;
  name: string;
  scopes: readonly string[];
  connectedAt: number;
  lastRenewedAt: number | undefined;
};

type GrantsView = {
  basePath: string;
  csrf: string;
  email: string;
  sellerId: string;
  applications: readonly ConnectedApplication[];
  /** The name of the application whose access the seller has just withdrawn. */
  withdrawn?: string | undefined;
};

export function grantsPage(view: GrantsView): Page {
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  const applicationItem = (application: ConnectedApplication) => html`<li>
<h2>${application.name}</h2>
<p class="small soft">Id <code>${application.clientId}</code><br>Connected since ${date(application.connectedAt)}${
    application.lastRenewedAt === undefined ? undefined : html` · last renewed ${dateTime(application.lastRenewedAt)}`
  }</p>
<ul class="small">${application.scopes.map((scope) => html`<li>${scopeDescription(scope, application.clientId).title}</li>`)}</ul>
<form method="post" action="${view.basePath}/grants/withdraw">${hidden}<input type="hidden" name="client_id" value="${application.clientId}">
<button class="danger" aria-label="Withdraw the access of ${application.name}">Withdraw access</button></form></li>`;
  return providerPage({
    title: 'Connected applications',
    width: 'wide',
    body: html`<div class="top"><h1>Connected applications</h1>
<form method="post" action="${view.basePath}/sign-out">${hidden}<button class="link">Sign out</button></form></div>
<p class="soft">Seller <strong>${view.sellerId}</strong>, signed in as ${view.email}</p>
${
  view.withdrawn === undefined
    ? undefined
    : html`<div class="note good" role="status"><p>The access of ${view.withdrawn} has ended.</p></div>`
}
${
  view.applications.length === 0
    ? html`<p>No application has access to your seller account.</p>
<p class="small soft">When you connect one, it shows up here, and you can withdraw its access at any time.</p>`
    : html`<p>These applications act for you. Withdrawing ends the access at once, and within a minute the application gets no more notifications; it has to ask you again.</p>
<ul class="apps">${view.applications.map(applicationItem)}</ul>`
}`,
  });
}

function date(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function dateTime(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
