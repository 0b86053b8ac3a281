import { isRole, type MemberRole } from '../../../domain/authorization/roles.ts';
import { emailProblem } from '../../../domain/notifications/addresses/email-address.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { retryAfterSeconds } from '../../attempt-throttle.ts';
import { type InviteResult, invite, MAX_OPEN_INVITATIONS, withdrawInvitation } from '../../invitations.ts';
import type { Member } from '../../members.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { signedInMember } from '../signed-in-member.ts';
import { setNotice } from './notice.ts';
import { hiddenFields, ownersOnly, readTeamForm, sendTeamPage, teamPath } from './team-form.ts';
import { roleField } from './team-page.ts';

/** `GET /account/team/invite` */
export async function serveInvite(exchange: Exchange, account: Account): Promise<void> {
  const reader = await signedInMember(exchange);
  if (reader?.role !== 'owner') throw ownersOnly();
  showInvite(exchange, account, reader, { status: 200 });
}

/** `POST /account/team/invite`: the answer is the same whether or not the address has an account. */
export async function submitInvite(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const [email, role] = [(form.get('email') ?? '').trim(), form.get('role') ?? ''];
  if (!isRole(role)) throw new PageError(400, 'invalid_request', 'there is no such role');
  if (actor.role !== 'owner') throw ownersOnly();
  const refuse = (status: number, problem: string) =>
    showInvite(exchange, account, actor, { status, problem, email, role });
  // An address that no message can be sent to would wait for an invitation for ever.
  if (emailProblem(email) !== undefined) return refuse(400, 'Enter a whole e-mail address, such as name@example.com.');
  const waitMs = await exchange.countInvitation(actor.sellerId, email);
  if (waitMs > 0) return refuse(429, `Too many invitations. Try again in ${retryAfterSeconds(waitMs)} s.`);
  const result = await invite(exchange.db, { sellerId: actor.sellerId, email, role }, maker);
  if (result === 'not an owner') throw ownersOnly();
  if (result !== 'invited') return refuse(400, PROBLEMS[result]);
  exchange.wakeMail();
  setNotice(exchange, account.id, 'invitation sent');
  redirect(exchange, teamPath(exchange));
}

const PROBLEMS: Readonly<Record<Exclude<InviteResult, 'invited' | 'not an owner'>, string>> = {
  'member already': 'This person is a member already.',
  'too many': `There are ${MAX_OPEN_INVITATIONS} open invitations. Withdraw one first.`,
};

/** `POST /account/team/withdraw` */
export async function submitInvitationWithdrawal(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  if (actor.role !== 'owner') throw ownersOnly();
  const wanted = { sellerId: actor.sellerId, id: form.get('invitation') ?? '' };
  const isWithdrawn = await withdrawInvitation(exchange.db, wanted, maker);
  setNotice(exchange, account.id, isWithdrawn ? 'invitation withdrawn' : 'no such invitation');
  redirect(exchange, teamPath(exchange));
}

type State = { status: number; problem?: string; email?: string; role?: MemberRole };

function showInvite(exchange: Exchange, account: Account, reader: Member, state: State): void {
  const { status, problem, email, role = 'analyst' } = state;
  const path = teamPath(exchange);
  const body = html`${
    problem &&
    html`<div class="note bad" role="alert"><h2>Nobody was invited</h2><ul><li><a href="#email" id="problem">${problem}</a></li></ul></div>`
  }
<form method="post" action="${path}/invite">${hiddenFields(exchange, reader)}
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" inputmode="email" autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="254" required autofocus value="${email}"${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}></div>
${roleField(role)}
<p class="small">We send a link that works once, for 7 days, and only for this address.</p>
<button class="main">Send invitation</button> <a href="${path}">Cancel</a></form>`;
  const isError = problem !== undefined;
  sendTeamPage(exchange, account, { title: 'Invite somebody', isError, reader, body, status });
}
