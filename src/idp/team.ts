import type { Db, Sql } from '../db/db.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import {
  type SettledPossessions,
  type SettledSecrets,
  settlePossessions,
  settleSecretsBeyond,
  type TakenOver,
} from './member-possessions.ts';
import { setMemberRole } from './member-records.ts';
import { type Member, membersOf, touchSeller } from './members.ts';

/*
 * The changes of a seller's team. Only owners make them, leaving excepted. Each runs in one transaction that first updates the
 * seller's row and only then reads who may do what: two owners who remove each other at the same moment do not both succeed,
 * and a seller with members always has an owner (decisions 52 and 59).
 */

const NOTHING: TakenOver = { grants: new Set(), secrets: new Set() };

/** Who changes what. Without `actorId` it is the operator, who may. */
export type TeamChange = { sellerId: string; actorId?: string; memberId: string };

export type TeamResult = 'done' | 'not an owner' | 'no such member' | 'last owner';

/** Runs in the transaction of a change, after it, with what became of the secrets that give more than the new role. */
export type OnTeamChange = (tx: Sql, member: Member, settled: SettledSecrets) => Promise<void> | undefined;

type OnRemoval = (tx: Sql, member: Member, settled: SettledPossessions) => Promise<void> | undefined;

/**
 * Gives a member another role. A lower one cuts the grants that the member gave. Secrets of own applications that the member created, and
 * that give more than the role, go to the owner who makes the change as far as `takeOver` names them; the others end after 24 hours.
 */
export function changeRole(
  db: Db,
  change: TeamChange & { role: MemberRole; takeOver?: ReadonlySet<string>; now: number },
  onChange: OnTeamChange,
): Promise<TeamResult> {
  return changeTeam(db, change, 'owners', async (tx, { member, members, actor }) => {
    const { role, takeOver = NOTHING.secrets, now } = change;
    if (role !== 'owner' && isLastOwner(member, members)) return 'last owner';
    await setMemberRole(tx, member.id, role);
    if (role !== 'owner') await voidInvitations(tx, member);
    const to = actor?.id === member.id ? undefined : actor;
    await onChange(tx, member, await settleSecretsBeyond(tx, role, { from: member, to, takeOver, now }));
    return 'done';
  });
}

/** Makes a member an owner, and the owner who does it a manager. The owner's secrets that give more than a manager end after 24 hours. */
export function transferOwnership(
  db: Db,
  change: TeamChange & { actorId: string; now: number },
  onChange: OnTeamChange,
): Promise<TeamResult> {
  return changeTeam(db, change, 'owners', async (tx, { member, actor }) => {
    if (actor === undefined || member.id === actor.id) return 'no such member';
    await setMemberRole(tx, member.id, 'owner');
    await setMemberRole(tx, actor.id, 'manager');
    await voidInvitations(tx, actor);
    const settlement = { from: actor, to: undefined, takeOver: NOTHING.secrets, now: change.now };
    await onChange(tx, member, await settleSecretsBeyond(tx, 'manager', settlement));
    return 'done';
  });
}

/**
 * Removes a member. The owner who does it takes over what `takeOver` names, cut to the owner's rights; other grants end at once, other
 * secrets after 24 hours. A member may also remove itself: then nobody takes anything over. The last owner stays; only the operator
 * may remove the only person of a seller.
 */
export function removeMember(
  db: Db,
  change: TeamChange & { takeOver?: TakenOver; now: number },
  onChange: OnRemoval,
): Promise<TeamResult> {
  return changeTeam(db, change, 'owners and oneself', async (tx, { member, members, actor }) => {
    if (isLastOwner(member, members) && (members.length > 1 || actor !== undefined)) return 'last owner';
    const to = actor?.id === member.id ? undefined : actor;
    const { takeOver = NOTHING, now } = change;
    const settled = await settlePossessions(tx, { from: member, to, takeOver, now });
    await deleteMember(tx, member);
    await onChange(tx, member, settled);
    return 'done';
  });
}

/** The memberships of a person who is removed; or a seller that would be left without an owner: then nothing was changed. */
export async function endMemberships(
  tx: Sql,
  accountId: string,
): Promise<{ ended: Member[] } | { lastOwnerOf: string }> {
  const sellers = await tx.all<{ seller_id: string }>(
    'SELECT seller_id FROM idp_member WHERE account_id = $1 ORDER BY seller_id',
    [accountId],
  );
  const teams = [];
  for (const { seller_id } of sellers) {
    await touchSeller(tx, seller_id);
    teams.push(await membersOf(tx, seller_id));
  }
  const own: Member[] = [];
  for (const members of teams) {
    const member = members.find((one) => one.accountId === accountId);
    if (member === undefined) continue;
    if (members.length > 1 && isLastOwner(member, members)) return { lastOwnerOf: member.sellerId };
    own.push(member);
  }
  for (const member of own) await deleteMember(tx, member);
  return { ended: own };
}

type Team = { member: Member; members: readonly Member[]; actor: Member | undefined };

function changeTeam(
  db: Db,
  { sellerId, actorId, memberId }: TeamChange,
  allowed: 'owners' | 'owners and oneself',
  change: (tx: Sql, team: Team) => Promise<TeamResult>,
): Promise<TeamResult> {
  return db.transaction(async (tx) => {
    await touchSeller(tx, sellerId);
    const members = await membersOf(tx, sellerId);
    const actor = members.find(({ id }) => id === actorId);
    const mayLeave = allowed === 'owners and oneself' && actor !== undefined && actor.id === memberId;
    if (actorId !== undefined && actor?.role !== 'owner' && !mayLeave) return 'not an owner';
    const member = members.find(({ id }) => id === memberId);
    return member === undefined ? 'no such member' : change(tx, { member, members, actor });
  });
}

/** No other owner could act: one whom the operator has disabled cannot. */
const isLastOwner = (member: Member, members: readonly Member[]) =>
  member.role === 'owner' &&
  !members.some(({ id, role, isDisabled }) => role === 'owner' && !isDisabled && id !== member.id);

/** Its grants go with it. The codes and tokens of a member who is gone are not found; the caller removes them. */
async function deleteMember(tx: Sql, member: Member): Promise<void> {
  const { id } = member;
  await tx.run('DELETE FROM idp_member WHERE id = $1', [id]);
  await voidInvitations(tx, member);
  await tx.run("DELETE FROM idp_record WHERE account_id = $1 AND kind = 'Grant'", [id]);
}

/** Who may not invite any more has invited nobody: a role that comes back does not bring the invitations back. */
async function voidInvitations(tx: Sql, { id, sellerId }: Member): Promise<void> {
  await tx.run('DELETE FROM idp_invitation WHERE seller_id = $1 AND invited_by = $2', [sellerId, id]);
}
