import type { Db, Sql } from '../db/db.ts';
import { accountByEmail, insertPerson, lockAccount } from './accounts.ts';
import { recordChange } from './audit-entries.ts';
import { type Invitation, invitationOfLink, validInvitation } from './invitations.ts';
import { insertMember, membershipsOf, touchSeller } from './members.ts';
import { digest, randomHex } from './secrets.ts';

/** Who accepts: the person who is signed in, or a new one, for whom the link proves that the address is theirs. */
export type Invitee = { accountId: string; email: string } | { passwordHash: string };

export type Acceptance = { nowMs: number; from: string };

export type AcceptanceResult =
  | { kind: 'accepted' | 'member already'; sellerId: string }
  /** `has a sign-in`: the invited address has an account, so the person has to sign in. */
  | { kind: 'no invitation' | 'another address' | 'has a sign-in' };

/**
 * Makes a person a member. Only the invited address may. Of simultaneous uses of a link, or of several links of one invitation, one
 * succeeds. Everything is in one transaction: interrupted at any point, the link works again or the person is a member.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  invitee: Invitee,
  { nowMs, from }: Acceptance,
): Promise<AcceptanceResult> {
  const found = await invitationOfLink(db, token, nowMs);
  if (found === undefined) return { kind: 'no invitation' };
  if ('email' in invitee && invitee.email !== found.email) return { kind: 'another address' };
  const { id, sellerId } = found;
  return db.transaction(async (tx): Promise<AcceptanceResult> => {
    // The person may be deleting the account in another window.
    if ('email' in invitee && !(await lockAccount(tx, invitee.accountId))) return { kind: 'no invitation' };
    await touchSeller(tx, sellerId);
    const invitation = await validInvitation(tx, id, nowMs);
    if (invitation === undefined) return { kind: 'no invitation' };
    if (!('email' in invitee) && (await accountByEmail(tx, invitation.email))) return { kind: 'has a sign-in' };
    if (!(await useUp(tx, token, nowMs))) return { kind: 'no invitation' };
    await tx.run('DELETE FROM idp_invitation WHERE id = $1', [id]);
    const accountId = 'email' in invitee ? invitee.accountId : await insertInvitee(tx, invitation, invitee, nowMs);
    const own = await membershipsOf(tx, accountId, 'also disabled');
    if (own.some((member) => member.sellerId === sellerId)) return { kind: 'member already', sellerId };
    const { role, email } = invitation;
    const memberId = await insertMember(tx, { sellerId, accountId, role, createdAt: nowMs });
    const maker = { atMs: nowMs, who: { type: 'member', id: memberId }, from } as const;
    await recordChange(tx, maker, { operation: 'team accept', sellerId, details: { email, role } });
    return { kind: 'accepted', sellerId };
  });
}

/** False when the link was used meanwhile. */
async function useUp(tx: Sql, token: string, nowMs: number): Promise<boolean> {
  const update = `UPDATE idp_link SET used_at = $2 WHERE id = $1 AND kind = 'invitation' AND used_at IS NULL AND expires_at > $2`;
  return (await tx.run(update, [digest(token), nowMs])) === 1;
}

async function insertInvitee(
  tx: Sql,
  { email, sellerId }: Invitation,
  { passwordHash }: { passwordHash: string },
  createdAt: number,
): Promise<string> {
  const id = randomHex(16);
  await insertPerson(tx, { id, email, passwordHash, sellerId, createdAt });
  return id;
}
