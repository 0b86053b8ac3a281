import { isNamedRight, isSellerRight } from '../../domain/authorization/rights.ts';
import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import type { Member } from '../members.ts';
import { applicationHead } from './application-head.ts';
import { providerPage } from './provider-page.ts';
import { scopeDescription } from './scope-descriptions.ts';

type ConsentView = {
  action: string;
  basePath: string;
  csrf: string;
  clientName: string;
  clientId: string;
  /** The web address that the application registered. */
  clientUri: string | undefined;
  /** The operator has verified whose application it is. */
  isVerified: boolean;
  redirectHost: string;
  member: Pick<Member, 'id' | 'sellerId' | 'email' | 'role'>;
  /** What the application asks for and the person may give. */
  scopes: readonly string[];
  /** Whether the person may give only some of the rights. The console gets all: it is the person itself at work. */
  hasChoice: boolean;
  /** The form came back without a right. */
  isNothingChosen?: boolean;
  formAction: string;
};

export function consentPage(view: ConsentView): Page {
  const canGive = view.scopes.some(isSellerRight);
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  return providerPage({
    title: view.isNothingChosen ? `Error: connect ${view.clientName}` : `Connect ${view.clientName}`,
    formAction: view.formAction,
    body: html`<h1>Connect ${view.clientName}?</h1>
${applicationHead(view)}
<p>This application asks for access to your seller account.${canGive && ' Allow it only if you know it and started this yourself.'}</p>
<dl class="facts">
<dt>Seller</dt><dd><strong>${view.member.sellerId}</strong></dd>
<dt>Signed in as</dt><dd>${view.member.email}</dd>
<dt>Application id</dt><dd><code>${view.clientId}</code></dd>
<dt>Returns to</dt><dd><strong>${view.redirectHost}</strong></dd>
</dl>
${!canGive && nothingToGive(view)}${
  canGive &&
  view.isNothingChosen &&
  html`<div class="note bad" role="alert"><h2>The application is not connected</h2>
<ul><li><a href="#right-0" id="problem">Choose what it will be able to do, or press Deny.</a></li></ul></div>`
}
<form method="post" action="${view.action}">${hidden}<input type="hidden" name="member" value="${view.member.id}">
${canGive && rightsOf(view)}
${canGive && html`<p class="small soft">It never sees your password. You can withdraw this at any time under <a href="${view.basePath}/grants">connected applications</a>.</p>`}
<div class="choice">
<button name="action" value="deny">Deny</button>
${canGive && html`<button class="main" name="action" value="allow">Allow</button>`}
</div>
</form>
<div class="foot small"><form method="post" action="${view.action}">${hidden}<button class="link" name="action" value="switch">Not you? Use another account</button></form></div>`,
  });
}

/** The role has none of the requested rights, and nobody gives more than they have (decision 52). */
const nothingToGive = ({
  member,
}: ConsentView): Html => html`<div class="note bad" role="alert"><h2>You cannot connect it</h2>
<p>Your role for this seller is ${member.role}, which has none of the rights that this application asks for. Ask an owner to connect it.</p></div>`;

/** Rights by name only stand apart, and a person ticks each of them: what they allow cannot be undone by withdrawing them (decision 51). */
function rightsOf(view: ConsentView): Html {
  const named = view.scopes.filter(isNamedRight);
  const others = view.scopes.filter((scope) => !isNamedRight(scope));
  const items = (scopes: readonly string[]) =>
    html`<ul class="rights">${scopes.map((scope) => scopeItem(scope, view))}</ul>`;
  return html`${others.length > 0 ? html`<h2>It will be able to</h2>\n${items(others)}` : undefined}${
    named.length > 0
      ? html`
<h2>${view.hasChoice ? 'Give these only if it needs them' : 'It will also be able to'}</h2>
${view.hasChoice ? html`<p class="small soft">They go further: changing prices, or seeing your costs or your account. Tick each one that you want to give.</p>` : undefined}
${items(named)}`
      : undefined
  }`;
}

function scopeItem(scope: string, view: ConsentView): Html {
  const { title, details } = scopeDescription(scope, view.clientId);
  // `offline_access` is no right of the seller: it is part of the whole.
  if (!view.hasChoice || !isSellerRight(scope))
    return html`<li><strong>${title}</strong><span class="small soft">${details}</span></li>`;
  const id = `right-${view.scopes.indexOf(scope)}`;
  const isChecked = !view.isNothingChosen && !isNamedRight(scope);
  return html`<li class="option"><input type="checkbox" class="tick" id="${id}" name="right" value="${scope}"${
    isChecked ? html` checked` : undefined
  } aria-describedby="${id}-details"><label for="${id}"><strong>${title}</strong></label><span class="small soft" id="${id}-details">${details}</span></li>`;
}
