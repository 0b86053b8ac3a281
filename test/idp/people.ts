import type { Db } from '../../src/db/db.ts';
import type { MemberRole } from '../../src/domain/authorization/roles.ts';
import { insertAccount } from '../../src/idp/accounts.ts';
import type { ChangeMaker } from '../../src/idp/audit-entries.ts';
import { membershipsOf, membersOf } from '../../src/idp/members.ts';

export const SELLER = 'S1';
export const NOW = 1_000_000;

/** A person with one membership; returns the member's id. */
export async function person(
  db: Db,
  name: string,
  role: MemberRole,
  { sellerId = SELLER, passwordHash = 'x' } = {},
): Promise<string> {
  const account = { id: `person-${name}`, email: `${name}@x.example`, passwordHash, sellerId, createdAt: NOW };
  await db.transaction((tx) => insertAccount(tx, account, role));
  return (await membershipsOf(db, account.id))[0]?.id ?? '';
}

/** By the part of the address before the `@`. */
export const rolesOf = async (db: Db, sellerId = SELLER): Promise<Record<string, MemberRole>> =>
  Object.fromEntries((await membersOf(db, sellerId)).map(({ email, role }) => [email.split('@')[0], role]));

/** The removal of a member by another one, who takes nothing over. */
export const removal = (actorId: string, memberId: string) => ({ sellerId: SELLER, actorId, memberId, now: NOW });

export const makerOf = (memberId: string, atMs: number = NOW): ChangeMaker => ({
  ...{ atMs, from: '192.0.2.1' },
  who: { type: 'member', id: memberId },
});

export const nothing = async (): Promise<void> => {};
