import { isRole, type MemberRole } from '../../../domain/authorization/roles.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { type ChangeMaker, recordChange } from '../../audit-entries.ts';
import { type Possession, secretsBeyond } from '../../member-possessions.ts';
import { type Member, membersOf } from '../../members.ts';
import { changeRole, type OnTeamChange, transferOwnership } from '../../team.ts';
import { type Exchange, PageError, redirect } from '../exchange.ts';
import { dateElement } from '../time-elements.ts';
import { ENDING_SECRETS, possessions, takenIn } from './possession-list.ts';
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
  const own = await secretsBeyond(exchange.db, reader, 'manager', exchange.now());
  const body = html`<dl class="facts"><dt>Role</dt><dd>${roleName(member.role)}</dd><dt>Member since</dt><dd>${dateElement(member.createdAt)}</dd></dl>
<h2 class="part">Change the role</h2>
<form method="post" action="${path}/role">${hidden}${roleField(member.role)}
<p class="small">A lower role takes rights from the applications that ${member.email} connected, at once. A higher one gives them none.</p>
<button class="main">Change role</button> <a href="${path}">Cancel</a></form>
<h2 class="part">Transfer the ownership</h2>
<form method="post" action="${path}/transfer">${hidden}
<p class="small">${member.email} becomes an owner, and you become a manager. You then cannot change the team any more.</p>
${own.length > 0 && html`<p class="small">Secrets that you created for applications with more rights than a manager end after 24 hours: ${namesOf(own)}. Before that, ${member.email} has to create new ones.</p>`}
<button>Transfer the ownership</button></form>
<h2 class="part">Remove</h2>
<p class="small">You choose what becomes of the applications that ${member.email} connected.</p>
<p><a href="${path}/remove?member=${member.id}">Remove ${member.email}</a></p>`;
  sendTeamPage(exchange, account, { title: member.email, reader, body });
}

/** `POST /account/team/role`: first a page, when secrets that the member created give more than the role. */
export async function submitRole(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const role = form.get('role') ?? '';
  if (!isRole(role)) throw new PageError(400, 'invalid_request', 'there is no such role');
  const memberId = form.get('member') ?? '';
  const secrets = form.has('settled') ? [] : await secretsToSettle(exchange, actor, { memberId, role });
  if (secrets.length > 0) return sendSettlement(exchange, account, { reader: actor, memberId, role, secrets });
  const takeOver = takenIn(form, 'secret');
  const change = { sellerId: actor.sellerId, actorId: actor.id, memberId, role, takeOver, now: maker.atMs };
  const result = await changeRole(exchange.db, change, recording(maker, 'team role', { role }));
  finishChange(exchange, account, result, 'role changed');
}

type NewRole = { memberId: string; role: MemberRole };

/** Nothing for others than owners, whom the change itself refuses. */
async function secretsToSettle({ db, now }: Exchange, actor: Member, { memberId, role }: NewRole) {
  const team = actor.role === 'owner' ? await membersOf(db, actor.sellerId) : [];
  const member = team.find(({ id }) => id === memberId);
  return member === undefined ? [] : secretsBeyond(db, member, role, now());
}

type Settlement = NewRole & { reader: Member; secrets: readonly Possession[] };

function sendSettlement(exchange: Exchange, account: Account, { reader, memberId, role, secrets }: Settlement): void {
  const path = teamPath(exchange);
  const isSelf = memberId === reader.id;
  const body = html`<p>${isSelf ? 'You know' : 'This member knows'} secrets of applications that have more rights than the role ${roleName(role)}.</p>
<form method="post" action="${path}/role">${hiddenFields(exchange, reader)}<input type="hidden" name="member" value="${memberId}"><input type="hidden" name="role" value="${role}"><input type="hidden" name="settled" value="yes">
${possessions({ ...ENDING_SECRETS, isSelf }, secrets)}
<p class="small">Whoever knows a secret that goes on can use it. Create a new one for its application to be safe.</p>
<button class="main">Change role</button> <a href="${path}">Cancel</a>
</form>`;
  sendTeamPage(exchange, account, { title: 'Change the role', reader, body });
}

const namesOf = (secrets: readonly Possession[]): Html =>
  html`${[...new Set(secrets.map(({ name, clientId }) => name ?? clientId))].join(', ')}`;

/** `POST /account/team/transfer` */
export async function submitTransfer(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const change = { sellerId: actor.sellerId, actorId: actor.id, memberId: form.get('member') ?? '', now: maker.atMs };
  const result = await transferOwnership(exchange.db, change, recording(maker, 'team transfer', {}));
  finishChange(exchange, account, result, 'ownership transferred');
}

/** The details have the secrets only if there were any. */
const recording =
  (maker: ChangeMaker, operation: string, details: Readonly<Record<string, string>>): OnTeamChange =>
  (tx, { sellerId, email }, { secretsTakenOver, secretsEnded }) => {
    const settled = {
      ...(secretsTakenOver.length > 0 && { secretsTakenOver }),
      ...(secretsEnded.length > 0 && { secretsEnded }),
    };
    return recordChange(tx, maker, { operation, sellerId, details: { email, ...details, ...settled } });
  };
