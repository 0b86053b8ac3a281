import type { Sql } from '../db/db.ts';
import type { MemberRole } from '../domain/authorization/roles.ts';
import type { Account } from './accounts.ts';

/** A seller that a person works for, and in which role. */
export type Membership = { sellerId: string; role: MemberRole };

/** The sellers that the person works for. */
export async function sellersOf(_db: Sql, { sellerId }: Account): Promise<Membership[]> {
  return [{ sellerId, role: 'owner' }];
}
