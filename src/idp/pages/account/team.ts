import { type Html, html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { openInvitations } from '../../invitations.ts';
import { lastSignIns, type Member, membersOf } from '../../members.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { sellerLinks, signedInMember } from '../signed-in-member.ts';
import { accountPage } from './account-page.ts';
import { takeNotice } from './notice.ts';
import { hiddenFields, teamPath } from './team-form.ts';
import { teamBody } from './team-page.ts';

/** `GET /account/team` */
export async function serveTeam(exchange: Exchange, account: Account): Promise<void> {
  const reader = await signedInMember(exchange);
  const page = accountPage(exchange, {
    title: 'Team',
    section: '/account/team',
    account,
    seller: reader && html`Seller <strong>${reader.sellerId}</strong>`,
    otherSellers: await sellerLinks(exchange, reader),
    notice: takeNotice(exchange, account.id),
    body: reader
      ? await bodyFor(exchange, reader)
      : html`<p>You work for no seller now. Ask an owner of the seller to invite you.</p>`,
  });
  sendProviderPage(exchange, 200, page);
}

async function bodyFor(exchange: Exchange, reader: Member): Promise<Html> {
  const { db, now } = exchange;
  const { sellerId } = reader;
  return teamBody({
    ...{ path: teamPath(exchange), hidden: hiddenFields(exchange, reader), reader },
    members: await membersOf(db, sellerId),
    lastSignIns: await lastSignIns(db, sellerId),
    invitations: await openInvitations(db, sellerId, now()),
  });
}
