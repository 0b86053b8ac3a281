import type {
  OperatorOperations,
  OperatorRefusal,
  OwnerInvitation,
} from '../../domain/accounts/operator-operations.ts';
import { emailKey } from '../accounts.ts';
import { type Invitation, invitationById, inviteFirstOwner, openInvitations } from '../invitations.ts';
import { digest } from '../secrets.ts';
import { makerOf, type OperatorContext } from './operator-changes.ts';

/** Invites the first owner of a seller. The same key gives the same invitation again: its id is made of the key. */
export async function inviteOwner(
  context: OperatorContext,
  { sellerId, email, key }: OperatorOperations['inviteOwner']['asks'],
): Promise<OwnerInvitation | OperatorRefusal> {
  const { db, actor, nowMs } = context;
  const id = key === undefined ? undefined : digest(`invitation ${actor.id} ${key}`);
  const earlier = id === undefined ? undefined : await invitationById(db, id);
  if (earlier !== undefined) {
    const isSame = earlier.sellerId === sellerId && earlier.email === emailKey(email);
    return isSame ? { ...shown(earlier), isRepeated: true } : { refused: 'key reused' };
  }
  const isInvited = await db.transaction((tx) => inviteFirstOwner(tx, { sellerId, email, id }, makerOf(context)));
  const [invitation] = isInvited ? await openInvitations(db, sellerId, nowMs) : [];
  if (invitation === undefined) return hasPeople(sellerId);
  context.wakeMail();
  return { ...shown(invitation), isRepeated: false };
}

const shown = ({ id, sellerId, email, expiresAt }: Invitation) => ({
  ...{ invitationId: id, sellerId, email, expiresMs: expiresAt },
});

const hasPeople = (sellerId: string): OperatorRefusal => ({
  refused: 'conflict',
  message: `Seller ${sellerId} has people already.`,
  details: 'Its owners invite others, on the page "Team" of the identity provider.',
});
