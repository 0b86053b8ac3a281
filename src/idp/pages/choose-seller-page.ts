import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import type { Member } from '../members.ts';
import { providerPage } from './provider-page.ts';

type ChoiceView = {
  action: string;
  basePath: string;
  csrf: string;
  application: string;
  email: string;
  memberships: readonly Member[];
  /** Those that the operator has disabled. */
  disabledSellers: readonly string[];
  formAction: string;
};

/** A person with several sellers chooses the one that an application acts for. */
export function chooseSellerPage(view: ChoiceView): Page {
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  const item = ({ id, sellerId, role }: Member): Html => html`<li><form method="post" action="${view.action}">${hidden}
<input type="hidden" name="member" value="${id}"><button class="wide-button" name="action" value="choose">${sellerId} <span class="small soft">${roleName(role)}</span></button></form></li>`;
  return providerPage({
    title: 'Choose a seller',
    formAction: view.formAction,
    body: html`<h1>Choose a seller</h1>
<p class="soft">You are signed in as ${view.email}. Which seller do you want to use with <strong>${view.application}</strong>?</p>
${disabledNote(view.disabledSellers)}${
  view.memberships.length > 0
    ? html`<ul class="sellers">${view.memberships.map(item)}</ul>`
    : view.disabledSellers.length === 0
      ? html`<div class="note bad" role="alert"><p>You work for no seller now. Ask an owner of the seller to invite you.</p></div>`
      : undefined
}
<div class="foot small"><form method="post" action="${view.action}">${hidden}<button class="link" name="action" value="switch">Not you? Use another account</button></form>
<form method="post" action="${view.action}">${hidden}<button class="link" name="action" value="deny">Cancel and go back to ${view.application}</button></form></div>`,
  });
}

function disabledNote(sellers: readonly string[]): Html | undefined {
  if (sellers.length === 0) return undefined;
  const what = sellers.length === 1 ? 'this seller' : 'these sellers';
  return html`<div class="note bad" role="alert"><p>The operator of the marketplace has disabled ${what}: <strong>${sellers.join(', ')}</strong>. Ask the operator to enable ${sellers.length === 1 ? 'it' : 'them'}.</p></div>`;
}

const roleName = (role: Member['role']) => role[0]?.toUpperCase() + role.slice(1);
