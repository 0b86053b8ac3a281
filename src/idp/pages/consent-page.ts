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
  member: Pick<Member, 'id' | 'sellerId' | 'email'>;
  scopes: readonly string[];
  formAction: string;
};

export function consentPage(view: ConsentView): Page {
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  return providerPage({
    title: `Connect ${view.clientName}`,
    formAction: view.formAction,
    body: html`<h1>Connect ${view.clientName}?</h1>
${applicationHead(view)}
<p>This application asks for access to your seller account. Allow it only if you know it and started this yourself.</p>
<dl class="facts">
<dt>Seller</dt><dd><strong>${view.member.sellerId}</strong></dd>
<dt>Signed in as</dt><dd>${view.member.email}</dd>
<dt>Application id</dt><dd><code>${view.clientId}</code></dd>
<dt>Returns to</dt><dd><strong>${view.redirectHost}</strong></dd>
</dl>
<h2>It will be able to</h2>
<ul class="rights">${view.scopes.map((scope) => scopeItem(scope, view.clientId))}</ul>
<p class="small soft">It never sees your password. You can withdraw this at any time under <a href="${view.basePath}/grants">connected applications</a>.</p>
<div class="choice">
<form method="post" action="${view.action}">${hidden}<button name="action" value="deny">Deny</button></form>
<form method="post" action="${view.action}">${hidden}<input type="hidden" name="member" value="${view.member.id}"><button class="main" name="action" value="allow">Allow</button></form>
</div>
<div class="foot small"><form method="post" action="${view.action}">${hidden}<button class="link" name="action" value="switch">Not you? Use another account</button></form></div>`,
  });
}

function scopeItem(scope: string, clientId: string): Html {
  const { title, details } = scopeDescription(scope, clientId);
  return html`<li><strong>${title}</strong><span class="small soft">${details}</span></li>`;
}
