import type { Db, Sql } from '../db/db.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import { DAY_MS } from '../domain/duration.ts';
import { emailKey } from './accounts.ts';
import { type ChangeMaker, recordChange } from './audit-entries.ts';
import { createLink } from './links.ts';
import { queueMail } from './mail/mail-queue.ts';
import { ensureSeller, membersOf, touchSeller } from './members.ts';
import { digest, randomHex } from './secrets.ts';

/*
 * Invitations to a seller's team (decision 52). An owner invites an address. The link of the message works once, for 7 days, and only as
 * long as the owner who sent it is an owner. Its token is made when the message is sent (`idp_link` has the digest), so the tables have
 * none. `invitation-acceptance.ts` uses a link.
 */

const INVITATION_MS = 7 * DAY_MS;

/** An unbounded list would let an owner send messages to everybody. */
export const MAX_OPEN_INVITATIONS = 20;

/** Stands for the inviter of a seller's first owner. */
const OPERATOR = 'operator';

export type Invitation = {
  id: string;
  sellerId: string;
  email: string;
  role: MemberRole;
  createdAt: number;
  expiresAt: number;
};

const COLUMNS = `i.id, i.seller_id AS "sellerId", i.email, i.role, i.created_at AS "createdAt", i.expires_at AS "expiresAt"`;

export type NewInvitation = { sellerId: string; email: string; role: MemberRole };

export type InviteResult = 'invited' | 'not an owner' | 'member already' | 'too many';

/** Invites an address, or invites it again: the earlier link ends. `maker` is the member who invites. */
export function invite(db: Db, wanted: NewInvitation, maker: ChangeMaker): Promise<InviteResult> {
  const { sellerId } = wanted;
  const email = emailKey(wanted.email);
  return db.transaction(async (tx) => {
    await touchSeller(tx, sellerId);
    const members = await membersOf(tx, sellerId);
    if (!members.some(({ id, role }) => id === maker.who.id && role === 'owner')) return 'not an owner';
    if (members.some((member) => member.email === email)) return 'member already';
    const others = (await openInvitations(tx, sellerId, maker.atMs)).filter((one) => one.email !== email);
    if (others.length >= MAX_OPEN_INVITATIONS) return 'too many';
    await replaceInvitation(tx, { ...wanted, email, invitedBy: maker.who.id }, maker.atMs);
    const details = { email, role: wanted.role };
    await recordChange(tx, maker, { operation: 'team invite', sellerId, details });
    return 'invited';
  });
}

/** `id`: of the invitation; a new one when absent. */
type FirstOwner = { sellerId: string; email: string; id?: string | undefined };

/**
 * Invites the first owner of a seller, which then is known to the provider. The link works as long as the seller has no member. False,
 * and nothing changes, when it has one. Send the message with `wakeMail` after the commit.
 */
export async function inviteFirstOwner(
  tx: Sql,
  { sellerId, email, id }: FirstOwner,
  by: ChangeMaker,
): Promise<boolean> {
  await ensureSeller(tx, sellerId, by.atMs);
  if ((await membersOf(tx, sellerId)).length > 0) return false;
  // The operator may have mistyped the address before: only the last one counts.
  await tx.run('DELETE FROM idp_invitation WHERE seller_id = $1', [sellerId]);
  const invitation = { id, sellerId, email: emailKey(email), role: 'owner', invitedBy: OPERATOR } as const;
  await replaceInvitation(tx, invitation, by.atMs);
  const details = { email: invitation.email, role: 'owner' };
  await recordChange(tx, by, { operation: 'team invite first owner', sellerId, details });
  return true;
}

type StoredInvitation = NewInvitation & { id?: string | undefined; invitedBy: string };

async function replaceInvitation(tx: Sql, one: StoredInvitation, now: number): Promise<void> {
  const { id = randomHex(16), sellerId, email, role, invitedBy } = one;
  await tx.run('DELETE FROM idp_invitation WHERE seller_id = $1 AND email = $2', [sellerId, email]);
  await tx.run(
    `INSERT INTO idp_invitation (id, seller_id, email, role, invited_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, sellerId, email, role, invitedBy, now, now + INVITATION_MS],
  );
  await queueMail(tx, { kind: 'invitation', address: email, facts: { invitationId: id } }, now);
}

/** Those that can still be accepted, the last one first. */
export async function openInvitations(db: Sql, sellerId: string, now: number): Promise<Invitation[]> {
  const condition = 'i.seller_id = $1 AND i.expires_at > $2 ORDER BY i.created_at DESC, i.id';
  return db.all<Invitation>(`SELECT ${COLUMNS} FROM idp_invitation i WHERE ${condition}`, [sellerId, now]);
}

/** Also one that has expired, until it is removed. Undefined when there is none. */
export async function invitationById(db: Sql, id: string): Promise<Invitation | undefined> {
  return db.get<Invitation>(`SELECT ${COLUMNS} FROM idp_invitation i WHERE i.id = $1`, [id]);
}

/** False when `maker` is no owner of the seller, or the seller has no such invitation. */
export function withdrawInvitation(
  db: Db,
  { sellerId, id }: { sellerId: string; id: string },
  maker: ChangeMaker,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await touchSeller(tx, sellerId);
    const members = await membersOf(tx, sellerId);
    if (!members.some((member) => member.id === maker.who.id && member.role === 'owner')) return false;
    const remove = 'DELETE FROM idp_invitation WHERE seller_id = $1 AND id = $2 RETURNING email';
    const removed = await tx.get<{ email: string }>(remove, [sellerId, id]);
    if (removed === undefined) return false;
    await recordChange(tx, maker, { operation: 'team withdraw', sellerId, details: { email: removed.email } });
    return true;
  });
}

/**
 * An invitation that can be accepted now: not withdrawn or expired, by somebody who may invite, to a seller that is enabled. Undefined
 * otherwise.
 */
export async function validInvitation(db: Sql, id: string, now: number): Promise<Invitation | undefined> {
  return db.get<Invitation>(
    `SELECT ${COLUMNS} FROM idp_invitation i JOIN idp_seller s ON s.seller_id = i.seller_id
     WHERE i.id = $1 AND i.expires_at > $2 AND s.disabled_at IS NULL AND (
       EXISTS (SELECT 1 FROM idp_member m JOIN idp_account a ON a.id = m.account_id
         WHERE m.id = i.invited_by AND m.seller_id = i.seller_id AND m.role = 'owner' AND a.disabled_at IS NULL)
       OR i.invited_by = '${OPERATOR}' AND NOT EXISTS (SELECT 1 FROM idp_member n WHERE n.seller_id = i.seller_id))`,
    [id, now],
  );
}

/** A new link for the message of an invitation. Links of earlier attempts stay valid: they may have arrived. */
export async function invitationLink(
  db: Sql,
  id: string,
  nowMs: number,
): Promise<{ token: string; invitation: Invitation } | undefined> {
  const invitation = await validInvitation(db, id, nowMs);
  if (invitation === undefined) return undefined;
  const lifetimeMs = invitation.expiresAt - nowMs;
  return { token: await createLink(db, { kind: 'invitation', subjectId: id, nowMs, lifetimeMs }), invitation };
}

/** The invitation of a link. Undefined when the link is unknown or used, or the invitation is not valid any more. */
export async function invitationOfLink(db: Sql, token: string, now: number): Promise<Invitation | undefined> {
  const select = `SELECT account_id FROM idp_link WHERE id = $1 AND kind = 'invitation' AND used_at IS NULL AND expires_at > $2`;
  const link = await db.get<{ account_id: string }>(select, [digest(token), now]);
  return link && validInvitation(db, link.account_id, now);
}
