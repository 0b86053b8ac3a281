import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { recordChange } from '../../audit-entries.ts';
import { removeRecordsOf } from '../../cleanup.ts';
import { grantsOfMember, secretsOfMember } from '../../member-possessions.ts';
import { removeMember } from '../../team.ts';
import { type Exchange, redirect } from '../exchange.ts';
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

/** `GET /account/team/remove?member=`: what the member leaves behind, and what becomes of it. */
export async function serveRemoval(exchange: Exchange, account: Account): Promise<void> {
  const { db, now } = exchange;
  const found = await addressedMember(exchange);
  const path = teamPath(exchange);
  if (found === undefined) return redirect(exchange, path);
  const { reader, member } = found;
  const isSelf = member.id === reader.id;
  if (reader.role !== 'owner' && !isSelf) throw ownersOnly();
  const grants = await grantsOfMember(db, member.id, now());
  const secrets = await secretsOfMember(db, member, now());
  const body = html`<p><strong>${isSelf ? 'You' : member.email}</strong> will have no access to seller ${reader.sellerId} any more.</p>
<form method="post" action="${path}/remove">${hiddenFields(exchange, reader)}<input type="hidden" name="member" value="${member.id}">
${possessions({ title: 'Connected applications', kind: 'grant', end: 'End at once', isSelf }, grants)}
${possessions({ ...ENDING_SECRETS, isSelf }, secrets)}
${isSelf && grants.length + secrets.length > 0 && html`<p class="small">If one of them has to go on, ask an owner to remove you instead.</p>`}
<button class="danger">${isSelf ? 'Leave the team' : 'Remove from the team'}</button> <a href="${path}">Cancel</a>
</form>`;
  sendTeamPage(exchange, account, { title: isSelf ? 'Leave the team' : 'Remove from the team', reader, body });
}

/** `POST /account/team/remove` */
export async function submitRemoval(exchange: Exchange, account: Account): Promise<void> {
  const { form, actor, maker } = await readTeamForm(exchange, account);
  const memberId = form.get('member') ?? '';
  const takeOver = { grants: takenIn(form, 'grant'), secrets: takenIn(form, 'secret') };
  const change = { sellerId: actor.sellerId, actorId: actor.id, memberId, takeOver, now: maker.atMs };
  const result = await removeMember(exchange.db, change, (tx, { sellerId, email }, settled) =>
    recordChange(tx, maker, { operation: 'team remove', sellerId, details: { email, ...settled } }),
  );
  // Nothing finds them any more; this only frees the space.
  if (result === 'done') await removeRecordsOf(exchange.db, 'account_id', memberId);
  finishChange(exchange, account, result, memberId === actor.id ? 'left the team' : 'member removed');
}
