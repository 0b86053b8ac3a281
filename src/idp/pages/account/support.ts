import { isLiveSupport, type SupportSession } from '../../../domain/accounts/support-session.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import type { Member } from '../../members.ts';
import { endedBy } from '../../support/support-changes.ts';
import { supportSessions } from '../../support/support-sessions.ts';
import { changeMaker } from '../change-maker.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from '../exchange.ts';
import { readForm } from '../form.ts';
import { memberOfForm, sellerLinks, signedInMember } from '../signed-in-member.ts';
import { timeElement } from '../time-elements.ts';
import { accountPage } from './account-page.ts';
import { setNotice, takeNotice } from './notice.ts';
import { hiddenFields } from './team-form.ts';

const PATH = '/account/support';
const SHOWN = 50;

/** `GET /account/support`: who of the operator looked at this seller's console, and why. Owners see it, and end what is live. */
export async function serveSupport(exchange: Exchange, account: Account): Promise<void> {
  const reader = await signedInMember(exchange);
  const isOwner = reader?.role === 'owner';
  const page = accountPage(exchange, {
    title: 'Support sessions',
    section: '/account/team',
    account,
    seller: reader && html`Seller <strong>${reader.sellerId}</strong>`,
    otherSellers: await sellerLinks(exchange, reader),
    notice: takeNotice(exchange, account.id),
    body: reader && isOwner ? await bodyFor(exchange, reader) : notFor(reader),
  });
  sendProviderPage(exchange, isOwner ? 200 : 403, page);
}

const notFor = (reader: Member | undefined): Html =>
  reader === undefined
    ? html`<p>You work for no seller now. Ask an owner of the seller to invite you.</p>`
    : html`<p>Owners see and end support sessions. Your role is ${reader.role}.</p>`;

async function bodyFor(exchange: Exchange, reader: Member): Promise<Html> {
  const { db, now, basePath } = exchange;
  const sessions = await supportSessions(db, { sellerId: reader.sellerId, limit: SHOWN });
  const live = sessions.filter((one) => isLiveSupport(one, now()));
  const past = sessions.filter((one) => !live.includes(one));
  const hidden = hiddenFields(exchange, reader);
  const liveItem = (one: SupportSession) => html`<li><h2>Since ${timeElement(one.begunMs)}</h2>
<p>${one.reason}</p>
<p class="small soft">Ends by itself ${timeElement(one.untilMs)}</p>
<form method="post" action="${basePath}${PATH}/end">${hidden}<input type="hidden" name="session" value="${one.sessionId}">
<button class="danger" aria-label="End it now: the support session since ${new Date(one.begunMs).toISOString().slice(11, 16)} UTC">End it now</button></form></li>`;
  return html`<p>The operator of the marketplace can look at your console as you see it, to help you. It gives a reason each time, sees no
costs, changes nothing, and each session ends after an hour at most.</p>
<h2>Live now</h2>
${live.length === 0 ? html`<p>Nobody of the operator looks at your console now.</p>` : html`<ul class="apps">${live.map(liveItem)}</ul>`}
<h2>Past</h2>
${
  past.length === 0
    ? html`<p>None yet.</p>`
    : html`<ul class="told">${past.map(
        (one) =>
          html`<li><p>${one.reason}</p><p class="small soft">${timeElement(one.begunMs)} · ${endOf(one)}</p></li>`,
      )}</ul>`
}`;
}

function endOf({ endedBy: who, endedMs, untilMs }: SupportSession): Html {
  if (who === 'owner') return html`ended by an owner ${timeElement(endedMs ?? untilMs)}`;
  if (who === 'operator') return html`ended by the operator ${timeElement(endedMs ?? untilMs)}`;
  if (who === 'sign-in') return html`ended with the sign-in of the operator`;
  return html`ended by itself ${timeElement(untilMs)}`;
}

/** `POST /account/support/end` */
export async function submitSupportEnd(exchange: Exchange, account: Account): Promise<void> {
  const form = await readForm(exchange);
  const member = await memberOfForm(exchange, form);
  if (member.role !== 'owner')
    throw new PageError(403, 'access_denied', 'only an owner of the seller ends support sessions');
  const sessionId = (form.get('session') ?? '').replaceAll('\0', '');
  const context = { db: exchange.db, nowMs: exchange.now() };
  const { sellerId } = member;
  const ended = await endedBy(context, changeMaker(exchange, member), { sessionId, by: 'owner', sellerId });
  if (ended !== undefined) {
    exchange.log.info({ accountId: member.id, supportSession: sessionId }, 'an owner ended a support session');
    setNotice(exchange, account.id, 'support session ended');
  }
  redirect(exchange, `${exchange.basePath}${PATH}`);
}
