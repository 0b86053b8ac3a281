import { type Html, html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { type Member, membershipsOf } from '../../members.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { signedInMember } from '../signed-in-member.ts';
import { accountPage } from './account-page.ts';
import { takeNotice } from './notice.ts';

/** `GET /account` */
export async function serveProfile(exchange: Exchange, account: Account): Promise<void> {
  const sellers = await membershipsOf(exchange.db, account.id);
  // The console names its seller: the next pages show that one.
  await signedInMember(exchange);
  const page = accountPage(exchange, {
    title: 'Profile',
    section: '/account',
    account,
    notice: takeNotice(exchange, account.id),
    body: html`<dl class="facts">
<dt>E-mail address</dt><dd>${account.email}</dd>
${account.kind === 'seller' && sellersOf(sellers)}
<dt>Password</dt><dd><a href="${exchange.basePath}/account/password">Change password</a></dd>
<dt>Your data</dt><dd><a href="${exchange.basePath}/account/data">Download or delete</a></dd>
</dl>`,
  });
  sendProviderPage(exchange, 200, page);
}

function sellersOf(sellers: readonly Member[]): Html {
  const names = sellers.map(({ sellerId, role }, index) => html`${index > 0 && html`<br>`}${sellerId} (${role})`);
  return html`<dt>${sellers.length === 1 ? 'Seller' : 'Sellers'}</dt><dd>${names.length === 0 ? 'none' : names}</dd>`;
}
