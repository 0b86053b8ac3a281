import { isRole } from '../../../domain/authorization/roles.ts';
import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { type ChangeMaker, recordChange } from '../../audit-entries.ts';
import { changeRole, type OnTeamChange, transferOwnership } from '../../team.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { dateElement } from '../time-elements.ts';
import {
  addressedMember,
  finishChange,
  hiddenFields,
  ownersOnly,
  readTeamForm,
  sendTeamPage,
  teamPath,
} from './team-form.ts';
import { roleField, roleName } from './team-page.ts';

/** `GET /account/team/member?member=`: what an owner can do with another member. */
export async function serveMember(exchange: Exchange, account: Account): Promise<void> {
  const found = await addressedMember(exchange);
  const path = teamPath(exchange);
  if (found === undefined || found.member.id === found.reader.id) return redirect(exchange, path);
  const { reader, member } = found;
  if (reader.role !== 'owner') throw ownersOnly();
  const hidden = html`${hiddenFields(exchange, reader)}<input type="hidden" name="member" value="${member.id}">`;
  const body = html`<dl class="facts"><dt>Role</dt><dd>${roleName(member.role)}</dd><dt>Member since</dt><dd>${dateElement(member.createdAt)}</dd></dl>
<h2 class="part">Change the role</h2>
<form method="post" action="${path}/role">${hidden}${roleField(member.role)}
<p class="small">A lower role takes rights from the applications that ${member.email} connected, at once. A higher one gives them none.</p>
<button class="main">Change role</button> <a href="${path}">Cancel</a></form>
<h2 class="part">Transfer the ownership</h2>
<form method="post" action="${path}/transfer">${hidden}
<p class="small">${member.email} becomes an owner, and you become a manager. You then cannot change the team any more.</p>
<button>Transfer the ownership</button></form>
<h2 class="part">Remove</h2>
<p class="small">You choose what becomes of the applications that ${member.email} connected.</p>
<p><a href="${path}/remove?member=${member.id}">Remove ${member.email}</a></p>`;
  sendTeamPage(exchange, account, { title: member.email, reader, body });
}

/** `POST /account/team/role` */
export async function submitRole(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const role = form.get('role') ?? '';
  if (!isRole(role)) throw new PageError(400, 'invalid_request', 'there is no such role');
  const change = { sellerId: actor.sellerId, actorId: actor.id, memberId: form.get('member') ?? '', role };
  const result = await changeRole(exchange.db, change, recording(maker, 'team role', { role }));
  finishChange(exchange, account, result, 'role changed');
}

/** `POST /account/team/transfer` */
export async function submitTransfer(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const change = { sellerId: actor.sellerId, actorId: actor.id, memberId: form.get('member') ?? '' };
  const result = await transferOwnership(exchange.db, change, recording(maker, 'team transfer', {}));
  finishChange(exchange, account, result, 'ownership transferred');
}

const recording =
  (maker: ChangeMaker, operation: string, details: Readonly<Record<string, string>>): OnTeamChange =>
  (tx, { sellerId, email }) =>
    recordChange(tx, maker, { operation, sellerId, details: { email, ...details } });
