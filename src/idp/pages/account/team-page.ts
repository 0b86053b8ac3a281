import type { MemberRole } from '../../../domain/authorization/roles.ts';
import { ROLES } from '../../../domain/authorization/roles.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { Invitation } from '../../invitations.ts';
import type { Member } from '../../members.ts';
import { dateElement } from '../time-elements.ts';

/** What a role may do, in words that people know (decision 52). */
const ROLE_TEXTS: Readonly<Record<MemberRole, string>> = {
  owner: 'everything, the team included',
  manager: 'prices, limits, costs, notifications and reports',
  analyst: 'reads, without costs',
  developer: 'own applications and destinations; gives applications the basic rights only',
};

export type TeamView = {
  /** The address of the Team page. */
  path: string;
  /** The hidden fields of every form: the CSRF token and the seller. */
  hidden: Html;
  /** The person who reads the page. */
  reader: Member;
  members: readonly Member[];
  /** By member id, where it is known. */
  lastSignIns: ReadonlyMap<string, number>;
  invitations: readonly Invitation[];
};

/** Owners see everybody and change the team. Others see themselves, and whom they can ask (`seller-api:account:read`, decision 51). */
export function teamBody(view: TeamView): Html {
  return view.reader.role === 'owner' ? ownersBody(view) : memberBody(view);
}

function ownersBody(view: TeamView): Html {
  return html`<h2>Members</h2>
<ul class="people">${view.members.map((member) => memberItem(view, member))}</ul>
<p><a class="button" href="${view.path}/invite">Invite somebody</a></p>
<p><a href="${view.path.replace(/team$/, 'support')}">Support sessions</a>: when the operator looked at your console, and why</p>
${view.invitations.length > 0 && html`<h2 class="part">Open invitations</h2><ul class="people">${view.invitations.map((one) => invitationItem(view, one))}</ul>`}`;
}

function memberBody({ path, reader, members }: TeamView): Html {
  const owners = members.filter(({ role }) => role === 'owner').map(({ email }) => email);
  return html`<dl class="facts"><dt>Your role</dt><dd>${roleName(reader.role)}: ${ROLE_TEXTS[reader.role]}</dd>
<dt>Since</dt><dd>${dateElement(reader.createdAt)}</dd>
<dt>${owners.length === 1 ? 'Owner' : 'Owners'}</dt><dd>${owners.map((email, index) => html`${index > 0 && html`<br>`}${email}`)}</dd></dl>
<p class="small soft">Owners see and change the team.</p>
<p><a href="${path}/remove?member=${reader.id}">Leave the team</a></p>`;
}

function memberItem({ path, reader, lastSignIns }: TeamView, member: Member): Html {
  const isSelf = member.id === reader.id;
  const lastSignIn = lastSignIns.get(member.id);
  return html`<li class="person"><div><p class="tight"><strong>${member.email}</strong>${isSelf && ' (you)'} <span class="chip">${roleName(member.role)}</span>${member.isDisabled && html` <span class="chip warn">Disabled by the operator</span>`}</p>
<p class="tight small soft">Member since ${dateElement(member.createdAt)}${lastSignIn !== undefined && html` · last sign-in ${dateElement(lastSignIn)}`}</p></div>
<p class="tight small">${
    isSelf
      ? html`<a href="${path}/remove?member=${member.id}">Leave the team</a>`
      : html`<a href="${path}/member?member=${member.id}" aria-label="Change ${member.email}">Change</a>`
  }</p></li>`;
}

function invitationItem({ path, hidden }: TeamView, { id, email, role, expiresAt }: Invitation): Html {
  return html`<li class="person"><div><p class="tight"><strong>${email}</strong> <span class="chip">${roleName(role)}</span></p>
<p class="tight small soft">Valid until ${dateElement(expiresAt)}</p></div>
<form method="post" action="${path}/withdraw">${hidden}<input type="hidden" name="invitation" value="${id}">
<button class="danger" aria-label="Withdraw the invitation of ${email}">Withdraw</button></form></li>`;
}

/** The field for a role, and what each of them may do. */
export function roleField(chosen: MemberRole): Html {
  return html`<div class="field"><label for="role">Role</label>
<select id="role" name="role" aria-describedby="roles">${ROLES.map(
    (role) => html`<option value="${role}"${role === chosen && html` selected`}>${roleName(role)}</option>`,
  )}</select></div>
<dl class="facts small" id="roles">${ROLES.map((role) => html`<dt>${roleName(role)}</dt><dd>${ROLE_TEXTS[role]}</dd>`)}</dl>`;
}

export const roleName = (role: MemberRole) => `${role[0]?.toUpperCase()}${role.slice(1)}`;
